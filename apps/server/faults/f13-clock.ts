import { writeFileSync } from 'node:fs';
import { clock } from './clock.ts';
import { post } from './deliver.ts';
import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { isReady, msUntil } from './scene.ts';
import type { ServerProcess } from './server-process.ts';
import { signIn } from './session.ts';
import { fakeClock } from './tools.ts';
import type { SourceKey, Wearer, World } from './world.ts';

interface Jump {
  readonly name: string;
  readonly toMs: () => number;
  /** The first token is still valid by the server's clock. */
  readonly isTokenAlive: boolean;
}

const hour = 3_600_000;
const jumps: readonly Jump[] = [
  { name: 'an hour ahead', toMs: () => Date.now() + hour, isTokenAlive: true },
  { name: 'an hour back', toMs: () => Date.now() - hour, isTokenAlive: true },
  { name: 'a day ahead', toMs: () => Date.now() + 25 * hour, isTokenAlive: false },
  { name: 'the end of a month', toMs: () => Date.UTC(2027, 0, 31, 23, 59, 58), isTokenAlive: false },
  { name: 'the new year', toMs: () => Date.UTC(2027, 11, 31, 23, 59, 58), isTokenAlive: false },
  { name: 'a leap day', toMs: () => Date.UTC(2028, 1, 28, 23, 59, 58), isTokenAlive: false },
  { name: 'beyond January 2038', toMs: () => Date.UTC(2038, 0, 19, 3, 14, 6), isTokenAlive: false },
  { name: 'back to today', toMs: () => Date.now(), isTokenAlive: true },
];

const statusWith = async (url: string, token: string): Promise<number> =>
  (
    await fetch(`${url}/api/services/app/C_client/GetPagedAll?MaxResultCount=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

interface Given {
  readonly source: SourceKey;
  readonly wearer: Wearer;
  readonly jump: Jump;
  /** The first token. */
  readonly token: string;
}

/** A reading measured now by the changed clock is stored and processed. */
async function readingIsFollowed(
  world: World,
  server: ServerProcess,
  input: Pick<Given, 'source' | 'wearer'>,
): Promise<string[]> {
  const measuredAt = new Date(Math.floor(clock.now() / 1000) * 1000 - 1000);
  const body = Buffer.from(
    JSON.stringify({
      imei: input.wearer.imei,
      dataType: 'heart',
      values: { heart: 71 },
      measuredAt: measuredAt.toISOString(),
    }),
  );
  const answer = (await (await post(server.url, input.source, { path: 'readings', body })).json()) as {
    readonly status?: string;
  };
  if (answer.status !== 'stored' && answer.status !== 'duplicate')
    return [`a reading was answered ${JSON.stringify(answer).slice(0, 150)}`];
  const followed = await msUntil(
    async () =>
      (
        await world.sql(
          "select 1 from reading_hour where tenant_id = $1 and client_id = $2 and hour = date_trunc('hour', $3::timestamptz)",
          [input.wearer.tenantId, input.wearer.clientId, measuredAt],
        )
      ).length > 0,
    8000,
  );
  return followed === undefined ? ['the reading was not followed within 8 s'] : [];
}

/** Problems after the change of the clock: of the server, the tokens or the path of a reading. */
async function problemsAfter(world: World, server: ServerProcess, { jump, token, ...given }: Given): Promise<string[]> {
  const wrong = (await isReady(server.url)) ? [] : ['not ready'];
  const status = await statusWith(server.url, token);
  if (status !== (jump.isTokenAlive ? 200 : 401)) wrong.push(`the token of the beginning is answered ${status}`);
  const fresh = await statusWith(server.url, await signIn(server.url));
  if (fresh !== 200) wrong.push(`a new token is answered ${fresh}`);
  return [...wrong, ...(await readingIsFollowed(world, server, given))];
}

async function checkDatabase(world: World, report: Report): Promise<void> {
  const inDefault = await world.sql<{ name: string }>(
    `select c.relname as name from pg_class c where c.relname like '%\\_default' and c.relispartition and exists (select 1 from pg_stat_user_tables s where s.relid = c.oid and s.n_live_tup > 0)`,
  );
  report.check(
    'no reading lies in a default partition',
    jumps.length,
    inDefault.map(({ name }) => name),
  );
  const doubled = await world.sql<{ name: string; n: number }>(
    `select name, count(*) as n from pgboss.job where name in ('night-plan', 'pruning', 'months-ahead') and singleton_key is null group by name, date_trunc('minute', created_on) having count(*) > 1`,
  );
  report.check(
    'no schedule ran twice in a minute',
    3,
    doubled.map(({ name, n }) => `${name} ${n} times`),
  );
}

/** The clock of the server is set; the database keeps its own. */
export const clockJumps: FaultRun = {
  name: 'F13',
  title: 'the clock of the server jumps',
  async run(world, { isLong }) {
    const report = new Report(`F13 ${clockJumps.title}`);
    const library = fakeClock();
    if (library === undefined) return report.skip('libfaketime is not installed (apt-get install faketime)');
    const database = await world.keepDatabase();
    const hands = world.file('clock');
    const set = (toMs: number): void => {
      clock.offsetMs = toMs - Date.now();
      writeFileSync(hands, `${clock.offsetMs < 0 ? '' : '+'}${(clock.offsetMs / 1000).toFixed(3)}\n`);
    };
    set(Date.now());
    const server = await world.start({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: hands,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      TZ: 'UTC',
    });
    try {
      const token = await signIn(server.url);
      const given = { source: await world.source(), wearer: await world.wearer(await world.tenant('F13')) };
      const wrong: string[] = [];
      const rounds = isLong ? 5 : 1;
      for (const jump of Array.from({ length: rounds }, () => jumps).flat()) {
        set(jump.toMs());
        wrong.push(
          ...(await problemsAfter(world, server, { ...given, jump, token })).map(
            (problem) => `${jump.name}: ${problem}`,
          ),
        );
      }
      report.inject(
        `${rounds} times: ${jumps.map(({ name }) => name).join(', ')}; the clock of the database and the monotonic clock stand by themselves`,
      );
      report.check(
        'ready, tokens end in their time and not before, readings are stored and followed',
        jumps.length * rounds * 4,
        wrong,
      );
      await checkDatabase(world, report);
      report.check('the server never stopped', 1, server.isRunning ? [] : [server.output.slice(-500)]);
    } finally {
      clock.offsetMs = 0;
      await server.end();
      await database.stop();
    }
    return report;
  },
};
