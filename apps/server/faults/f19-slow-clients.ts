import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRun } from './fault.ts';
import { quantile } from './load.ts';
import { dial, headOf } from './raw-wire.ts';
import { Report } from './report.ts';
import { Scene, statusOf } from './scene.ts';
import { signIn } from './session.ts';

const mostPerClientMb = 1;
const closedLimitMs = 100_000;

interface Slow {
  readonly kind: 'head' | 'body' | 'answer';
  readonly socket: Socket;
  isClosed: boolean;
}

const lists = '/api/openapi.json';

/** A client that sends a byte a second, or never reads what it asked for. */
function slowClient(url: string, kind: Slow['kind'], token: string): Slow {
  const socket = dial(url);
  const slow: Slow = { kind, socket, isClosed: false };
  socket.once('close', () => { slow.isClosed = true; });
  const body = { 'content-type': 'application/json', 'content-length': '1000', authorization: `Bearer ${token}` };
  if (kind === 'head') socket.write('POST /api/TokenAuth/Authenticate HTTP/1.1\r\nhost: x\r\n');
  else if (kind === 'body') socket.write(headOf('POST /api/services/app/C_client/CreateOrEdit', body));
  else {
    socket.pause();
    for (let at = 0; at < 20; at += 1) socket.write(headOf(`GET ${lists}`, { authorization: `Bearer ${token}` }));
  }
  return slow;
}

/** Many clients that send a byte a second or never read. Others notice nothing, and the server gets rid of them. */
export const slowClients: FaultRun = {
  name: 'F19', title: 'clients that send a byte a second or never read',
  async run(world, { isLong, seed }) {
    const report = new Report(`F19 ${slowClients.title}`);
    const server = await world.start();
    const token = await signIn(server.url);
    const scene = await Scene.of(world, 'F19', { urls: () => [server.url], connections: 2, largest: 5, seed });
    scene.load.start();
    await scene.load.more(100);
    const before = [...scene.load.times];
    const memory = server.memoryMb();
    const count = isLong ? 2000 : 300;
    const kinds = ['head', 'body', 'answer'] as const;
    const slow = Array.from({ length: count }, (_each, at) => slowClient(server.url, kinds[at % 3] as Slow['kind'], token));
    const dripping = setInterval(() => { for (const { kind, socket } of slow) if (kind !== 'answer' && socket.writable) socket.write('a'); }, 1000);
    await pause(isLong ? 20_000 : 3000);
    scene.load.times.length = 0;
    await scene.load.more(isLong ? 1000 : 150);
    const during = [...scene.load.times];
    const grown = server.memoryMb() - memory;
    const live = await statusOf(server.url, '/health/live');
    const began = performance.now();
    const limit = isLong ? closedLimitMs : 0;
    while (slow.some(({ kind, isClosed }) => kind !== 'answer' && !isClosed) && performance.now() - began < limit) await pause(200);
    clearInterval(dripping);
    const [calm, busy] = [quantile(before, 0.95), quantile(during, 0.95)];
    report.inject(`${count} connections: a third each with a head and a body of a byte a second, a third that ask 20 times for ${lists} and never read; seed ${seed}`);
    report.check(`others are answered as before (95 % within ${calm.toFixed(0)} ms, then ${busy.toFixed(0)} ms)`, during.length, busy > Math.max(calm * 3, 500) ? [`${busy.toFixed(0)} ms`] : []);
    report.check(`memory is bounded (${grown.toFixed(0)} MB for ${count})`, 1, grown > mostPerClientMb * count ? [`${grown.toFixed(0)} MB`] : []);
    report.check('the server lives', 1, live === 200 ? [] : [`live ${live}`]);
    if (isLong) {
      for (const kind of ['head', 'body'] as const) {
        const open = slow.filter((each) => each.kind === kind && !each.isClosed).length;
        report.check(`slow ${kind}s are closed by limits within ${closedLimitMs / 1000} s`, slow.filter((each) => each.kind === kind).length, open > 0 ? [`${open} are still open`] : []);
      }
    }
    for (const { socket } of slow) socket.destroy();
    await scene.end(report);
    await server.end();
    return report;
  },
};
