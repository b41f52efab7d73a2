import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRun } from './fault.ts';
import { quantile } from './load.ts';
import { Report } from './report.ts';
import { isReady, msUntil, Scene, statusOf } from './scene.ts';
import type { ServerProcess } from './server-process.ts';
import { signIn } from './session.ts';
import type { World } from './world.ts';
import { timeLimit } from './time-limit.ts';

const recoveryLimitMs = timeLimit(5000);
const slowestRefusalMs = timeLimit(2000);
const mostGrowthMb = 60;

interface Seen {
  readonly times: number[];
  readonly wrong: string[];
  readonly states: string[];
  highestMb: number;
}

/** The answers to a browser while there is no database. */
async function ask(server: ServerProcess, token: string, seen: Seen): Promise<void> {
  const began = performance.now();
  const response = await fetch(`${server.url}/api/services/app/C_client/GetPagedAll?MaxResultCount=5`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(20_000),
  });
  seen.times.push(performance.now() - began);
  const { error } = (await response.json()) as {
    readonly error: { readonly message: string; readonly reason: string } | null;
  };
  const isTold = error?.reason === 'database.unreachable' && error.message !== '';
  if (response.status !== 503 || !response.headers.has('retry-after') || !isTold)
    seen.wrong.push(`${response.status} ${JSON.stringify(error)}`);
}

/** Observes a server without a database: its answers, whether it runs, its memory. */
async function withoutDatabase(server: ServerProcess, token: string, awayMs: number): Promise<Seen> {
  const seen: Seen = { times: [], wrong: [], states: [], highestMb: 0 };
  const until = performance.now() + awayMs;
  while (performance.now() < until) {
    await ask(server, token, seen).catch((error: unknown) => {
      seen.wrong.push(String(error));
    });
    const [ready, live] = [await statusOf(server.url, '/health/ready'), await statusOf(server.url, '/health/live')];
    if (ready !== 503 || live !== 200) seen.states.push(`ready ${ready}, live ${live}`);
    seen.highestMb = Math.max(seen.highestMb, server.memoryMb());
    await pause(50);
  }
  return seen;
}

const jobConnections = async (world: World): Promise<number> =>
  (
    await world.sql<{ n: number }>(`select count(*) as n from pg_stat_activity where application_name = 'kangmai jobs'`)
  )[0]?.n ?? 0;

/** The database is stopped for a while and restarted from outside the server. */
export const databaseDown: FaultRun = {
  name: 'F7',
  title: 'the database is away for a while',
  async run(world, { isLong, seed }) {
    const report = new Report(`F7 ${databaseDown.title}`);
    const first = await world.keepDatabase();
    const server = await world.start();
    const token = await signIn(server.url);
    const scene = await Scene.of(world, 'F7', { urls: () => [server.url], seed });
    scene.load.start();
    await scene.load.more(50);
    const awayMs = isLong ? 300_000 : 3000;
    const before = server.memoryMb();
    await first.stop();
    const seen = await withoutDatabase(server, token, awayMs);
    const database = await world.keepDatabase();
    const recovered = await msUntil(() => isReady(server.url), timeLimit(30_000));
    const delivered = await scene.load.more(20);
    report.inject(
      `no database for ${awayMs / 1000} s; ${scene.load.refusals.length} deliveries refused and repeated, ${seen.times.length} calls of a screen; seed ${seed}`,
    );
    report.check('a screen is told that the data cannot be reached', seen.times.length, seen.wrong);
    report.atMost('95 % of these answers', quantile(seen.times, 0.95), { limit: slowestRefusalMs, unit: 'ms' });
    report.check('not ready, but alive', seen.times.length, seen.states);
    report.atMost('memory grows', seen.highestMb - before, { limit: mostGrowthMb, unit: 'MB' });
    report.atMost('works again by itself', delivered ? recovered : undefined, { limit: recoveryLimitMs, unit: 'ms' });
    await scene.end(report);
    report.atMost(
      'jobs are taken again',
      await msUntil(async () => (await jobConnections(world)) > 0, timeLimit(15_000)),
      { limit: timeLimit(15_000), unit: 'ms' },
    );
    await server.end();
    await database.stop();
    return report;
  },
};
