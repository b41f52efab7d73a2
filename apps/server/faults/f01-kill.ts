import { compare } from './compare.ts';
import { deliver, deliverAtLast, entriesOf } from './deliver.ts';
import { Journal } from './journal.ts';
import { Fleet, type Message } from './messages.ts';
import type { FaultRun } from './fault.ts';
import { Random } from './random.ts';
import { Report } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import type { SourceKey, World } from './world.ts';
import { timeLimit } from './time-limit.ts';

const connections = 6;
const readyLimitMs = timeLimit(10_000);

interface Traffic {
  readonly fleet: Fleet;
  readonly random: Random;
  readonly source: SourceKey;
  readonly journal: Journal;
  readonly sent: Map<string, Message>;
}

/** Delivers over several connections until the server is gone. Returns the deliveries that were not acknowledged. */
async function until(server: ServerProcess, gone: () => boolean, traffic: Traffic): Promise<Message[][]> {
  const { fleet, random, source, journal, sent } = traffic;
  const open: Message[][] = [];
  const connection = async (): Promise<void> => {
    while (!gone()) {
      const batch = fleet.batch(random.whole(1, 25));
      for (const message of batch) sent.set(message.token, message);
      try {
        journal.write(entriesOf(batch, await deliver(server.url, source, batch)));
      } catch {
        open.push(batch);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return open;
}

async function round(
  world: World,
  server: ServerProcess,
  input: { readonly traffic: Traffic; readonly withDatabase: boolean },
): Promise<Message[][]> {
  let isGone = false;
  const working = until(server, () => isGone, input.traffic);
  await new Promise((resolve) => {
    setTimeout(resolve, input.traffic.random.whole(0, 300));
  });
  if (input.withDatabase) world.killDatabase();
  await server.kill();
  isGone = true;
  return working;
}

/** kill -9 of the server, in some rounds of its database too; restart; repeat what was not acknowledged. */
export const kill: FaultRun = {
  name: 'F1',
  title: 'kill -9 of the server in the middle of batches',
  async run(world, { isLong, seed }) {
    const report = new Report(`F1 ${kill.title}`);
    const rounds = isLong ? 200 : 2;
    const databaseEvery = isLong ? 10 : Number.POSITIVE_INFINITY;
    const random = new Random(seed);
    let server = await world.start();
    const tenants = [await world.tenant('F1a'), await world.tenant('F1b')];
    const wearers = (await Promise.all(tenants.map((tenantId) => world.wearers(tenantId, 6)))).flat();
    const traffic: Traffic = {
      fleet: new Fleet(wearers, random),
      random,
      source: await world.source(),
      journal: new Journal(world.file('f1.journal')),
      sent: new Map(),
    };
    const ready: number[] = [];
    let cut = 0;
    let databaseKills = 0;
    for (let at = 1; at <= rounds; at += 1) {
      const withDatabase = at % databaseEvery === 0;
      const open = await round(world, server, { traffic, withDatabase });
      if (withDatabase) databaseKills += 1;
      server = await world.start();
      ready.push(server.readyMs);
      cut += open.length;
      for (const batch of open)
        traffic.journal.write(entriesOf(batch, await deliverAtLast(server.url, traffic.source, batch)));
    }
    report.inject(
      `${rounds} kills of the server, ${databaseKills} of them with its database, after 0-300 ms of ${connections} connections; ${traffic.sent.size} messages, ${cut} deliveries cut off and sent again; seed ${seed}`,
    );
    report.check(
      `ready again within ${readyLimitMs / 1000} s (slowest ${(Math.max(...ready) / 1000).toFixed(1)} s)`,
      ready.length,
      ready.filter((ms) => ms > readyLimitMs).map((ms) => `${ms.toFixed(0)} ms`),
    );
    await compare(world, report, { sent: traffic.sent, journal: traffic.journal.read() });
    traffic.journal.close();
    await server.end();
    return report;
  },
};
