import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupBy } from '../../../platform/group-by.ts';
import {
  byMeasurement,
  isBehindCase,
  isLinked,
  mayChangeCases,
  takeReadings,
  withoutTwins,
  type CaseBook,
  type CaseReading,
  type CaseStep,
  type MeasurementKind,
} from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import { roomOfClient } from '../../../platform/live-bus.ts';
import { mapInBatches } from '../../../platform/map-in-batches.ts';
import { followContacts } from '../totals/contacts.ts';
import { followLatest } from '../totals/rollups.ts';
import { loadPersons, type PersonContext } from '../intake/device-context.ts';
import { storedEvent, type StoredEvent } from '../intake/delivery.ts';
import { type Contexts, type TenantContext } from '../intake/contexts.ts';
import { policiesOf } from '../notices/policies.ts';
import { loadBooks, toCaseReading } from './case-book.ts';
import { personReadingsOf, readStored, type PersonReadings, type Stored } from './touched-persons.ts';
import { followCorrected, levelsBefore } from './corrected.ts';
import { replayCases } from './case-replay.ts';
import { saveAllSteps, savePast, saveSteps, withdrawCases, type CasePerson, type PersonSteps } from './case-store.ts';
import { followSignsOfLife } from '../silence/signs-of-life.ts';
import { findOutcomes, saveOutcomes } from './history.ts';
import { askRetests } from './retest.ts';
import { awaitAnswers, silenceSteps } from '../silence/unanswered.ts';

type EventReading = StoredEvent['readings'][number];

/** Keeps the persons whose cases may change: an abnormal reading, or an open case that a normal one may change. */
function mayChange(
  touched: readonly PersonReadings[],
  books: ReadonlyMap<number, CaseBook>,
): readonly PersonReadings[] {
  const persons = new Set(
    touched
      .filter(({ clientId, worst, times }) => mayChangeCases(books.get(clientId), { worst, first: Math.min(...times) }))
      .map(({ clientId }) => clientId),
  );
  return touched.filter(({ clientId }) => persons.has(clientId));
}

interface Judging {
  readonly tenant: TenantContext;
  readonly contexts: Contexts;
  readonly persons: ReadonlyMap<number, PersonContext>;
}

function readingsOf(
  ctx: CallCtx,
  { rows }: Stored,
  judging: Judging,
): ReadonlyMap<PersonReadings, readonly CaseReading[]> {
  const found = new Map<PersonReadings, readonly CaseReading[]>();
  for (const [each, stored] of rows) {
    const person = judging.persons.get(each.clientId);
    if (!person) continue;
    const own = stored.map((row) =>
      toCaseReading(each.kind as MeasurementKind, row, {
        tenant: judging.tenant,
        limits: judging.contexts.limitsOf({
          tenantId: ctx.tenantId,
          tenant: judging.tenant,
          person,
          at: row.measuredAt.getTime(),
        }),
      }),
    );
    found.set(each, withoutTwins(own.toSorted(byMeasurement)));
  }
  return found;
}

const stepsOf = (book: CaseBook, byKind: ReadonlyMap<PersonReadings, readonly CaseReading[]>): readonly CaseStep[] =>
  takeReadings(
    book,
    [...byKind].map(([{ kind, times }, readings]) => ({ kind: kind as MeasurementKind, readings, times })),
  ).steps;

/** Persons whose readings are processed out of measured order or are older than one of their cases. */
function outOfOrder(
  wanted: readonly PersonReadings[],
  { disturbed }: Stored,
  books: ReadonlyMap<number, CaseBook>,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const each of wanted) {
    const { isOvertaken, isBehindOther } = disturbed.get(each) ?? { isOvertaken: false, isBehindOther: false };
    if (isOvertaken || (isBehindOther && isOnBook(isLinked, each, books)) || isOnBook(isBehindCase, each, books))
      found.add(each.clientId);
  }
  return found;
}

function isOnBook(
  asks: typeof isLinked,
  { clientId, kind, times }: PersonReadings,
  books: ReadonlyMap<number, CaseBook>,
): boolean {
  const book = books.get(clientId);
  return book !== undefined && asks(book, kind as MeasurementKind, Math.min(...times));
}

interface Person {
  readonly context: PersonContext;
  readonly touched: readonly PersonReadings[];
}

/** Replays a person's readings; false when the new ones are too old for that. */
async function replayPerson(ctx: CallCtx, { context, touched }: Person, judging: Judging): Promise<boolean> {
  const repairs = await replayCases(ctx, touched, { ...judging, person: context });
  if (!repairs) return false;
  const person: CasePerson = { clientId: context.clientId, name: context.name, team: context.team };
  await withdrawCases(ctx, person, repairs.withdrawn);
  await saveSteps(ctx, person, repairs.steps);
  for (const past of repairs.past) await savePast(ctx, person, past);
  return true;
}

/** Of so few persons all is read in one trip to the database. */
const fewPersons = 20;

const personsAtOnce = 100;

interface Judged {
  readonly steps: readonly PersonSteps[];
  readonly readings: ReadonlyMap<PersonReadings, readonly CaseReading[]>;
  readonly books: ReadonlyMap<number, CaseBook>;
}

