import { setImmediate as turn } from 'node:timers/promises';
import {
  byMeasurement,
  casesOfReadings,
  withoutTwins,
  type AbnormalRule,
  type CaseReading,
  type MeasurementKind,
  type ReplayedCase,
  type StaffClosing,
} from '@kangmai/domain';
import { judgedKinds, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { toCaseReading } from '../cases/case-book.ts';
import { closingsOf } from '../cases/case-replay.ts';
import { readingsBetween, type StoredRow } from '../cases/stored-readings.ts';
import type { Contexts, TenantContext } from '../intake/contexts.ts';
import { loadPersons, type PersonContext } from '../intake/device-context.ts';

/** Rules under which stored readings are judged again, with a name for those that are not the tenant's own. */
export interface RuleSet {
  readonly rules: readonly AbnormalRule[];
  readonly version: string;
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
}

function casesOf({ person, rows, closings }: PersonRows, judging: Judging): readonly BenchCase[] {
  const { tenantId, tenant, contexts } = judging;
  const readings = rows.flatMap(([kind, own]) => {
    const judged = own.map((row): CaseReading => {
      const limits = contexts.limitsOf({ tenantId, tenant, person, at: row.measuredAt.getTime() });
      return toCaseReading(kind as MeasurementKind, row, { zone: tenant.zone, limits });
    });
    return withoutTwins(judged.toSorted(byMeasurement));
  });
  const devices = new Map<string, number | null>(
    rows.flatMap(([kind, own]) => own.map((row) => [`${kind}${row.id}`, row.deviceId])),
  );
  return casesOfReadings(readings, closings).map((each) => ({
    ...each,
    deviceId: devices.get(`${each.case.kind ?? ''}${each.case.sourceId ?? ''}`) ?? null,
  }));
}

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
  const tenant = await contexts.tenant(ctx.tenantId);
  const found = new Map<number, readonly (readonly BenchCase[])[]>();
  for (const each of await rowsOf(ctx, span)) {
    const sides: (readonly BenchCase[])[] = [];
    for (const set of sets) {
      await turn();
      const person = withOwnRules(each.person, set);
      const under = { ...tenant, rules: set.rules, rulesVersion: set.version };
      sides.push(casesOf({ ...each, person }, { tenantId: ctx.tenantId, tenant: under, contexts }));
    }
    const opened = sides.map((cases) => cases.filter((one) => one.case.openedAt >= span.since.getTime()));
    found.set(each.person.clientId, opened);
  }
  return found;
}
