import { randomBytes } from 'node:crypto';
import { compare } from './compare.ts';
import { deliverAtLast, entriesOf, type ItemAnswer } from './deliver.ts';
import type { FaultRun } from './fault.ts';
import { Journal } from './journal.ts';
import { Fleet, type Message } from './messages.ts';
import { Random } from './random.ts';
import { Report } from './report.ts';
import type { Wearer } from './world.ts';

const connections = 8;

/** Readings that must be quarantined: their clock is an hour ahead. */
const asidesOf = (wearers: readonly Wearer[], count: number): Message[] =>
  Array.from({ length: count }, (_each, at): Message => {
    const wearer = wearers[at % wearers.length] as Wearer;
    const measuredAt = Date.now() + 3_600_000 + at * 1000;
    return {
      token: randomBytes(9).toString('base64url'),
      wearer,
      kind: 'aside',
      figure: 70,
      measuredAt,
      item: {
        imei: wearer.imei,
        dataType: 'heart',
        values: { heart: 70 },
        measuredAt: new Date(measuredAt).toISOString(),
      },
    };
  });

/** Answers of one message that contradict each other: other ids, or stored more than once. */
function contradictions(answers: ReadonlyMap<string, readonly ItemAnswer[]>): string[] {
  return [...answers].flatMap(([token, all]) => {
    const ids = new Set(all.map(({ id }) => id));
    const stored = all.filter(({ status }) => status === 'stored').length;
    const others = all.filter(({ status }) => status !== 'stored' && status !== 'duplicate');
    return ids.size > 1 || stored > 1 || others.length > 0
      ? [`${token}: ${all.map(({ status, id }) => `${status} ${id ?? ''}`).join(', ')}`]
      : [];
  });
}

/**
 * Every message is sent one to five times, also within a delivery, over many connections, to two servers on one
 * database.
 */
export const duplicates: FaultRun = {
  name: 'F16',
  title: 'every message several times, to two servers at once',
  async run(world, { isLong, seed }) {
    const report = new Report(`F16 ${duplicates.title}`);
    const random = new Random(seed);
    const servers = [await world.start(), await world.start()];
    const tenantIds = [await world.tenant('F16a'), await world.tenant('F16b')];
    const wearers = [
      ...(await world.wearers(tenantIds[0] as number, 5)),
      ...(await world.wearers(tenantIds[1] as number, 5)),
    ];
    const source = await world.source();
    const journal = new Journal(world.file('f16.journal'));
    const messages = new Fleet(wearers, random).batch(isLong ? 5000 : 400, 0.02);
    const asides = asidesOf(wearers, isLong ? 200 : 20);
    const copies = random.shuffled(
      [...messages, ...asides].flatMap((message) => Array.from({ length: random.whole(1, 5) }, () => message)),
    );
    const waiting = random.pieces(copies, 25);
    const answers = new Map<string, ItemAnswer[]>();
    const connection = async (): Promise<void> => {
      for (let batch = waiting.pop(); batch; batch = waiting.pop()) {
        const got = await deliverAtLast(random.pick(servers).url, source, batch);
        for (const [at, { token, kind }] of batch.entries())
          if (kind !== 'aside') answers.set(token, [...(answers.get(token) ?? []), got[at] as ItemAnswer]);
        journal.write(entriesOf(batch, got).filter((_entry, at) => batch[at]?.kind !== 'aside'));
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
    report.inject(
      `${copies.length} deliveries of ${messages.length + asides.length} messages over ${connections} connections to ${servers.length} servers; seed ${seed}`,
    );
    report.check(
      'all answers to one message name one and the same row, stored once',
      answers.size,
      contradictions(answers),
    );
    const [kept] = await world.sql<{ count: number }>(
      'select count(*) as count from quarantined_reading where tenant_id = any($1::bigint[])',
      [tenantIds],
    );
    report.check(
      'what is kept aside is kept once',
      asides.length,
      kept?.count === asides.length ? [] : [`${asides.length} messages, ${kept?.count ?? 0} rows`],
    );
    await compare(world, report, {
      sent: new Map(messages.map((message) => [message.token, message])),
      journal: journal.read(),
    });
    journal.close();
    for (const server of servers.toReversed()) await server.end();
    return report;
  },
};
