import { signed } from './deliver.ts';
import type { FaultRun } from './fault.ts';
import { LiveMemory } from './live-memory.ts';
import { tooMuch, type TooMuch } from './oversized-bodies.ts';
import { exchange, headOf, type RawAnswer } from './raw-wire.ts';
import { Report } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import { signIn } from './session.ts';
import { timeLimit } from './time-limit.ts';

const slowestMs = timeLimit(5000);
const mostTakenMb = 400;
const mostHeldMb = 20;

interface Door {
  readonly name: string;
  readonly path: string;
  readonly prove: (body: Buffer) => Record<string, string>;
  readonly unpacks: boolean;
}

async function send(server: ServerProcess, door: Door, { method, path, body, headers }: TooMuch): Promise<RawAnswer> {
  const proof = door.prove(body ?? Buffer.alloc(0));
  const head = headOf(`${method} ${path ?? door.path}`, {
    connection: 'close',
    ...(body && { 'content-type': 'application/json', 'content-length': String(body.length) }),
    ...proof,
    ...headers,
  });
  return exchange(server.url, body ? [head, body] : [head]);
}

/** The most memory that the process had while something was sent to it, MB. */
async function highest(server: ServerProcess, work: () => Promise<void>): Promise<number> {
  let most = server.memoryMb();
  const looking = setInterval(() => {
    most = Math.max(most, server.memoryMb());
  }, 5);
  await work();
  clearInterval(looking);
  return Math.max(most, server.memoryMb());
}

/** Requests that are too large, too deep or too many are refused at little cost. */
export const oversized: FaultRun = {
  name: 'F20',
  title: 'bodies, headers and queries that are too much',
  async run(world, { isLong }) {
    const report = new Report(`F20 ${oversized.title}`);
    const held = new LiveMemory(world);
    const server = await world.start(held.settings);
    const source = await world.source();
    const token = await signIn(server.url);
    await held.watch(server);
    const doors: readonly Door[] = [
      { name: 'batch door', path: '/api/ingest/v1/batches', prove: (body) => signed(source, body), unpacks: true },
      { name: 'single door', path: '/api/ingest/v1/readings', prove: (body) => signed(source, body), unpacks: true },
      {
        name: 'saving a client',
        path: '/api/services/app/C_client/CreateOrEdit',
        prove: () => ({ authorization: `Bearer ${token}` }),
        unpacks: false,
      },
      { name: 'sign-in', path: '/api/TokenAuth/Authenticate', prove: () => ({ 'abp.tenantid': '1' }), unpacks: false },
    ];
    const list = tooMuch();
    const wrong: string[] = [];
    const slow: string[] = [];
    let sent = 0;
    const once = async (): Promise<void> => {
      for (const door of doors) {
        for (const request of list.filter(({ onlyDoor }) => door.unpacks || !onlyDoor)) {
          const answer = await send(server, door, request);
          sent += 1;
          if (!request.statuses.includes(answer.status))
            wrong.push(`${door.name}, ${request.name}: ${answer.status || 'no answer'} ${answer.text.slice(-120)}`);
          if (answer.ms > slowestMs) slow.push(`${door.name}, ${request.name}: ${answer.ms.toFixed(0)} ms`);
        }
      }
    };
    const idleMb = server.memoryMb();
    const idleHeldMb = held.mostMb();
    let most = 0;
    for (let round = 0; round < (isLong ? 22 : 4); round += 1) most = Math.max(most, await highest(server, once));
    report.inject(`${sent} requests: ${list.map(({ name }) => name).join('; ')}`);
    report.check('refused with 400, 413 or 431', sent, wrong);
    report.check(`answered within ${slowestMs / 1000} s`, sent, slow);
    report.atMost('memory above the idle server, with what waits to be collected', most - idleMb, {
      limit: mostTakenMb,
      unit: 'MB',
    });
    report.atMost('memory that a request holds above the idle server, after collecting', held.mostMb() - idleHeldMb, {
      limit: mostHeldMb,
      unit: 'MB',
    });
    report.check(
      'the server is up',
      1,
      server.isRunning && (await fetch(`${server.url}/health/ready`)).status === 200 ? [] : ['it is not'],
    );
    await server.end();
    return report;
  },
};
