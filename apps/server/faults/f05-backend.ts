import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { isReady, msUntil, Scene } from './scene.ts';
import type { World } from './world.ts';
import { timeLimit } from './time-limit.ts';

const readyLimitMs = timeLimit(10_000);

/** A database process that works for the server, a busy one if there is any. */
async function backend(world: World): Promise<number | undefined> {
  const [row] = await world.sql<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'kangmai%' and pid <> pg_backend_pid() order by state = 'idle', random() limit 1`,
  );
  return row?.pid;
}

/**
 * The database terminates the server's connections, and one of its processes is killed so that all connections are
 * lost.
 */
export const backendGone: FaultRun = {
  name: 'F5',
  title: 'a process of the database is ended or killed',
  async run(world, { isLong, seed }) {
    const report = new Report(`F5 ${backendGone.title}`);
    const server = await world.start();
    const scene = await Scene.of(world, 'F5', { urls: () => [server.url], seed });
    scene.load.start();
    await scene.load.more(20);
    let ended = 0;
    const ready: number[] = [];
    const killed: string[] = [];
    for (let round = 0; round < (isLong ? 300 : 15); round += 1) {
      const pid = await backend(world);
      if (pid !== undefined)
        ended += (await world.sql<{ done: boolean }>('select pg_terminate_backend($1) as done', [pid])).filter(
          ({ done }) => done,
        ).length;
      await pause(scene.random.whole(0, 40));
    }
    for (let round = 0; round < (isLong ? 20 : 1); round += 1) {
      const pid = await backend(world);
      if (pid === undefined) continue;
      process.kill(pid, 'SIGKILL');
      await scene.load.more(5);
      const ms = await msUntil(() => isReady(server.url), readyLimitMs);
      if (ms === undefined) killed.push('not ready again');
      else ready.push(ms);
    }
    await scene.load.more(20);
    report.inject(
      `${ended} processes of the database ended, ${ready.length + killed.length} killed, under ${scene.load.sent.size} messages; ${scene.load.refusals.length} deliveries refused and repeated; seed ${seed}`,
    );
    report.check('connections were ended at all', ended, []);
    report.check('ready again after a kill', ready.length + killed.length, killed);
    await scene.end(report);
    report.check('the server never stopped', 1, server.isRunning ? [] : [server.output.slice(-500)]);
    await server.end();
    return report;
  },
};
