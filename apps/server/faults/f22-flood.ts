import type { Socket } from 'node:net';
import type { FaultRun } from './fault.ts';
import { dial } from './raw-wire.ts';
import { Report } from './report.ts';
import { isReady, msUntil, Scene } from './scene.ts';
import { timeLimit } from './time-limit.ts';

const recoveryLimitMs = timeLimit(5000);

/** Opens connections that send nothing, or are closed before they send anything. */
async function flood(url: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 1) {
    const socket = dial(url);
    if (at % 3 === 0) socket.once('connect', () => socket.resetAndDestroy());
    if (at % 3 === 1) socket.once('connect', () => socket.write('GET / HT'));
    sockets.push(socket);
    if (at % 100 === 99)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
  }
  return sockets;
}

/** A flood of connections: some send nothing, some stop within a request, some are reset at once. */
export const connectionFlood: FaultRun = {
  name: 'F22',
  title: 'a flood of connections, half open ones among them',
  async run(world, { isLong, seed }) {
    const report = new Report(`F22 ${connectionFlood.title}`);
    const server = await world.start();
    const scene = await Scene.of(world, 'F22', { urls: () => [server.url], connections: 2, largest: 5, seed });
    scene.load.start();
    await scene.load.more(20);
    const memory = server.memoryMb();
    const rounds = isLong ? 10 : 1;
    const count = isLong ? 5000 : 1500;
    const recoveries: (number | undefined)[] = [];
    let during = 0;
    let grown = 0;
    for (let round = 0; round < rounds; round += 1) {
      const before = scene.load.acknowledged;
      const sockets = await flood(server.url, count);
      await scene.load.more(10);
      during += scene.load.acknowledged - before;
      grown = Math.max(grown, server.memoryMb() - memory);
      for (const socket of sockets) socket.destroy();
      recoveries.push(await msUntil(() => isReady(server.url), timeLimit(30_000)));
    }
    report.inject(
      `${rounds * count} connections: a third silent, a third with half a request, a third reset at once; ${during} deliveries acknowledged meanwhile; seed ${seed}`,
    );
    report.check('deliveries go on meanwhile', during, []);
    report.check(
      `answers again within ${recoveryLimitMs / 1000} s (slowest ${Math.max(...recoveries.map((ms) => ms ?? Infinity)).toFixed(0)} ms)`,
      rounds,
      recoveries.filter((ms) => ms === undefined || ms > recoveryLimitMs).map((ms) => `${ms ?? 'never'}`),
    );
    report.check(`memory is bounded (${grown.toFixed(0)} MB)`, 1, grown > 150 ? [`${grown.toFixed(0)} MB`] : []);
    await scene.end(report);
    await server.end();
    return report;
  },
};
