import { setImmediate as turn } from 'node:timers/promises';
import {
  byMeasurement,
  caseReading,
  casesOfReadings,
  withoutTwins,
  type AbnormalRule,
  type CaseReading,
  type MeasurementKind,
  type ReadingInput,
  type ReplayedCase,
  type StaffClosing,
} from '@kangmai/domain';
import { judgedKinds, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { toReadingInput } from '../cases/case-book.ts';
import { closingsOf } from '../cases/case-replay.ts';
import { readingsBetween, type StoredRow } from '../cases/stored-readings.ts';
import type { Contexts, TenantContext } from '../intake/contexts.ts';
import { loadPersons, type PersonContext } from '../intake/device-context.ts';

/** Rules under which stored readings are judged again, with a name for those that are not the tenant's own. */
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
}

/** A case that stored readings give, with the device of the reading that it names. */
export interface BenchCase extends ReplayedCase {
  readonly deviceId: number | null;
}

interface PersonRows {
  readonly person: PersonContext;
  readonly rows: readonly (readonly [kind: ReadingKind, rows: readonly StoredRow[]])[];
  readonly closings: readonly StaffClosing[];
}

/** Readings before the span that its first cases are confirmed with. */
const leadMs = 2 * 86_400_000;

async function rowsOf(ctx: CallCtx, { clientIds, since, until }: BenchSpan): Promise<readonly PersonRows[]> {
  const from = new Date(since.getTime() - leadMs);
  const [persons, closings, kinds] = await Promise.all([
    loadPersons(ctx.tx, clientIds),
    closingsOf(ctx, { clientIds, since: from.getTime() }),
    Promise.all(
      judgedKinds.map(async (kind) => {
        const rows = await readingsBetween(ctx, kind, { clientIds, since: from, until });
        return [kind, groupBy(rows, ({ clientId }) => clientId)] as const;
      }),
    ),
  ]);
  return persons.map((person) => ({
    person,
    rows: kinds.map(([kind, rows]) => [kind, rows.get(person.clientId) ?? []] as const),
    closings: closings.get(person.clientId) ?? [],
  }));
}

interface Judging {
  readonly tenantId: number;
  readonly tenant: TenantContext;
  readonly contexts: Contexts;
  readonly person: PersonContext;
}

type Inputs = readonly (readonly [kind: ReadingKind, inputs: readonly ReadingInput[]])[];
type Judged = ReadonlyMap<ReadingKind, readonly CaseReading[]>;

const judged = (inputs: readonly ReadingInput[], judging: Judging): readonly CaseReading[] =>
  withoutTwins(
    inputs
      .map((input) => caseReading(input, judging.contexts.limitsOf({ ...judging, at: input.measuredAt }).limits))
      .toSorted(byMeasurement),
  );

/** The readings of a person under a set of rules; kinds with the same rules as in the first set are those of that. */
const judgedUnder = (
  inputs: Inputs,
  judging: Judging,
  { kind, first }: { kind?: string | undefined; first?: Judged },
): Judged =>
  new Map(
    inputs.map(([each, own]) => [
      each,
      (kind !== undefined && kind !== each && first?.get(each)) || judged(own, judging),
    ]),
  );

const deviceOf = (rows: PersonRows['rows'], { kind, sourceId }: ReplayedCase['case']): number | null =>
  rows.find(([each]) => each === kind)?.[1].find(({ id }) => id === sourceId)?.deviceId ?? null;

/** The limits of the person whom a proposed rule names are shared with nobody. */
const withOwnRules = (person: PersonContext, { rules }: RuleSet): PersonContext =>
  person.hasOwnRules || !rules.some(({ personId }) => personId === person.clientId)
    ? { ...person }
    : { ...person, hasOwnRules: true };

/**
 * The cases that stored readings give under several sets of rules, by the code that follows readings: judged in
 * measured order, with late and repeated values, and with what staff closed. Opened within the span.
 */
export async function casesUnder(
  ctx: CallCtx,
  {
    contexts,
    span,
    sets,
  }: { readonly contexts: Contexts; readonly span: BenchSpan; readonly sets: readonly RuleSet[] },
): Promise<ReadonlyMap<number, readonly (readonly BenchCase[])[]>> {
  const { tenantId } = ctx;
  const tenant = await contexts.tenant(tenantId);
  const found = new Map<number, readonly (readonly BenchCase[])[]>();
  for (const { person, rows, closings } of await rowsOf(ctx, span)) {
    const inputs = rows.map(
      ([kind, own]) => [kind, own.map((row) => toReadingInput(kind as MeasurementKind, row, tenant.zone))] as const,
    );
    const sides: (readonly BenchCase[])[] = [];
    let first: Judged | undefined;
    for (const set of sets) {
      await turn();
      const under = { ...tenant, rules: set.rules, rulesVersion: set.version };
      const judging = { tenantId, tenant: under, contexts, person: withOwnRules(person, set) };
      const readings = judgedUnder(inputs, judging, { kind: set.kind, ...(first && { first }) });
      first ??= readings;
      const opened = casesOfReadings([...readings.values()].flat(), closings).filter(
        (each) => each.case.openedAt >= span.since.getTime(),
      );
      sides.push(opened.map((each) => ({ ...each, deviceId: deviceOf(rows, each.case) })));
    }
    found.set(person.clientId, sides);
  }
  return found;
}
