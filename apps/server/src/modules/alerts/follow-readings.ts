import { groupBy } from '../../platform/group-by.ts';
import { advance, bookDepth, type CaseBook, type CaseReading, type CaseStep, type MeasurementKind } from '@kangmai/domain';
import { judgedKinds, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { roomOfClient } from '../../platform/live-bus.ts';
import { followContacts, followLatest, loadPersons, storedEvent, type Contexts, type PersonContext, type StoredEvent, type TenantContext } from '../readings/public.ts';
import { loadBooks, newestReadings, toCaseReading, usualInterval } from './case-book.ts';
import { overtaken, replayCases } from './case-replay.ts';
import { savePast, saveSteps, type CasePerson } from './case-store.ts';
import { followHeard } from './heard.ts';
import { followHistory } from './history.ts';
import { askRetests } from './retest.ts';

type Stored = StoredEvent['readings'][number];

interface Touched {
  readonly clientId: number;
  readonly kind: ReadingKind;
  readonly times: ReadonlySet<number>;
  readonly worst: number;
}

const isJudged = (kind: MeasurementKind): kind is ReadingKind => (judgedKinds as readonly string[]).includes(kind);

function touchedOf(readings: readonly Stored[]): readonly Touched[] {
  const kinds = new Map<ReadingKind, Map<number, Touched & { readonly times: Set<number>; worst: number }>>();
  for (const [kind, clientId, , at, level] of readings) {
    if (clientId === null || !isJudged(kind)) continue;
    let persons = kinds.get(kind);
    if (!persons) kinds.set(kind, persons = new Map());
    let touched = persons.get(clientId);
    if (!touched) persons.set(clientId, touched = { clientId, kind, times: new Set(), worst: 0 });
    touched.times.add(at);
    touched.worst = Math.max(touched.worst, level);
  }
  return [...kinds.values()].flatMap((persons) => [...persons.values()]);
}

/** Only persons with something out of order need the case logic: an abnormal reading, or a case that a normal one may end. */
function concerned(touched: readonly Touched[], books: ReadonlyMap<number, CaseBook>): readonly Touched[] {
  return touched.filter(({ clientId, worst }) => {
    const book = books.get(clientId);
    return worst > 0 || (book !== undefined && (book.open.size > 0 || book.check !== null));
  });
}

interface Judging {
  readonly tenant: TenantContext;
  readonly contexts: Contexts;
  readonly persons: ReadonlyMap<number, PersonContext>;
}

async function readingsOf(ctx: CallCtx, touched: readonly Touched[], judging: Judging): Promise<ReadonlyMap<Touched, readonly CaseReading[]>> {
  const found = new Map<Touched, readonly CaseReading[]>();
  for (const [kind, group] of groupBy(touched, (each) => each.kind)) {
    const rows = await newestReadings(ctx, kind, group.map((each) => ({ clientId: each.clientId, until: new Date(Math.max(...each.times)), count: bookDepth + each.times.size })));
    const byClient = groupBy(rows, (row) => row.clientId);
    for (const each of group) {
      const person = judging.persons.get(each.clientId);
      if (!person) continue;
      const own = (byClient.get(each.clientId) ?? []).toSorted((one, other) => one.measuredAt.getTime() - other.measuredAt.getTime() || one.id - other.id);
      found.set(each, own.map((row) => toCaseReading(kind as MeasurementKind, row, { zone: judging.tenant.zone, limits: judging.contexts.limitsOf({ tenantId: ctx.tenantId, tenant: judging.tenant, person, at: row.measuredAt.getTime() }) })));
    }
  }
  return found;
}

/** Takes a person's new readings into the book in measured order. */
function stepsOf(book: CaseBook, byKind: ReadonlyMap<Touched, readonly CaseReading[]>): readonly CaseStep[] {
  const recent = new Map<MeasurementKind, CaseReading[]>();
  const fresh: { readonly reading: CaseReading; readonly interval: number }[] = [];
  for (const [touched, readings] of byKind) {
    const first = Math.min(...touched.times);
    recent.set(touched.kind as MeasurementKind, readings.filter(({ at }) => at < first));
    const interval = usualInterval(readings);
    fresh.push(...readings.filter(({ at }) => touched.times.has(at)).map((reading) => ({ reading, interval })));
  }
  let current: CaseBook = { ...book, recent };
  const steps: CaseStep[] = [];
  for (const { reading, interval } of fresh.toSorted((one, other) => one.reading.at - other.reading.at)) {
    const next = advance(current, reading, interval);
    current = next.book;
    steps.push(...next.steps);
  }
  return condensed(steps);
}

const isQuiet = (step: CaseStep): boolean => step.do === 'extend' && step.raisedFrom === null && step.notice === 'none';

/** Without the steps that only lengthen a case which the next step of its type lengthens further: every step tells the whole case. */
function condensed(steps: readonly CaseStep[]): readonly CaseStep[] {
  const next = new Map<string, CaseStep>();
  const kept: CaseStep[] = [];
  for (const step of steps.toReversed()) {
    const { abnormalType } = step.case;
    if (!isQuiet(step) || next.get(abnormalType)?.do !== 'extend') kept.push(step);
    next.set(abnormalType, step);
  }
  return kept.toReversed();
}

/** Persons whose readings came in another order than they were measured, or of whom a case tells of them already. */
async function disordered(ctx: CallCtx, wanted: readonly Touched[], books: ReadonlyMap<number, CaseBook>): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const [kind, group] of groupBy(wanted, (each) => each.kind)) for (const clientId of await overtaken(ctx, kind, group)) found.add(clientId);
  for (const { clientId, kind, times } of wanted) {
    const open = [...(books.get(clientId)?.open.values() ?? [])].filter((each) => each.kind === kind);
    if (open.some(({ toAt }) => Math.min(...times) <= toAt)) found.add(clientId);
  }
  return found;
}

