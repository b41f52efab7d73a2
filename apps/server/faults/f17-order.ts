import { compareCases, settled } from './compare.ts';
import { deliverAtLast } from './deliver.ts';
import type { FaultRun } from './fault.ts';
import type { Message } from './messages.ts';
import { Random } from './random.ts';
import { recountProblems } from './recount.ts';
import { Report } from './report.ts';
import { normalised, type ToldCase, type Universe } from './universe.ts';
import { storyOf, type Telling } from './story.ts';
import type { SourceKey, World } from './world.ts';

interface Delivery {
  readonly world: World;
  readonly url: string;
  readonly source: SourceKey;
}

const toMessage =
  (universe: Universe) =>
  (telling: Telling): Message => {
    const wearer = universe.wearers[telling.person];
    if (!wearer) throw new Error('a story tells of nobody');
    return {
      token: telling.token,
      wearer,
      kind: 'heart',
      figure: 0,
      measuredAt: telling.at,
      item: {
        imei: wearer.imei,
        dataType: telling.kind,
        values: { ...telling.values, remark: telling.token },
        measuredAt: new Date(telling.at).toISOString(),
      },
    };
  };

/**
 * Delivers the story piece by piece and waits for the processing of each, so that arrival and processing have one
 * order.
 */
async function tell(
  { world, url, source }: Delivery,
  pieces: readonly (readonly Message[])[],
  stepwise: boolean,
): Promise<readonly string[]> {
  const unexpected: string[] = [];
  for (const piece of pieces) {
    for (const answer of await deliverAtLast(url, source, piece))
      if (answer.status === 'rejected' || answer.status === 'ignored') unexpected.push(JSON.stringify(answer));
    if (stepwise) unexpected.push(...(await settled(world)));
  }
  return unexpected;
}

async function universeOf(world: World, name: string, people: number): Promise<Universe> {
  const tenantId = await world.tenant(name);
  return { tenantId, wearers: await world.wearers(tenantId, people) };
}

/** The story as messages in pieces of random length, some of them repeated. */
function inRandomOrder(
  random: Random,
  tellings: readonly Telling[],
  universe: Universe,
): readonly (readonly Message[])[] {
  const copies = tellings.flatMap((telling) => (random.chance(0.1) ? [telling, telling] : [telling]));
  return random.pieces(random.shuffled(copies).map(toMessage(universe)), 12);
}

function checkAhead(report: Report, readings: readonly string[], sent: number): void {
  const aside = readings.filter((line) => line.startsWith('aside ') && line.includes('bad_time')).length;
  report.check(
    'messages ahead of time are kept aside',
    sent,
    aside === sent ? [] : [`${sent} were sent, ${aside} are kept aside`],
  );
}

/** The same messages in random order and pieces, some repeated, give the same tables, rollups and cases. */
export const order: FaultRun = {
  name: 'F17',
  title: 'the same messages in any order, late and ahead of time',
  async run(world, { isLong, seed }) {
    const report = new Report(`F17 ${order.title}`);
    const random = new Random(seed);
    const server = await world.start();
    const source = await world.source();
    const story = storyOf(random, Date.now(), isLong ? 12 : 6);
    const delivery: Delivery = { world, url: server.url, source };
    const first = await universeOf(world, 'F17x', story.people);
    const unexpected = [
      ...(await tell(
        delivery,
        story.tellings.map(toMessage(first)).map((message) => [message]),
        false,
      )),
      ...(await settled(world)),
    ];
    const told = await normalised(world, first);
    const rounds = isLong ? 10 : 2;
    const differing = { readings: [] as string[], cases: [] as string[] };
    const tenantIds = [first.tenantId];
    let more = 0;
    for (let at = 1; at <= rounds; at += 1) {
      const other = await universeOf(world, 'F17y', story.people);
      tenantIds.push(other.tenantId);
      const pieces = inRandomOrder(random, story.tellings, other);
      unexpected.push(...(await tell(delivery, pieces, at % 2 === 0)), ...(await settled(world)));
      const now = await normalised(world, other);
      differing.readings.push(...differences(told.readings, now.readings, at));
      differing.cases.push(...lacking(told.cases, now.cases, at));
      more += now.cases.filter((each) => !told.cases.some((other) => isSame(each, other))).length;
    }
    report.inject(
      `${rounds} random orders of ${story.tellings.length} messages of ${story.people} people over ten days, ${story.ahead} of them with a clock ahead; seed ${seed}`,
    );
    report.check(
      'everything is answered as it should be and followed',
      tenantIds.length * story.tellings.length,
      unexpected,
    );
    report.check(
      'readings, newest values, rollups and what is kept aside are the same',
      told.readings.length * rounds,
      differing.readings,
    );
    report.check(
      `every case of the measured order is there, as long, as grave and as open (${more} were told before the readings that make them less)`,
      told.cases.filter(isByReadings).length * rounds,
      differing.cases,
    );
    checkAhead(report, told.readings, story.ahead);
    await compareCases(world, report, tenantIds);
    const { checked, broken } = await recountProblems(world, tenantIds);
    report.check('newest values, hours, days and totals equal a recount', checked, broken);
    await server.end();
    return report;
  },
};

function differences(wanted: readonly string[], found: readonly string[], round: number): string[] {
  const left = new Set(wanted);
  const strange = found.filter((line) => !left.delete(line));
  return [
    ...[...left].map((line) => `order ${round} lacks ${line}`),
    ...strange.map((line) => `order ${round} has ${line}`),
  ];
}

const worded = ({ person, type, level, isOpen, from, to, count }: ToldCase): string =>
  `${type} of person ${person}, level ${level}, ${isOpen ? 'open' : 'ended'}, ${from.toISOString()} to ${to.toISOString()}, ${count} readings`;
const isSame = (one: ToldCase, other: ToldCase): boolean => worded(one) === worded(other);

/** True when a case covers another. Notified cases stay, so it may be longer, of a higher level or still open. */
const covers = (found: ToldCase, wanted: ToldCase): boolean =>
  found.person === wanted.person &&
  found.type === wanted.type &&
  found.level >= wanted.level &&
  found.from <= wanted.from &&
  found.count >= wanted.count &&
  (found.isOpen === wanted.isOpen ? found.to >= wanted.to : found.isOpen);

/** Whether the case depends on the readings alone. */
const isByReadings = ({ isOfClock }: ToldCase): boolean => !isOfClock;

function lacking(wanted: readonly ToldCase[], found: readonly ToldCase[], round: number): string[] {
  return wanted
    .filter(isByReadings)
    .filter((each) => !found.some((other) => covers(other, each)))
    .map(
      (each) =>
        `order ${round} lacks ${worded(each)}; it has ${
          found
            .filter(({ person, type }) => person === each.person && type === each.type)
            .map(worded)
            .join(' and ') || 'none'
        }`,
    );
}
