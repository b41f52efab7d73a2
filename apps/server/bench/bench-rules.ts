import { setTimeout as pause } from 'node:timers/promises';
import { platformRules } from '@kangmai/domain';
import { loadRollups } from '@kangmai/ops/demo/load-rollups';
import { figure, type Figure } from './figure.ts';
import { loadHearts } from './rows.ts';
import { signIn, type World } from './world.ts';

const dayMs = 86_400_000;
const perDay = 48;
const days = 90;
const peopleOfPage = 50;

/** So many people; fewer to try the bench itself. */
const people = Number(process.env['BENCH_PEOPLE'] ?? 1000);

const columns = 'id, client_id, measured_at, received_at, quality, origin, level, device_id, slot, source_id';

/** Reads the rows that a rule bench reads, in the same groups of people, through the driver. Answers seconds. */
async function reading({ database, tenantId, watches }: World, since: Date): Promise<number> {
  const began = performance.now();
  const ids = watches.slice(0, people).map(({ clientId }) => clientId);
  for (let at = 0; at < ids.length; at += peopleOfPage)
    await database.withTenant(tenantId, (tx) =>
      tx.query(
        `select ${columns}, heart, body_state from heart_rate_reading where tenant_id = $1 and client_id = any($2::bigint[]) and measured_at >= $3`,
        [tenantId, ids.slice(at, at + peopleOfPage), since],
      ),
    );
  return (performance.now() - began) / 1000;
}

const rule = {
  ...platformRules.find(({ code }) => code === 'HR-F1'),
  code: 'BENCH-HR',
  condition: { terms: [{ metric: 'heart', op: '>=', value: 95 }] },
  confirmMinutes: 90,
};

interface Benched {
  readonly seconds: number;
  readonly checkedPeople: number;
  readonly levels: readonly object[];
}

/** Benches a rule over the wire until it is done. */
async function benching(world: World): Promise<Benched> {
  const { accessToken } = await signIn(world, 'admin');
  const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${world.server.url}/api/services/app/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    });
    if (answer.status !== 200) throw new Error(`${path} failed: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { result: T }).result;
  };
  const began = performance.now();
  const { taskId } = await call<{ taskId: number }>('AbnormalRules/Bench', {
    method: 'POST',
    body: JSON.stringify({ rule, days }),
  });
  for (;;) {
    const { state } = await call<{ state: string }>(`ListTasks/Get?id=${taskId}`);
    if (state === 'done') break;
    if (state === 'failed') throw new Error('the bench of a rule failed');
    await pause(200);
  }
  const seconds = (performance.now() - began) / 1000;
  const { bench } = await call<{ bench: Omit<Benched, 'seconds'> }>('AbnormalRules/GetBench');
  return { ...bench, seconds };
}

/** A rule benched on 90 days of a thousand people, beside reading the same rows. */
export async function ruleFigures(world: World): Promise<readonly Figure[]> {
  const to = Date.now();
  const watches = world.watches.slice(0, people);
  const count = await loadHearts(world, { watches, perDay, span: { from: to - days * dayMs, to } });
  await world.database.withTenant(world.tenantId, async (tx) => {
    await tx.query("select set_config('statement_timeout', '0', true)");
    await loadRollups(tx, { kinds: ['heart'], zone: 'Asia/Shanghai' });
  });
  await world.owner.query('vacuum analyze heart_rate_reading');
  await world.owner.query('analyze');
  await reading(world, new Date(to - days * dayMs));
  const read = await reading(world, new Date(to - days * dayMs));
  const { seconds, checkedPeople, levels } = await benching(world);
  return [
    figure({
      name: 'bench of a rule',
      value: seconds,
      unit: 's',
      yardstick: read,
      must: '<= 30 s or ratio <= 2',
      aim: 'ratio <= 1',
      ok: checkedPeople === watches.length && (seconds <= 30 || seconds <= 2 * read),
      conditions: `${count} heart rates of ${checkedPeople} people over ${days} days, cases ${JSON.stringify(levels)}; yardstick: reading the same rows`,
    }),
  ];
}