interface Person {
  readonly context: PersonContext;
  readonly touched: readonly Touched[];
}

/** Goes through everything again where order of arrival was not order of measurement; false where the readings are too old for that. */
async function replayed(ctx: CallCtx, { context, touched }: Person, judging: Judging): Promise<boolean> {
  const replay = await replayCases(ctx, touched, { ...judging, person: context });
  if (!replay) return false;
  const person: CasePerson = { clientId: context.clientId, name: context.name, team: context.team };
  for (const past of replay.past) await savePast(ctx, person, past);
  await saveSteps(ctx, person, replay.steps);
  return true;
}

async function followCases(ctx: CallCtx, readings: readonly Stored[], contexts: Contexts): Promise<void> {
  const touched = touchedOf(readings);
  if (touched.length === 0) return;
  const books = await loadBooks(ctx, [...new Set(touched.map(({ clientId }) => clientId))]);
  const wanted = concerned(touched, books);
  if (wanted.length === 0) return;
  const clientIds = [...new Set(wanted.map(({ clientId }) => clientId))];
  const [tenant, persons] = await Promise.all([contexts.tenant(ctx.tenantId), loadPersons(ctx.tx, clientIds)]);
  const judging: Judging = { tenant, contexts, persons: new Map(persons.map((person) => [person.clientId, person])) };
  const [mixed, all] = await Promise.all([disordered(ctx, wanted, books), readingsOf(ctx, wanted, judging)]);
  const byClient = groupBy(wanted, (each) => each.clientId);
  // Side by side: the statements of all persons travel together, and nobody's cases touch another's.
  await Promise.all(clientIds.map(async (clientId) => {
    const person = judging.persons.get(clientId);
    const book = books.get(clientId);
    if (!person || !book) return;
    if (mixed.has(clientId) && await replayed(ctx, { context: person, touched: byClient.get(clientId) ?? [] }, judging)) return;
    const own = new Map((byClient.get(clientId) ?? []).flatMap((each) => { const found = all.get(each); return found ? [[each, found] as const] : []; }));
    await saveSteps(ctx, { clientId, name: person.name, team: person.team }, stepsOf(book, own));
  }));
  await askRetests(ctx, { readings, judged: all, books });
}

/** Open pages of a person are told that there is something new to read. */
function tellPages(ctx: CallCtx, readings: readonly Stored[]): void {
  const kinds = new Map<number, Set<MeasurementKind>>();
  for (const [kind, clientId] of readings) {
    if (clientId === null) continue;
    const told = kinds.get(clientId);
    if (told) told.add(kind);
    else kinds.set(clientId, new Set([kind]));
  }
  for (const [clientId, told] of kinds) ctx.publish({ event: 'newreading', rooms: [roomOfClient(ctx.tenantId, clientId)], payload: { userId: clientId, dataTypes: [...told] } });
}

/**
 * What follows stored readings at once: the cases with their news, the newest values and the devices' signs of life. The newest values stand
 * as the case logic left them: what is older than they are came out of order.
 * Runs once per committed delivery, tenant by tenant; a lock keeps two nodes from working on one tenant at a time.
 */
export async function followReadings(ctx: CallCtx, payloads: readonly unknown[], contexts: Contexts): Promise<void> {
  const events = payloads.map(storedEvent);
  const readings = events.flatMap((event) => event.readings);
  // What is read behind the lock travels with it.
  await Promise.all([ctx.tx.execute("select pg_advisory_xact_lock(hashtextextended('readings', $1))", [ctx.tenantId]), followCases(ctx, readings, contexts)]);
  await Promise.all([followLatest(ctx, readings), followContacts(ctx, events.flatMap((event) => event.contacts))]);
  await followHistory(ctx, readings, contexts);
  await followHeard(ctx, events, contexts);
  tellPages(ctx, readings);
}
