import type { Client } from '@kangmai/testkit/client';
import { deliver } from '../faults/deliver.ts';
import { quantile } from '../faults/load.ts';
import type { SourceKey, Wearer } from '../faults/world.ts';
import { timeLimit } from '../faults/time-limit.ts';
import type { Attack } from './attack.ts';

const exportPath = 'C_client/GetC_clientsToExcel';
const exportsAtOnce = 40;
const otherLimitMs = timeLimit(1000);
const leastAnswers = 20;

interface Asked {
  readonly status: number;
  readonly ms: number;
}

interface Beside {
  readonly lists: Asked[];
  readonly alarms: Asked[];
}

async function timed(ask: () => Promise<number>): Promise<Asked> {
  const began = performance.now();
  const status = await ask();
  return { status, ms: performance.now() - began };
}

/** A call for help of a device; 200 when it was stored. */
async function callForHelp(url: string, source: SourceKey, wearer: Wearer): Promise<number> {
  const now = Date.now();
  const item = {
    imei: wearer.imei,
    dataType: 'event',
    values: { event: 'sos' },
    measuredAt: new Date(now).toISOString(),
  };
  const message = { token: String(now), wearer, kind: 'sos', figure: 0, measuredAt: now, item } as const;
  const [answer] = await deliver(url, source, [message]);
  return answer?.status === 'stored' ? 200 : 0;
}

/** What another tenant's user and device meet until the exports are over. */
async function meanwhile(
  others: Beside,
  isOver: () => boolean,
  ask: { readonly list: () => Promise<number>; readonly alarm: () => Promise<number> },
): Promise<void> {
  while (!isOver() || others.lists.length < leastAnswers) {
    const [list, alarm] = await Promise.all([timed(ask.list), timed(ask.alarm)]);
    others.lists.push(list);
    others.alarms.push(alarm);
  }
}

/** A refusal says when to come back; everything else is answered. */
async function exportOnce(exporter: Client): Promise<string | undefined> {
  const { status, headers, text } = await exporter.get(exportPath);
  return status === 200 || (status === 429 && headers.has('retry-after'))
    ? undefined
    : `${status} ${text.slice(0, 200)}`;
}

/** One user asks for forty spreadsheets at once; another tenant works on, and its device calls for help. */
export const manyExports: Attack = {
  name: 'A2',
  title: 'forty exports of one user at once',
  async run(target, report, { isLong }) {
    const [exporter, other] = await Promise.all([target.as('manager', 'qianjiang'), target.as('nurse', 'jincheng')]);
    const [tenant] = await target.world.sql<{ id: number }>("select id from tenant where tenancy_name = 'jincheng'");
    const [source, wearer] = [await target.world.source(), await target.world.wearer(tenant?.id ?? 0)];
    const others: Beside = { lists: [], alarms: [] };
    const refused: string[] = [];
    const rounds = isLong ? 10 : 1;
    for (let round = 0; round < rounds; round += 1) {
      let isOver = false;
      const exports = Promise.all(Array.from({ length: exportsAtOnce }, () => exportOnce(exporter))).finally(() => {
        isOver = true;
      });
      await meanwhile(others, () => isOver, {
        list: async () => (await other.get('C_client/GetPagedAll')).status,
        alarm: () => callForHelp(target.url, source, wearer),
      });
      refused.push(...(await exports).flatMap((problem) => problem ?? []));
    }
    const failed = (asked: readonly Asked[]): readonly string[] =>
      asked.flatMap(({ status }) => (status === 200 ? [] : [String(status)]));
    report.check('every export is answered, or told when to come back', rounds * exportsAtOnce, refused);
    report.check('another tenant goes on reading', others.lists.length, failed(others.lists));
    report.check('calls for help are taken', others.alarms.length, failed(others.alarms));
    if (!isLong) return;
    report.atMost(
      "99 of 100 of the others' lists",
      quantile(
        others.lists.map(({ ms }) => ms),
        0.99,
      ),
      { limit: otherLimitMs, unit: 'ms' },
    );
    report.atMost(
      '99 of 100 calls for help',
      quantile(
        others.alarms.map(({ ms }) => ms),
        0.99,
      ),
      { limit: otherLimitMs, unit: 'ms' },
    );
  },
};
