import {
  baselineKinds,
  casesOf,
  caseTypeOf,
  emptyBook,
  localDay,
  startOfDay,
  withProposed,
  type AbnormalRule,
  type AbnormalType,
  type CaseBook,
  type MeasurementKind,
} from '@kangmai/domain';
import { table, type CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { closingsOf } from '../cases/case-replay.ts';
import { isDaily, isOfCourse } from '../cases/course-outcome.ts';
import { continueMoments } from '../cases/course-run.ts';
import { outcomesOf } from '../cases/history.ts';
import type { Outcome } from '../cases/history-steps.ts';
import type { TenantContext, TrialRule } from '../intake/contexts.ts';
import type { StoredEvent } from '../intake/delivery.ts';
import { storeCounts, type TrialCount } from './trial-counts.ts';
import { bookOf, keptBook, type KeptBook } from './trial-state.ts';

type EventReading = StoredEvent['readings'][number];
type Days = Readonly<Partial<Record<MeasurementKind, string>>>;

const courses = table('rule_trial_course', {
  tenantId: 'bigint',
  ruleId: 'bigint',
  ruleVersion: 'integer',
  clientId: 'bigint',
  at: 'timestamptz',
  days: 'jsonb',
  book: 'jsonb',
});

interface Course {
  readonly clientId: number;
  readonly at: number;
  readonly days: Days;
  readonly book: CaseBook;
}

async function coursesOfTrial(
  ctx: CallCtx,
  { rule, from }: TrialRule,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, Course>> {
  const rows = await ctx.all(
    ctx
      .from(courses, 'k')
      .select(['k.clientId', 'k.at', 'k.days', 'k.book'])
      .where('k.ruleId', '=', rule.id ?? 0)
      .where('k.ruleVersion', '=', rule.version)
      .where('k.clientId', 'in', clientIds),
  );
  const known = new Map(
    rows.map(({ clientId, at, days, book }): [number, Course] => [
      clientId,
      { clientId, at: at.getTime(), days: days as Days, book: bookOf(book as unknown as KeptBook) },
    ]),
  );
  return new Map(
    clientIds.map((clientId) => [clientId, known.get(clientId) ?? { clientId, at: from, days: {}, book: emptyBook }]),
  );
}

async function keepCourses(ctx: CallCtx, { rule }: TrialRule, kept: readonly Course[]): Promise<void> {
  await ctx.tx.execute(
    `insert into rule_trial_course (tenant_id, rule_id, rule_version, client_id, at, days, book)
     select $1, $2, $3, k.* from unnest($4::bigint[], $5::timestamptz[], $6::jsonb[], $7::jsonb[]) as k(client_id, at, days, book)
     on conflict (tenant_id, rule_id, rule_version, client_id) do update set at = excluded.at, days = excluded.days, book = excluded.book`,
    [
      ctx.tenantId,
      rule.id,
      rule.version,
      kept.map(({ clientId }) => clientId),
      kept.map(({ at }) => new Date(at)),
      kept.map(({ days }) => JSON.stringify(days)),
      kept.map(({ book }) => JSON.stringify(keptBook(book))),
    ],
  );
}

interface Today {
  readonly day: string;
  readonly since: number;
}

function dueOf(
  readings: readonly EventReading[],
  kept: ReadonlyMap<number, Course>,
  { daily, today }: { readonly daily: ReadonlySet<string>; readonly today: Today },
): ReadonlyMap<MeasurementKind, readonly number[]> {
  const due = new Map<MeasurementKind, Set<number>>();
  for (const [kind, clientId, , at] of readings) {
    const course = kept.get(clientId ?? 0);
    if (!course || !daily.has(kind) || at < today.since || (course.days[kind] ?? '') >= today.day) continue;
    due.set(kind, (due.get(kind) ?? new Set()).add(course.clientId));
  }
  return new Map([...due].map(([kind, ids]) => [kind, [...ids]]));
}

const dailyKinds = (type: AbnormalType, rules: readonly AbnormalRule[]): ReadonlySet<string> =>
  new Set([
    ...rules.filter(isDaily).map(({ kind }) => kind),
    ...baselineKinds.filter(({ high, low }) => high === type || low === type).map(({ kind }) => kind),
  ]);

interface Judged {
  readonly outcomes: readonly Outcome[];
  readonly days: Days;
}

async function judge(
  ctx: CallCtx,
  { readings, kept }: { readonly readings: readonly EventReading[]; readonly kept: ReadonlyMap<number, Course> },
  { trial, tenant }: { readonly trial: TrialRule; readonly tenant: TenantContext },
): Promise<ReadonlyMap<number, Judged>> {
  const { zone, lateHours } = tenant;
  const now = ctx.now().getTime();
  const type = caseTypeOf(trial.rule);
  const rules = withProposed(tenant.rules, trial.rule).filter((rule) => isOfCourse(rule) && caseTypeOf(rule) === type);
  const day = localDay(now, zone);
  const today = { day, since: startOfDay(day, zone) };
  const due = dueOf(readings, kept, { daily: dailyKinds(type, rules), today });
  const { outcomes } = await outcomesOf(ctx, { readings, due }, { rules, zone, lateHours, now });
  const own = groupBy(
    outcomes.filter((outcome) => outcome.type === type),
    ({ clientId }) => clientId,
  );
  const daysOf = (clientId: number): Days =>
    Object.fromEntries([...due].filter(([, ids]) => ids.includes(clientId)).map(([kind]) => [kind, day]));
  return new Map([...own].map(([clientId, said]) => [clientId, { outcomes: said, days: daysOf(clientId) }]));
}

/** Judges new readings by a rule about courses on trial, as `findOutcomes` judges; writes counts only. */
export async function followCourse(
  ctx: CallCtx,
  readings: readonly EventReading[],
  judging: { readonly trial: TrialRule; readonly tenant: TenantContext },
): Promise<void> {
  const { trial } = judging;
  const kept = await coursesOfTrial(ctx, trial, [...new Set(readings.flatMap(([, clientId]) => clientId ?? []))]);
  const judged = await judge(ctx, { readings, kept }, judging);
  if (judged.size === 0) return;
  const at = ctx.now().getTime();
  const type = caseTypeOf(trial.rule);
  const before = [...judged.keys()].flatMap((clientId) => kept.get(clientId) ?? []);
  const closings = await closingsOf(ctx, {
    clientIds: [...judged.keys()],
    since: Math.min(...before.map((course) => course.at)),
  });
  const runs = before.map(({ clientId, at: since, days, book }) => {
    const acts = (closings.get(clientId) ?? []).filter((act) => act.abnormalType === type && act.at > since);
    const said = judged.get(clientId) ?? { outcomes: [], days: {} };
    const run = continueMoments({ book, ended: [] }, [{ at, outcomes: said.outcomes }], acts);
    const count: TrialCount = { clientId, since: null, cases: casesOf(run) };
    return { count, course: { clientId, at, days: { ...days, ...said.days }, book: run.book } };
  });
  await storeCounts(
    ctx,
    trial,
    runs.map(({ count }) => count),
  );
  await keepCourses(
    ctx,
    trial,
    runs.map(({ course }) => course),
  );
}
