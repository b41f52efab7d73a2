import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { isReady, msUntil, Scene, statusOf } from './scene.ts';
import { smallDisk } from './tools.ts';
import { timeLimit } from './time-limit.ts';

const diskMb = 420;
const recoveryLimitMs = timeLimit(30_000);

/** Fills a disk up to a remainder. */
function fill(folder: string, leftMb: number): string {
  const { bavail, bsize } = statfsSync(folder);
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(Math.max(0, Math.floor((bavail * bsize) / 1_048_576) - leftMb) * 1_048_576, 1));
  return ballast;
}

/** The disk of the database is full for a while. */
export const databaseDiskFull: FaultRun = {
  name: 'F8',
  title: 'the disk of the database is full',
  async run(shared, { isLong, seed }) {
    const report = new Report(`F8 ${databaseDiskFull.title}`);
    const world = shared.another();
    const folder = join(world.dataDir, 'postgres');
    const remove = smallDisk(folder, diskMb);
    if (!remove) return report.skip('a file system in memory cannot be mounted (needs root and the right to mount)');
    try {
      const server = await world.start();
      const scene = await Scene.of(world, 'F8', { urls: () => [server.url], connections: 4, seed });
      scene.load.start();
      await scene.load.more(20);
      const rounds = isLong ? 5 : 1;
      const recoveries: (number | undefined)[] = [];
      let refused = 0;
      let dead = 0;
      for (let round = 0; round < rounds; round += 1) {
        const before = scene.load.refusals.length;
        const ballast = fill(folder, 1);
        await msUntil(async () => scene.load.refusals.length > before + 20, 60_000);
        await pause(isLong ? 20_000 : 1000);
        refused += scene.load.refusals.length - before;
        if ((await statusOf(server.url, '/health/live')) !== 200) dead += 1;
        rmSync(ballast);
        recoveries.push(
          await msUntil(async () => (await isReady(server.url)) && (await scene.load.more(5, 5000)), recoveryLimitMs),
        );
      }
      report.inject(
        `a disk of ${diskMb} MB filled ${rounds} times under ${scene.load.sent.size} messages, ${refused} deliveries refused meanwhile; ${/No space left/.test(readFileSync(join(folder, 'server.log'), 'utf8')) ? 'the database told of no space' : 'the database told nothing of it'}; seed ${seed}`,
      );
      report.check('deliveries were refused for want of space', refused, []);
      report.must('the server stays up', dead === 0 && server.isRunning, server.output.slice(-500));
      report.atMost(
        'works again by itself when there is space',
        recoveries.includes(undefined) ? undefined : Math.max(...recoveries.map(Number)),
        { limit: recoveryLimitMs, unit: 'ms' },
      );
      await scene.end(report);
      await server.end();
    } finally {
      await world.close(remove);
    }
    return report;
  },
};
