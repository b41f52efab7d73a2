import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { settled } from './compare.ts';
import { post } from './deliver.ts';
import type { FaultRun } from './fault.ts';
import { differences, Listener } from './listener.ts';
import { Random } from './random.ts';
import { Report } from './report.ts';
import { msUntil } from './scene.ts';
import type { ServerProcess } from './server-process.ts';
import type { SourceKey, World } from './world.ts';
import { timeLimit } from './time-limit.ts';

interface Told {
  readonly ids: number[];
  readonly strangers: string[];
}

/** Delivers a call for help until it is acknowledged, as a gateway does; answers its record, if its device is known. */
async function callForHelp(url: string, source: SourceKey, imei: string): Promise<number | undefined> {
  const body = Buffer.from(
    JSON.stringify({
      imei,
      dataType: 'event',
      values: { event: 'sos' },
      messageId: randomBytes(9).toString('base64url'),
      measuredAt: new Date().toISOString(),
    }),
  );
  const response = await post(url, source, { path: 'readings', body }).catch(() => undefined);
  return response && response.status < 300
    ? (((await response.json()) as { readonly id?: number }).id ?? 0)
    : undefined;
}

/** Several calls reach one node, which is killed while it follows them. */
async function round(
  world: World,
  input: {
    readonly node: ServerProcess;
    readonly source: SourceKey;
    readonly random: Random;
    readonly told: Told;
    readonly calls: number;
  },
): Promise<void> {
  const { node, source, random, told } = input;
  const wearers = await world.wearers(1, input.calls);
  const stranger = `8699${String(random.whole(10 ** 10, 10 ** 11 - 1))}`;
  if ((await callForHelp(node.url, source, stranger)) !== undefined) told.strangers.push(stranger);
  let killing: Promise<void> | undefined;
  for (const { imei } of wearers) {
    const id = await callForHelp(node.url, source, imei);
    if (id !== undefined && id > 0) told.ids.push(id);
    killing ??= pause(random.whole(0, 60)).then(() => node.kill());
  }
  await killing;
}

/**
 * The node that processes a call for help is killed between the effect and the notification; the screens of the other
 * node are notified once.
 */
export const sideEffect: FaultRun = {
  name: 'F3',
  title: 'kill -9 between an effect and the telling of it',
  async run(world, { isLong, seed }) {
    const report = new Report(`F3 ${sideEffect.title}`);
    const random = new Random(seed);
    const staying = await world.start();
    const screen = await Listener.of(staying.url, { event: 'newsos' });
    const source = await world.source();
    const told: Told = { ids: [], strangers: [] };
    const rounds = isLong ? 60 : 2;
    for (let at = 0; at < rounds; at += 1) {
      const node = await world.start();
      await msUntil(
        async () =>
          ((
            await world.sql<{ n: number }>(
              `select count(*) as n from server_node where seen_at > now() - interval '2 seconds'`,
            )
          )[0]?.n ?? 0) >= 2,
        timeLimit(10_000),
      );
      await pause(1100);
      await round(world, { node, source, random, told, calls: 6 });
    }
    await settled(world);
    await msUntil(async () => new Set(screen.heard).size >= told.ids.length, timeLimit(10_000));
    report.inject(
      `${rounds} kills of the node that follows; ${told.ids.length} calls for help acknowledged by it, ${told.strangers.length} of devices nobody has; seed ${seed}`,
    );
    report.check(
      'every acknowledged call is heard at the other node',
      told.ids.length,
      differences('it', screen.heard, told.ids).filter((problem) => problem.includes('missed')),
    );
    report.check(
      'and shown once',
      screen.heard.length,
      differences('it', screen.heard, []).filter((problem) => problem.includes('more than once')),
    );
    const notices = await world.sql<{ imei: string; n: number }>(
      `select data->'params'->>'imei' as imei, count(*) as n from user_notification where name = 'App.StrangerAlarm' and data->'params'->>'imei' = any($1::text[]) group by user_id, 1`,
      [told.strangers],
    );
    const silent = told.strangers.filter((imei) => !notices.some((notice) => notice.imei === imei));
    if (told.strangers.length > 0)
      report.check('an acknowledged call of an unknown device is in the notices, once', told.strangers.length, [
        ...silent,
        ...notices.filter(({ n }) => n > 1).map(({ imei, n }) => `${imei} stands there ${n} times`),
      ]);
    screen.close();
    await staying.end();
    return report;
  },
};
