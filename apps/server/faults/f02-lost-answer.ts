import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { compare } from './compare.ts';
import { deliverAtLast, entriesOf, signed, type ItemAnswer } from './deliver.ts';
import { Journal } from './journal.ts';
import { Fleet, type Message } from './messages.ts';
import type { FaultRun } from './fault.ts';
import { CuttingProxy } from './proxy.ts';
import { Random } from './random.ts';
import { Report } from './report.ts';
import type { SourceKey, World } from './world.ts';

/** Sends a batch over a connection of its own without packing, and does not mind that no answer comes. */
function sendBlind(url: string, source: SourceKey, messages: readonly Message[]): Promise<'answered' | 'cut'> {
  const body = Buffer.from(JSON.stringify({ items: messages.map(({ item }) => item) }));
  return new Promise((resolve) => {
    const call = request(
      `${url}/api/ingest/v1/batches`,
      {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': body.length, ...signed(source, body) },
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve('answered'));
      },
    );
    call.once('error', () => resolve('cut'));
    call.end(body);
  });
}

/** The answer to a repeated message: a duplicate with the same id if it was stored, otherwise the same as before. */
function differs(first: ItemAnswer, again: ItemAnswer): boolean {
  const status = first.status === 'stored' ? 'duplicate' : first.status;
  return (
    again.status !== status ||
    again.id !== first.id ||
    again.abnormalLevel !== first.abnormalLevel ||
    again.reason !== first.reason
  );
}

/** A batch of every kind: readings, a call for help, a quarantined one, an ignored one. */
function mixedBatch(fleet: Fleet, random: Random): Message[] {
  const readings = fleet.batch(random.whole(1, 8), 0);
  const [first] = readings;
  const more = random.chance(0.3) ? [fleet.call()] : [];
  const ahead =
    first && random.chance(0.3)
      ? [
          {
            ...first,
            token: randomBytes(9).toString('base64url'),
            kind: 'aside' as const,
            item: {
              imei: first.wearer.imei,
              dataType: 'heart',
              values: { heart: 70 },
              measuredAt: new Date(Date.now() + 3_600_000).toISOString(),
            },
          },
        ]
      : [];
  return [...readings, ...more, ...ahead];
}

interface Run {
  readonly world: World;
  readonly source: SourceKey;
  readonly fleet: Fleet;
  readonly random: Random;
  readonly journal: Journal;
  readonly sent: Map<string, Message>;
  readonly wrong: string[];
  compared: number;
  asides: number;
}

/** One batch whose answer is lost, and the same batch again. */
async function lose(
  run: Run,
  proxy: CuttingProxy,
  input: { readonly kill: () => Promise<void>; readonly url: () => Promise<string> },
): Promise<void> {
  const messages = mixedBatch(run.fleet, run.random);
  for (const message of messages) if (message.kind !== 'aside') run.sent.set(message.token, message);
  run.asides += messages.filter(({ kind }) => kind === 'aside').length;
  let swallowed = '';
  let killed: Promise<void> = Promise.resolve();
  proxy.swallowNext((answer) => {
    swallowed = answer;
    killed = input.kill();
  });
  const seen = await sendBlind(proxy.url, run.source, messages);
  await killed;
  if (seen !== 'cut' || swallowed === '') throw new Error('the answer was not cut off');
  const { results } = JSON.parse(swallowed) as { readonly results: readonly ItemAnswer[] };
  const again = await repeat(run, messages, await input.url());
  for (const [at, first] of results.entries()) {
    run.compared += 1;
    const second = again[at];
    if (!second || differs(first, second))
      run.wrong.push(
        `${messages[at]?.kind ?? ''} was answered ${JSON.stringify(first)} and then ${JSON.stringify(second)}`,
      );
  }
}

/** The same batch again, acknowledged this time. A single message is sent twice, so that it remains a batch. */
async function repeat(
  { source, journal }: Run,
  messages: readonly Message[],
  url: string,
): Promise<readonly ItemAnswer[]> {
  const answers = await deliverAtLast(url, source, messages.length === 1 ? [...messages, ...messages] : messages);
  journal.write(entriesOf(messages, answers).filter((_entry, at) => messages[at]?.kind !== 'aside'));
  return answers;
}

/** The answer is lost after the commit: by a cut wire, or because the server dies at that moment. */
export const lostAnswer: FaultRun = {
  name: 'F2',
  title: 'the answer is lost after the commit',
  async run(world, { isLong, seed }) {
    const report = new Report(`F2 ${lostAnswer.title}`);
    const [cuts, kills] = isLong ? [200, 30] : [20, 1];
    let server = await world.start();
    const random = new Random(seed);
    const wearers = await world.wearers(await world.tenant('F2'), 5);
    const run: Run = {
      world,
      source: await world.source(),
      fleet: new Fleet(wearers, random),
      random,
      journal: new Journal(world.file('f2.journal')),
      sent: new Map(),
      wrong: [],
      compared: 0,
      asides: 0,
    };
    const proxy = await CuttingProxy.open();
    for (let at = 0; at < cuts; at += 1) {
      proxy.lead(server.url);
      await lose(run, proxy, { kill: async () => undefined, url: async () => server.url });
    }
    for (let at = 0; at < kills; at += 1) {
      proxy.lead(server.url);
      await lose(run, proxy, { kill: () => server.kill(), url: async () => (server = await world.start()).url });
    }
    await proxy.close();
    report.inject(
      `${cuts} answers cut off on the wire, ${kills} kills of the server between commit and answer; ${run.sent.size + run.asides} messages; seed ${seed}`,
    );
    report.check('the same delivery again has the same answer', run.compared, run.wrong);
    const [aside] = await world.sql<{ count: number }>(
      'select count(*) as count from quarantined_reading where tenant_id = $1',
      [wearers[0]?.tenantId],
    );
    report.check(
      'what is kept aside is kept once',
      run.asides,
      aside?.count === run.asides ? [] : [`${run.asides} messages, ${aside?.count ?? 0} rows`],
    );
    await compare(world, report, { sent: run.sent, journal: run.journal.read() });
    run.journal.close();
    await server.end();
    return report;
  },
};
