import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { Scene } from './scene.ts';
import type { ServerProcess } from './server-process.ts';
import { timeLimit } from './time-limit.ts';

const stopLimitMs = timeLimit(5000);

/** Nodes are ended one after another under load, as in a rolling upgrade. None of them owns the database process. */
export const terminated: FaultRun = {
  name: 'F4',
  title: 'SIGTERM under load, with two nodes',
  async run(world, { isLong, seed }) {
    const report = new Report(`F4 ${terminated.title}`);
    const database = await world.keepDatabase();
    const nodes = new Set<ServerProcess>([await world.start(), await world.start()]);
    const scene = await Scene.of(world, 'F4', { urls: () => [...nodes].map(({ url }) => url), connections: 8, seed });
    scene.load.start();
    const took: number[] = [];
    const unclean: string[] = [];
    const rounds = isLong ? 40 : 1;
    for (let round = 0; round < rounds; round += 1) {
      await scene.load.more(20);
      const [ending] = [...nodes] as [ServerProcess];
      const began = performance.now();
      const ended = ending.end();
      nodes.delete(ending);
      await ended;
      took.push(performance.now() - began);
      if (ending.exitCode !== 0) unclean.push(`ended with ${ending.exitCode}: ${ending.output.slice(-200)}`);
      nodes.add(await world.start());
    }
    await scene.load.more(20);
    const broken = scene.load.refusals.filter(({ status }) => status >= 500 && status !== 503);
    report.inject(
      `${rounds} nodes ended under ${scene.load.sent.size} messages; ${scene.load.refusals.length} deliveries refused or cut off and repeated at the other node; seed ${seed}`,
    );
    report.check(
      `ended within ${stopLimitMs / 1000} s (slowest ${(Math.max(...took) / 1000).toFixed(1)} s)`,
      rounds,
      took.filter((ms) => ms > stopLimitMs).map((ms) => `${ms.toFixed(0)} ms`),
    );
    report.check('the end is clean, and no answer is a fault', rounds, [
      ...unclean,
      ...broken.map(({ status, text }) => `${status} ${text.slice(0, 100)}`),
    ]);
    await scene.end(report);
    for (const node of nodes) await node.end();
    await database.stop();
    return report;
  },
};
