import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { isReady, msUntil, Scene } from './scene.ts';
import { isDatabaseRunning } from './server-process.ts';

const reconnectLimitMs = 5000;
const downLimitMs = 30_000;

/** The database server is killed while the server lives on; it is started again by the watch, and the server finds back to it. */
export const postmasterGone: FaultRun = {
  name: 'F6', title: 'kill -9 of the database server alone',
  async run(world, { isLong, seed }) {
    const report = new Report(`F6 ${postmasterGone.title}`);
    const server = await world.start();
    const scene = await Scene.of(world, 'F6', { urls: () => [server.url], seed });
    scene.load.start();
    const slow: string[] = [];
    const back: number[] = [];
    const rounds = isLong ? 30 : 2;
    for (let round = 0; round < rounds; round += 1) {
      await scene.load.more(scene.random.whole(5, 30));
      world.killDatabase();
      await msUntil(async () => !isDatabaseRunning(world.dataDir), 2000);
      const up = await msUntil(() => world.isDatabaseUp(), downLimitMs);
      const ms = up === undefined ? undefined : await msUntil(() => isReady(server.url), downLimitMs);
      if (ms === undefined || ms > reconnectLimitMs) slow.push(up === undefined ? 'the database did not come back' : `${ms?.toFixed(0) ?? 'more than 30,000'} ms`);
      else back.push(ms);
    }
    await scene.load.more(20);
    report.inject(`${rounds} kills of the database server under ${scene.load.sent.size} messages; ${scene.load.refusals.length} deliveries refused and repeated; seed ${seed}`);
    report.check(`ready within ${reconnectLimitMs / 1000} s after the database is up (slowest ${Math.max(0, ...back).toFixed(0)} ms)`, rounds, slow);
    await scene.end(report);
    const [sums] = await world.sql<{ on: string; failures: number }>(`select current_setting('data_checksums') as on, coalesce((select sum(checksum_failures) from pg_stat_database), 0)::bigint as failures`);
    report.check('page checksums are on and none fails', 1, sums?.on === 'on' && sums.failures === 0 ? [] : [`checksums ${sums?.on}, ${sums?.failures} failures`]);
    report.check('the server never stopped', 1, server.isRunning ? [] : [server.output.slice(-500)]);
    await server.end();
    return report;
  },
};
