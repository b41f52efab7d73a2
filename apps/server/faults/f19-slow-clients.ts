import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRun } from './fault.ts';
import { LiveMemory } from './live-memory.ts';
import { quantile } from './load.ts';
import { dial, headOf } from './raw-wire.ts';
import { Report } from './report.ts';
import { msUntil, Scene, statusOf } from './scene.ts';
import { signIn } from './session.ts';
import { timeLimit } from './time-limit.ts';

const mostPerClientMb = 0.7;
const closedLimitMs = 100_000;

interface Slow {
  readonly kind: 'head' | 'body' | 'answer';
  readonly socket: Socket;
  isClosed: boolean;
}

const lists = '/api/openapi.json';

/** A client that sends one byte per second, or never reads its response. */
function slowClient(url: string, kind: Slow['kind'], token: string): Slow {
  const socket = dial(url);
  const slow: Slow = { kind, socket, isClosed: false };
  socket.once('close', () => {
    slow.isClosed = true;
  });
  const body = { 'content-type': 'application/json', 'content-length': '1000', authorization: `Bearer ${token}` };
  if (kind === 'head') socket.write('POST /api/TokenAuth/Authenticate HTTP/1.1\r\nhost: x\r\n');
  else if (kind === 'body') socket.write(headOf('POST /api/services/app/C_client/CreateOrEdit', body));
  else {
    socket.pause();
    for (let at = 0; at < 20; at += 1) socket.write(headOf(`GET ${lists}`, { authorization: `Bearer ${token}` }));
  }
  return slow;
}

/** The server's time limits end incomplete heads and bodies. */
async function closedByLimits(report: Report, slow: readonly Slow[]): Promise<void> {
  const sending = slow.filter(({ kind }) => kind !== 'answer');
  const ms = await msUntil(async () => sending.every(({ isClosed }) => isClosed), closedLimitMs);
  report.check(
    `slow heads and bodies are closed by limits within ${closedLimitMs / 1000} s`,
    sending.length,
    ms === undefined ? [`${sending.filter(({ isClosed }) => !isClosed).length} are still open`] : [],
  );
}

/**
 * Many clients that send one byte per second or never read. Others are not affected, and the server closes the slow
 * ones.
 */
export const slowClients: FaultRun = {
  name: 'F19',
  title: 'clients that send a byte a second or never read',
  async run(world, { isLong, seed }) {
    const report = new Report(`F19 ${slowClients.title}`);
    const held = new LiveMemory(world);
    const server = await world.start(held.settings);
    const token = await signIn(server.url);
    const scene = await Scene.of(world, 'F19', { urls: () => [server.url], connections: 2, largest: 5, seed });
    scene.load.start();
    await scene.load.more(100);
    await held.watch(server);
    const before = [...scene.load.times];
    const memory = held.nowMb();
    const count = isLong ? 2000 : 150;
    const kinds = ['head', 'body', 'answer'] as const;
    const slow = Array.from({ length: count }, (_each, at) =>
      slowClient(server.url, kinds[at % 3] as Slow['kind'], token),
    );
    const dripping = setInterval(() => {
      for (const { kind, socket } of slow) if (kind !== 'answer' && socket.writable) socket.write('a');
    }, 1000);
    await pause(isLong ? 20_000 : 3000);
    scene.load.times.length = 0;
    await scene.load.more(isLong ? 1000 : 60);
    const during = [...scene.load.times];
    const grown = held.mostMb() - memory;
    const live = await statusOf(server.url, '/health/live');
    if (isLong) await closedByLimits(report, slow);
    clearInterval(dripping);
    const [calm, busy] = [quantile(before, 0.95), quantile(during, 0.95)];
    report.inject(
      `${count} connections: a third each with a head and a body of a byte a second, a third that ask 20 times for ${lists} and never read; seed ${seed}`,
    );
    report.atMost(`95 % of others' answers (${calm.toFixed(0)} ms before)`, during.length === 0 ? undefined : busy, {
      limit: timeLimit(Math.max(calm * 3, 3000)),
      unit: 'ms',
    });
    report.atMost('memory that is held grows, after collecting', grown, { limit: mostPerClientMb * count, unit: 'MB' });
    report.must('the server lives', live === 200, `live ${live}`);
    for (const { socket } of slow) socket.destroy();
    await scene.end(report);
    await server.end();
    return report;
  },
};
