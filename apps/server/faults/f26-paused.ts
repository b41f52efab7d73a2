import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { msUntil, Scene } from './scene.ts';
import type { World } from './world.ts';
import { timeLimit } from './time-limit.ts';

const followLimitMs = timeLimit(20_000);

/** One of two nodes is paused during its work, as by a long garbage collection, and resumed later. */
export const paused: FaultRun = {
  name: 'F26',
  title: 'a node is stopped for a while and goes on',
  async run(world, { isLong, seed }) {
    const report = new Report(`F26 ${paused.title}`);
    const [stopped, other] = [await world.start(), await world.start()];
    let isStopped = false;
    const scene = await Scene.of(world, 'F26', {
      urls: () => (isStopped ? [other.url] : [stopped.url, other.url]),
      connections: 8,
      seed,
    });
    scene.load.start();
    const rounds = isLong ? 8 : 1;
    const late: string[] = [];
    const followed: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await scene.load.more(30);
      await pause(scene.random.whole(0, 60));
      isStopped = true;
      stopped.freeze();
      const began = performance.now();
      const last = await lastEvent(world);
      await scene.load.more(10);
      const left = await msUntil(() => isFollowed(world, last), followLimitMs);
      if (left === undefined) late.push(`not followed after ${followLimitMs / 1000} s`);
      else followed.push(left);
      const rest = (isLong ? 30_000 : 5000) - (performance.now() - began);
      if (rest > 0) await pause(rest);
      stopped.thaw();
      isStopped = false;
    }
    await scene.load.more(30);
    report.inject(
      `${rounds} times one of two nodes stood still for ${isLong ? 30 : 5} s under ${scene.load.sent.size} messages; ${scene.load.refusals.length} deliveries cut off and repeated; seed ${seed}`,
    );
    report.check(
      `the other node follows what the stopped one left (slowest ${(Math.max(0, ...followed) / 1000).toFixed(1)} s)`,
      rounds,
      late,
    );
    await scene.end(report);
    report.check(
      'both nodes live',
      2,
      [stopped, other].filter(({ isRunning }) => !isRunning).map(({ output }) => output.slice(-300)),
    );
    await stopped.end();
    await other.end();
    return report;
  },
};

async function lastEvent(world: World): Promise<number> {
  const [row] = await world.sql<{ id: number }>('select coalesce(max(id), 0) as id from outbox');
  return row?.id ?? 0;
}

/** All events queued when the node was paused are processed: the other node serves every tenant. */
async function isFollowed(world: World, last: number): Promise<boolean> {
  const [row] = await world.sql<{ n: number }>(
    'select count(*) as n from outbox where id <= $1 and failed_at is null and available_at <= now()',
    [last],
  );
  return row?.n === 0;
}
