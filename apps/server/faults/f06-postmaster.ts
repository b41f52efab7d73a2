import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { isReady, msUntil, Scene } from './scene.ts';
import { isDatabaseRunning } from './server-process.ts';
import type { World } from './world.ts';
import { timeLimit } from './time-limit.ts';

const reconnectLimitMs = timeLimit(5000);
const downLimitMs = timeLimit(30_000);

/** Kills the database server and waits for its restart. Returns the time until the server is ready again. */
async function killed(world: World, url: string): Promise<number | undefined> {
  world.killDatabase();
  await msUntil(async () => !isDatabaseRunning(world.dataDir), 2000);
  const up = await msUntil(() => world.isDatabaseUp(), downLimitMs);
  return up === undefined ? undefined : msUntil(() => isReady(url), downLimitMs);
}

/** The database server is killed under a running server; the watch restarts it and the server reconnects. */
export const postmasterGone: FaultRun = {
  name: 'F6',
  title: 'kill -9 of the database server alone',
  async run(world, { isLong, seed }) {
    const report = new Report(`F6 ${postmasterGone.title}`);
    const server = await world.start();
    const scene = await Scene.of(world, 'F6', { urls: () => [server.url], seed });
    scene.load.start();
    const back: (number | undefined)[] = [];
    const rounds = isLong ? 30 : 1;
    for (let round = 0; round < rounds; round += 1) {
      await scene.load.more(scene.random.whole(5, 30));
      back.push(await killed(world, server.url));
    }
    await scene.load.more(20);
    report.inject(
      `${rounds} kills of the database server under ${scene.load.sent.size} messages; ${scene.load.refusals.length} deliveries refused and repeated; seed ${seed}`,
    );
    report.atMost(
      'slowest time to be ready after the database is up',
      back.includes(undefined) ? undefined : Math.max(...back.map(Number)),
      { limit: reconnectLimitMs, unit: 'ms' },
    );
    await scene.end(report);
    const [sums] = await world.sql<{ on: string; failures: number }>(
      `select current_setting('data_checksums') as "on", coalesce((select sum(checksum_failures) from pg_stat_database), 0)::bigint as failures`,
    );
    report.must('page checksums are on and none fails', sums?.on === 'on' && sums.failures === 0, JSON.stringify(sums));
    report.must('the server never stopped', server.isRunning, server.output.slice(-500));
    await server.end();
    return report;
  },
};
