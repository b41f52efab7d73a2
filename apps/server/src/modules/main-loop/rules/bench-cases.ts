import { setImmediate as turn } from 'node:timers/promises';
import {
  byMeasurement,
  caseReading,
  casesOfReadings,
  DeferredReading,
  quietRangesOf,
  withoutTwins,
  type AbnormalRule,
  type CaseReading,
  type Limits,
  type MeasurementKind,
  type ReadingInput,
  type ReplayedCase,
  type StaffClosing,
} from '@kangmai/domain';
import { judgedKinds, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { toReadingInput } from '../cases/case-book.ts';
import { closingsOf } from '../cases/case-replay.ts';
import { readingsBetween, type StoredRows } from '../cases/stored-readings.ts';
import type { Contexts, TenantContext } from '../intake/contexts.ts';
import { loadPersons, type PersonContext } from '../intake/device-context.ts';

export interface RuleSet {
  readonly rules: readonly AbnormalRule[];
  readonly version: string;
  /** The only kind whose rules differ from those of the first set. */
  readonly kind?: string | undefined;
}

export interface BenchSpan {
  readonly clientIds: readonly number[];
  readonly since: Date;
  readonly until: Date;
  /** Closings from this instant, epoch ms; from `since` when left out. */
  readonly closedSince?: number;
}

export interface BenchCase extends ReplayedCase {
  readonly deviceId: number | null;
}

export interface KindRows {
  readonly kind: ReadingKind;
  readonly rows: StoredRows;
  readonly byTime: readonly number[];
  /** A reading as input of the case logic, the same under any rules. */
  readonly inputOf: (at: number) => ReadingInput;
}

export interface PersonRows {
  readonly person: PersonContext;
  readonly kinds: readonly KindRows[];
  readonly closings: readonly StaffClosing[];
}

export interface Benched {
  readonly contexts: Contexts;
  readonly span: BenchSpan;
  readonly sets: readonly RuleSet[];
  readonly rule: AbnormalRule;
}

export type CasesBySide = ReadonlyMap<number, readonly (readonly BenchCase[])[]>;

/** Readings before the span that its first cases are confirmed with. */
export const leadMs = 2 * 86_400_000;

function kindRows(kind: ReadingKind, rows: StoredRows, tenant: TenantContext): KindRows {
  const inputs: ReadingInput[] = [];
  const inputOf = (at: number): ReadingInput =>
    (inputs[at] ??= toReadingInput(kind as MeasurementKind, rows.row(at), tenant));
  const { times } = rows;
  const byTime = [...times.keys()].toSorted((one, other) => (times[one] ?? 0) - (times[other] ?? 0));
  return { kind, rows, byTime, inputOf };
}

export async function storedOf(
  ctx: CallCtx,
  { clientIds, since, until, closedSince = since.getTime() }: BenchSpan,
  tenant: TenantContext,
): Promise<readonly PersonRows[]> {
  const [persons, closings, kinds] = await Promise.all([
    loadPersons(ctx.tx, clientIds),
    closingsOf(ctx, { clientIds, since: closedSince }),
    Promise.all(
      judgedKinds.map(async (kind) => [kind, await readingsBetween(ctx, kind, { clientIds, since, until })] as const),
    ),
  ]);
  return persons.map((person) => ({
    person,
    kinds: kinds.flatMap(([kind, all]) => {
      const rows = all.get(person.clientId);
      return rows ? [kindRows(kind, rows, tenant)] : [];
    }),
    closings: closings.get(person.clientId) ?? [],
  }));
}

export interface Judging {
  readonly tenantId: number;
  readonly tenant: TenantContext;
  readonly contexts: Contexts;
  readonly person: PersonContext;
}

type Judged = ReadonlyMap<ReadingKind, readonly CaseReading[]>;

const suspect = 1;

/** Which readings are not doubtful and lie between all limits of their day, by column. */
function quietTest({ kind, rows }: KindRows): (at: number, limits: Limits) => boolean {
  const qualities = rows.column('quality');
  let of: Limits | undefined;
  let ranges: readonly { readonly values: readonly unknown[]; readonly low: number; readonly high: number }[] = [];
  return (at, limits) => {
    if (limits !== of) {
      of = limits;
      ranges = quietRangesOf(limits, kind as MeasurementKind).map(({ metric, low, high }) => ({
        values: rows.column(metric),
        low,
        high,
      }));
    }
    if (qualities[at] === suspect) return false;
    for (const { values, low, high } of ranges) {
      const value = values[at];
      if (value !== null && value !== undefined && !(Number(value) > low && Number(value) < high)) return false;
    }
    return true;
  };
}

/** Readings judged by the limits of their days; a quiet one is judged only when a case needs more of it. */
export function judged(own: KindRows, judging: Judging): readonly CaseReading[] {
  const { kind, rows, byTime, inputOf } = own;
  const isQuiet = quietTest(own);
  const { times } = rows;
  let day = judging.contexts.limitsOf({ ...judging, at: times[byTime[0] ?? 0] ?? 0 });
  const readings = byTime.map((at) => {
    const time = times[at] ?? 0;
    if (time < day.from || time >= day.until) day = judging.contexts.limitsOf({ ...judging, at: time });
    const { limits } = day;
    return isQuiet(at, limits)
      ? new DeferredReading(kind as MeasurementKind, time, () => caseReading(inputOf(at), limits))
      : caseReading(inputOf(at), limits);
  });
  return readings.toSorted(byMeasurement);
}

/** The readings of a person under a set of rules; kinds with the same rules as in the first set are those of that. */
const judgedUnder = (
  kinds: readonly KindRows[],
  judging: Judging,
  { kind, first }: { kind?: string | undefined; first?: Judged },
): Judged =>
  new Map(
    kinds.map((own) => [
      own.kind,
      (kind !== undefined && kind !== own.kind && first?.get(own.kind)) || withoutTwins(judged(own, judging)),
    ]),
  );

function deviceOf(kinds: readonly KindRows[], { kind, sourceId }: ReplayedCase['case']): number | null {
  const rows = kinds.find((own) => own.kind === kind)?.rows;
  const at = rows?.column('id').indexOf(sourceId) ?? -1;
  return rows && at >= 0 ? rows.row(at).deviceId : null;
}

/** What is made for each person; other work takes its turn between them. */
export async function ofEach<T>(
  persons: readonly PersonContext[],
  make: (person: PersonContext) => T,
): Promise<ReadonlyMap<number, T>> {
  const found = new Map<number, T>();
  for (const person of persons) {
    await turn();
    found.set(person.clientId, make(person));
  }
  return found;
}

/** The limits of the person whom a proposed rule names are shared with nobody. */
export const withOwnRules = (person: PersonContext, { rules }: Pick<RuleSet, 'rules'>): PersonContext =>
  person.hasOwnRules || !rules.some(({ personId }) => personId === person.clientId)
    ? { ...person }
    : { ...person, hasOwnRules: true };

/**
 * The cases that stored readings give under several sets of rules, by the code that follows readings: judged in
 * measured order, with late and repeated values, and with what staff closed. Opened within the span.
 */
export async function casesUnder(ctx: CallCtx, { contexts, span, sets }: Omit<Benched, 'rule'>): Promise<CasesBySide> {
  const { tenantId } = ctx;
  const tenant = await contexts.tenant(tenantId);
  const found = new Map<number, readonly (readonly BenchCase[])[]>();
  for (const { person, kinds, closings } of await storedOf(
    ctx,
    { ...span, since: new Date(span.since.getTime() - leadMs) },
    tenant,
  )) {
    const sides: (readonly BenchCase[])[] = [];
    let first: Judged | undefined;
    for (const set of sets) {
      await turn();
      const under = { ...tenant, rules: set.rules, rulesVersion: set.version };
      const judging = { tenantId, tenant: under, contexts, person: withOwnRules(person, set) };
      const readings = judgedUnder(kinds, judging, { kind: set.kind, ...(first && { first }) });
      first ??= readings;
      const opened = casesOfReadings([...readings.values()].flat(), closings).filter(
        (each) => each.case.openedAt >= span.since.getTime(),
      );
      sides.push(opened.map((each) => ({ ...each, deviceId: deviceOf(kinds, each.case) })));
    }
    found.set(person.clientId, sides);
  }
  return found;
}