/** What becomes of the cases of persons with new readings. A replay writes at once. */
async function judgeCases(
  ctx: CallCtx,
  readings: readonly EventReading[],
  contexts: Contexts,
): Promise<Judged | undefined> {
  const touched = personReadingsOf(readings);
  if (touched.length === 0) return undefined;
  const touchedIds = [...new Set(touched.map(({ clientId }) => clientId))];
  const isFew = touchedIds.length <= fewPersons;
  // Abnormal readings may change cases whatever the book says.
  const abnormal = isFew ? touched.filter(({ worst }) => worst > 0) : [];
  const [books, known, ofAbnormal] = await Promise.all([
    loadBooks(ctx, touchedIds),
    isFew ? loadPersons(ctx.tx, touchedIds) : undefined,
    readStored(ctx, abnormal),
    policiesOf(ctx),
  ]);
  const wanted = mayChange(touched, books);
  if (wanted.length === 0) return undefined;
  const clientIds = [...new Set(wanted.map(({ clientId }) => clientId))];
  const [tenant, persons, ofOthers] = await Promise.all([
    contexts.tenant(ctx.tenantId),
    known ?? loadPersons(ctx.tx, clientIds),
    readStored(
      ctx,
      wanted.filter((each) => !ofAbnormal.rows.has(each)),
    ),
  ]);
  const stored: Stored = {
    rows: new Map([...ofAbnormal.rows, ...ofOthers.rows]),
    disturbed: new Map([...ofAbnormal.disturbed, ...ofOthers.disturbed]),
  };
  const judging: Judging = { tenant, contexts, persons: new Map(persons.map((person) => [person.clientId, person])) };
  const [mixed, all] = [outOfOrder(wanted, stored, books), readingsOf(ctx, stored, judging)];
  const byClient = groupBy(wanted, (each) => each.clientId);
  const steps = await mapInBatches(clientIds, personsAtOnce, async (clientId) => {
    const person = judging.persons.get(clientId);
    const book = books.get(clientId);
    if (!person || !book) return [];
    const own = new Map(
      (byClient.get(clientId) ?? []).flatMap((each) => {
        const found = all.get(each);
        return found ? [[each, found] as const] : [];
      }),
    );
    const isReplayed =
      mixed.has(clientId) &&
      (await replayPerson(ctx, { context: person, touched: byClient.get(clientId) ?? [] }, judging));
    return [
      {
        person: { clientId, name: person.name, team: person.team },
        steps: isReplayed ? silenceSteps(book, own.values()) : stepsOf(book, own),
      },
    ];
  });
  return { steps: steps.flat(), readings: all, books };
}

async function saveCases(
  ctx: CallCtx,
  readings: readonly EventReading[],
  { steps, readings: judged, books }: Judged,
): Promise<void> {
  await saveAllSteps(ctx, steps);
  awaitAnswers(ctx, judged);
  await askRetests(ctx, { readings, judged, books });
}

function refreshPersonPages(ctx: CallCtx, readings: readonly EventReading[]): void {
  const kinds = new Map<number, Set<MeasurementKind>>();
  for (const [kind, clientId] of readings) {
    if (clientId === null) continue;
    const changed = kinds.get(clientId);
    if (changed) changed.add(kind);
    else kinds.set(clientId, new Set([kind]));
  }
  for (const [clientId, changed] of kinds)
    ctx.publish({
      event: 'newreading',
      rooms: [roomOfClient(ctx.tenantId, clientId)],
      payload: { userId: clientId, dataTypes: [...changed] },
    });
}

const isReplacing = ([, , , , , supersedes]: EventReading): boolean => supersedes !== null;

/**
 * Processes stored readings: cases with their announcements, newest values, signs of life of devices. The newest
 * values are updated after the cases were judged, which compare with them; the writes are sent together.
 */
export async function followReadings(ctx: CallCtx, payloads: readonly unknown[], contexts: Contexts): Promise<void> {
  const events = payloads.map(storedEvent);
  const readings = events.flatMap((event) => event.readings);
  const [, before, found, judged] = await Promise.all([
    ctx.tx.execute("select pg_advisory_xact_lock(hashtextextended('readings', $1))", [ctx.tenantId]),
    levelsBefore(ctx, readings),
    findOutcomes(ctx, readings, contexts),
    judgeCases(ctx, readings, contexts),
  ]);
  const saved = judged ? saveCases(ctx, readings, judged) : Promise.resolve();
  if (readings.some(isReplacing)) {
    await saved;
    await followCorrected(ctx, readings, { contexts, before });
  }
  saved.catch(() => undefined);
  // Behind the first statement of the cases: PostgreSQL works while the server prepares the next one.
  await nextTurn();
  await Promise.all([
    saved.then(() => saveOutcomes(ctx, found)),
    followLatest(ctx, readings),
    followContacts(
      ctx,
      events.flatMap((event) => event.contacts),
    ),
    followSignsOfLife(ctx, events, contexts),
  ]);
  refreshPersonPages(ctx, readings);
}
