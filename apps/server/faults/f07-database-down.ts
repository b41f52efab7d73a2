import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRun } from './fault.ts';
import { quantile } from './load.ts';
import { Report } from './report.ts';
import { isReady, msUntil, Scene, statusOf } from './scene.ts';
import type { ServerProcess } from './server-process.ts';
import { signIn } from './session.ts';

const recoveryLimitMs = 5000;
const slowestRefusalMs = 2000;
const mostGrowthMb = 60;

interface Seen {
  readonly times: number[];
  readonly wrong: string[];
}

/** What somebody at a screen is told while there is no database. */
async function ask(server: ServerProcess, token: string, seen: Seen): Promise<void> {
  const began = performance.now();
  const response = await fetch(`${server.url}/api/services/app/C_client/GetPagedAll?MaxResultCount=5`, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
  seen.times.push(performance.now() - began);
  const body = (await response?.json()) as { readonly error?: { readonly message?: string; readonly reason?: string } } | undefined;
  if (response?.status !== 503 || !response.headers.has('retry-after') || body?.error?.reason !== 'database.unreachable' || !body.error.message) seen.wrong.push(`${response?.status ?? 'no answer'} ${JSON.stringify(body?.error ?? null)}`);
}

/** The database is stopped for a while and started again, by somebody else than the server. */
export const databaseDown: FaultRun = {
  name: 'F7', title: 'the database is away for a while',
  async run(world, { isLong, seed }) {
    const report = new Report(`F7 ${databaseDown.title}`);
    let database = await world.keepDatabase();
    const server = await world.start();
    const token = await signIn(server.url);
    const scene = await Scene.of(world, 'F7', { urls: () => [server.url], seed });
    scene.load.start();
    await scene.load.more(50);
    const awayMs = isLong ? 300_000 : 4000;
    const before = server.memoryMb();
    await database.stop();
    const seen: Seen = { times: [], wrong: [] };
    const states: string[] = [];
    let highest = before;
    const until = performance.now() + awayMs;
    while (performance.now() < until) {
      await ask(server, token, seen);
      const [ready, live] = [await statusOf(server.url, '/health/ready'), await statusOf(server.url, '/health/live')];
      if (ready !== 503 || live !== 200) states.push(`ready ${ready}, live ${live}`);
      highest = Math.max(highest, server.memoryMb());
      await pause(50);
    }
    database = await world.keepDatabase();
    const recovered = await msUntil(() => isReady(server.url), 30_000);
    const delivered = await scene.load.more(20);
    report.inject(`no database for ${awayMs / 1000} s; ${scene.load.refusals.length} deliveries refused and repeated, ${seen.times.length} calls of a screen; seed ${seed}`);
    report.check(`a screen is told that the data cannot be reached (95 % within ${quantile(seen.times, 0.95).toFixed(0)} ms)`, seen.times.length, [...seen.wrong, ...(quantile(seen.times, 0.95) > slowestRefusalMs ? [`${quantile(seen.times, 0.95).toFixed(0)} ms`] : [])]);
    report.check('not ready, but alive', seen.times.length, states);
    report.check(`memory grows by ${mostGrowthMb} MB at most (${(highest - before).toFixed(0)} MB)`, 1, highest - before > mostGrowthMb ? [`${(highest - before).toFixed(0)} MB`] : []);
    report.check(`works again by itself within ${recoveryLimitMs / 1000} s (${recovered?.toFixed(0)} ms)`, 1, recovered !== undefined && recovered <= recoveryLimitMs && delivered ? [] : [`${recovered?.toFixed(0) ?? 'never'} ms, deliveries ${delivered ? 'go on' : 'do not go on'}`]);
    await scene.end(report);
    await world.sql(`select 1`);
    const jobs = await msUntil(async () => (await world.sql<{ n: number }>(`select count(*) as n from pg_stat_activity where application_name = 'kangmai jobs'`))[0]?.n !== 0, 15_000);
    report.check('jobs are taken again', 1, jobs === undefined ? ['no connection of the jobs'] : []);
    await server.end();
    await database.stop();
    return report;
  },
};
