import {
  addDays,
  bookDepth,
  byMeasurement,
  caseReading,
  casesOf,
  continueRun,
  emptyBook,
  localDay,
  startOfDay,
  withoutTwins,
  withProposed,
  type CaseBook,
  type CaseReading,
  type CaseRun,
  type MeasurementKind,
} from '@kangmai/domain';
import { judgedKinds } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { toReadingInput } from '../cases/case-book.ts';
import { newestReadings, type StoredRow } from '../cases/stored-readings.ts';
import type { Contexts, TrialRule } from '../intake/contexts.ts';
import { loadPersons } from '../intake/device-context.ts';
import { closingsOf } from '../cases/case-replay.ts';
import { judged, leadMs, storedOf, withOwnRules, type Judging, type PersonRows } from './bench-cases.ts';
import type { TrialCount } from './trial-counts.ts';
import { basisOf, keepStates, statesOf, type TrialState } from './trial-state.ts';

/** Newest readings of a kind that a state begins with; some may be the same measurement. */
const leadCount = 3 * bookDepth;

interface Start {
  readonly clientId: number;
  readonly at: number;
  readonly book: CaseBook;
}

interface Counting {
  readonly trial: TrialRule;
  readonly contexts: Contexts;
}

async function judgingOf(ctx: CallCtx, { trial, contexts }: Counting): Promise<Omit<Judging, 'person'>> {
  const tenant = await contexts.tenant(ctx.tenantId);
  const { rule } = trial;
  const rulesVersion = `${tenant.rulesVersion}+trial${rule.id}.${rule.version}`;
  return {
    tenantId: ctx.tenantId,
    contexts,
    tenant: { ...tenant, rules: withProposed(tenant.rules, rule), rulesVersion },
  };
}

/** The newest state of each person that still holds; without one a person is counted from the beginning. */
async function startsOf(
  ctx: CallCtx,
  { trial, clientIds }: { readonly trial: TrialRule; readonly clientIds: readonly number[] },
  rulesVersion: string,
): Promise<readonly Start[]> {
  const begin = trial.from - leadMs;
  const [persons, states, closings] = await Promise.all([
    loadPersons(ctx.tx, clientIds),
    statesOf(ctx, trial, clientIds),
    closingsOf(ctx, { clientIds, since: begin }),
  ]);
  return persons.map((person) => {
    const { clientId } = person;
    const acts = closings.get(clientId) ?? [];
    const holds = ({ at, basis }: TrialState): boolean =>
      basis ===
      basisOf(
        rulesVersion,
        person,
        acts.filter((act) => act.at < at),
      );
    const state = states.find((each) => each.clientId === clientId && holds(each));
    return { clientId, at: state?.at ?? begin, book: state?.book ?? emptyBook };
  });
}

/** The newest readings before an instant, which confirm together with those after it. */
async function leadsOf(ctx: CallCtx, clientIds: readonly number[], at: number): Promise<ReadonlyMap<number, Lead>> {
  const until = new Date(at - 1);
  const asked = clientIds.map((clientId) => ({ clientId, until, count: leadCount }));
  const rows = await Promise.all(
    judgedKinds.map(async (kind) =>
      (await newestReadings(ctx, kind, asked)).map((row) => [kind as MeasurementKind, row] as const),
    ),
  );
  return groupBy(rows.flat(), ([, { clientId }]) => clientId);
}

type Lead = readonly (readonly [kind: MeasurementKind, row: StoredRow])[];

function withLead({ kinds }: PersonRows, lead: Lead, judging: Judging): readonly CaseReading[] {
  const before = lead.map(([kind, row]) => {
    const input = toReadingInput(kind, row, judging.tenant);
    return caseReading(input, judging.contexts.limitsOf({ ...judging, at: input.measuredAt }).limits);
  });
  const all = [...before, ...kinds.flatMap((own) => judged(own, judging))];
  return [...groupBy(all, ({ kind }) => kind).values()].flatMap((own) => withoutTwins(own.toSorted(byMeasurement)));
}

const recentBefore = (readings: readonly CaseReading[], at: number): CaseBook['recent'] =>
  new Map(
    [
      ...groupBy(
        readings.filter((each) => each.at < at),
        ({ kind }) => kind,
      ),
    ].map(([kind, own]) => [kind, own.slice(-bookDepth)]),
  );

function daysAfter(at: number, { now, zone }: { readonly now: number; readonly zone: string }): readonly number[] {
  const days: number[] = [];
  for (let day = addDays(localDay(at, zone), 1); startOfDay(day, zone) <= now; day = addDays(day, 1))
    days.push(startOfDay(day, zone));
  return days;
}

/** The cases of a person since an instant; cases that ended before are not among them. */
interface PersonCount extends TrialCount {
  readonly since: number;
}

interface Counted {
  readonly count: PersonCount;
  readonly states: readonly TrialState[];
}

function countPerson(
  start: Start,
  { stored, lead, now }: { readonly stored: PersonRows; readonly lead: Lead; readonly now: number },
  judging: Judging,
): Counted {
  const readings = withLead(stored, lead, judging);
  const { zone, rulesVersion } = judging.tenant;
  let run: CaseRun = { book: { ...start.book, recent: recentBefore(readings, start.at) }, ended: [] };
  const states: TrialState[] = [];
  let from = start.at;
  const advanceTo = (until: number): void => {
    const isIn = ({ at }: { readonly at: number }): boolean => at >= from && at < until;
    run = continueRun(run, readings.filter(isIn), stored.closings.filter(isIn));
    from = until;
  };
  for (const at of daysAfter(start.at, { now, zone })) {
    advanceTo(at);
    const acts = stored.closings.filter((act) => act.at < at);
    const basis = basisOf(rulesVersion, stored.person, acts);
    states.push({ clientId: start.clientId, at, basis, book: run.book });
  }
  advanceTo(Number.POSITIVE_INFINITY);
  return { count: { clientId: start.clientId, since: start.at, cases: casesOf(run) }, states };
}

export async function countTrial(
  ctx: CallCtx,
  { trial, contexts }: Counting,
  clientIds: readonly number[],
): Promise<readonly PersonCount[]> {
  const shared = await judgingOf(ctx, { trial, contexts });
  const { tenant } = shared;
  const starts = await startsOf(ctx, { trial, clientIds }, tenant.rulesVersion);
  const counted: Counted[] = [];
  for (const [at, group] of groupBy(starts, (start) => start.at)) {
    const ids = group.map(({ clientId }) => clientId);
    const span = { clientIds: ids, since: new Date(at), until: new Date(trial.until) };
    const [persons, leads] = await Promise.all([
      storedOf(ctx, { ...span, closedSince: trial.from - leadMs }, tenant),
      at > trial.from - leadMs ? leadsOf(ctx, ids, at) : new Map<number, Lead>(),
    ]);
    for (const stored of persons) {
      const { clientId } = stored.person;
      const start = group.find((each) => each.clientId === clientId);
      const judging = { ...shared, person: withOwnRules(stored.person, tenant) };
      const own = { stored, lead: leads.get(clientId) ?? [], now: ctx.now().getTime() };
      if (start) counted.push(countPerson(start, own, judging));
    }
  }
  await keepStates(ctx, trial, {
    counted: new Map(counted.map(({ count }) => [count.clientId, count.since])),
    kept: counted.flatMap(({ states }) => states),
  });
  return counted.map(({ count }) => count);
}
