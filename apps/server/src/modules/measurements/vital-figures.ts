import { roundTo } from '@kangmai/domain';
import { bloodPressureGrades } from '@kangmai/model';
import { type CallCtx, Values } from '../../engine/public.ts';
import { shareOf, sourceOf, type FigureQuery } from './figures.ts';
import {
  controlledSource,
  inside,
  limitsOver,
  pressureTarget,
  type BoundLimits,
  type ControlledKind,
} from './inside-limits.ts';

type Numbers = Readonly<Record<string, string | number | null>>;

/** One row of figures over a period's readings with contact. With limits each reading is joined with its judgement. */
async function figuresRow(
  ctx: CallCtx,
  query: FigureQuery & { readonly limits?: BoundLimits },
  picks: (values: Values) => string,
): Promise<Readonly<Record<string, number | null>>> {
  const values = new Values(ctx);
  const source = query.limits
    ? controlledSource(sourceOf(ctx, query, values), query.limits, values.bind)
    : sourceOf(ctx, query, values);
  const row = (await ctx.tx.one<Numbers>(`select ${picks(values)} ${source} and b.quality <> 2`, values.list)) ?? {};
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : Number(value)]));
}

const rounded = (value: number | null | undefined, decimals: number): number | null =>
  value === null || value === undefined ? null : roundTo(value, decimals);
const count = (value: number | null | undefined): number => value ?? 0;

/** The limits that judge the readings of a period: of the person, or of everybody who wore the device. */
async function limitsOf(ctx: CallCtx, query: FigureQuery & { readonly kind: ControlledKind }): Promise<BoundLimits> {
  const { kind, whose, period } = query;
  const values = new Values(ctx);
  const wearers = whose.person
    ? [whose.person]
    : await ctx.tx.query<{ id: number }>(
        `select distinct b.client_id as id ${sourceOf(ctx, query, values)} and b.client_id is not null`,
        values.list,
      );
  return limitsOver(ctx, {
    kind,
    clientIds: wearers.map(({ id }) => id),
    firstDay: period.firstDay,
    lastDay: period.lastDay,
  });
}

const controlled = (within: number, judged: number): object => ({
  controlRate: shareOf(within, judged),
  inTargetCount: within,
  judgedCount: judged,
});

interface GradeRow {
  readonly grade: number;
  readonly count: number;
}

function gradesOf(ctx: CallCtx, query: FigureQuery): Promise<readonly GradeRow[]> {
  const values = new Values(ctx);
  return ctx.tx.query<GradeRow>(
    `select b.grade, count(*) as count ${sourceOf(ctx, query, values)} and b.grade is not null group by 1 order by 1`,
    values.list,
  );
}

/** Blood pressure: control rate by the person's limits, morning and evening means, spread, grades. */
export async function pressureFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const limits = await limitsOf(ctx, { ...query, kind: 'bp' });
  const target = query.whose.person ? pressureTarget(limits) : null;
  const [row, grades] = await Promise.all([
    figuresRow(
      ctx,
      { ...query, limits },
      () => `count(*) filter (where v.judged) as n, count(*) filter (where ${inside}) as within, stddev_samp(b.high) as sd,
      avg(b.high) filter (where b.period = 1) as "morningHigh", avg(b.low) filter (where b.period = 1) as "morningLow", avg(b.high) filter (where b.period = 3) as "eveningHigh", avg(b.low) filter (where b.period = 3) as "eveningLow"`,
    ),
    gradesOf(ctx, query),
  ]);
  const mean = (high: number | null | undefined, low: number | null | undefined): object | null =>
    typeof high === 'number' && typeof low === 'number' ? { high: roundTo(high, 1), low: roundTo(low, 1) } : null;
  return {
    target,
    ...controlled(count(row['within']), count(row['n'])),
    morning: mean(row['morningHigh'], row['morningLow']),
    evening: mean(row['eveningHigh'], row['eveningLow']),
    highSd: rounded(row['sd'], 1),
    grades: grades.map(({ grade, count: found }) => {
      const entry = bloodPressureGrades.entries[bloodPressureGrades.read(String(grade)) ?? 'normal'];
      return { grade, name: ctx.caller.culture === 'en' ? entry.en : entry.label, count: found };
    }),
  };
}

/**
 * Heart rate at rest and at night. A state that the device does not report is derived: asleep within the night's
 * report, active with more than 20 steps in the same ten minutes, else at rest. A value holds until the next one, for
 * ten minutes at most.
 */
export async function heartFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const values = new Values(ctx);
  const { bind } = values;
  const hearts = sourceOf(ctx, query, values);
  const nights = sourceOf(
    ctx,
    {
      ...query,
      kind: 'sleep',
      period: { ...query.period, until: new Date(query.period.until.getTime() + 86_400_000) },
    },
    values,
  );
  const walks = sourceOf(ctx, { ...query, kind: 'walk' }, values);
  const zone = bind(query.period.zone);
  const slot = (column: string): string => `date_bin('10 minutes', ${column}, timestamptz '2000-01-01 00:00:00Z')`;
  const row = await ctx.tx.one<Numbers>(
    `with nights as materialized (select b.asleep_at, b.awake_at ${nights} and b.asleep_at is not null and b.awake_at is not null),
      walks as (select b.measured_at, greatest(0, b.steps - lag(b.steps) over (partition by b.device_id order by b.measured_at)) as steps ${walks}),
      active as materialized (select ${slot('measured_at')} as slot from walks group by 1 having sum(steps) > 20),
      hearts as (select b.heart, b.measured_at, b.body_state, least(10, coalesce(extract(epoch from lead(b.measured_at) over (order by b.measured_at) - b.measured_at) / 60, 1)) as minutes ${hearts} and b.quality <> 2),
      known as (select h.*, case when h.body_state <> 0 then h.body_state when exists (select 1 from nights n where h.measured_at between n.asleep_at and n.awake_at) then 3
        when ${slot('h.measured_at')} in (select slot from active) then 2 else 1 end as state from hearts h)
    select avg(heart) filter (where state = 1) as resting, coalesce(avg(heart) filter (where state = 3), avg(heart) filter (where extract(hour from measured_at at time zone ${zone}) < 6)) as night,
      sum(minutes) filter (where heart > 100) as above, sum(minutes) filter (where heart < 50) as below from known`,
    values.list,
  );
  const number = (name: string): number | null =>
    row?.[name] === null || row?.[name] === undefined ? null : Number(row[name]);
  return {
    restingAvg: rounded(number('resting'), 1),
    nightAvg: rounded(number('night'), 1),
    above100Minutes: Math.round(count(number('above'))),
    below50Minutes: Math.round(count(number('below'))),
  };
}

const mealGroups = {
  fasting: [1],
  afterMeal: [2, 4, 6],
  beforeMeal: [3, 5],
  bedtime: [7],
  night: [8],
  random: [9],
} as const;

/** Glucose by meal relation, control rate by the person's limits, values below them, share of 3.9-10.0 mmol/L. */
export async function sugarFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const limits = await limitsOf(ctx, { ...query, kind: 'bloodSugar' });
  const row = await figuresRow(ctx, { ...query, limits }, () => {
    const groups = Object.entries(mealGroups).flatMap(([name, periods]) => {
      const among = `b.period in (${periods.join(', ')})`;
      return [
        `avg(b.blood_sugar) filter (where ${among}) as "${name}Avg"`,
        `max(b.blood_sugar) filter (where ${among}) as "${name}Max"`,
        `min(b.blood_sugar) filter (where ${among}) as "${name}Min"`,
        `count(*) filter (where ${among}) as "${name}Count"`,
        `count(*) filter (where ${among} and v.judged) as "${name}Judged"`,
        `count(*) filter (where ${among} and ${inside}) as "${name}Within"`,
        `count(*) filter (where ${among} and v.judged and v.below) as "${name}Low"`,
      ];
    });
    return `count(*) as n, count(*) filter (where b.blood_sugar between 3.9 and 10) as "inRange", ${groups.join(', ')}`;
  });
  const byPeriod = Object.fromEntries(
    Object.keys(mealGroups).map((name) => [
      name,
      {
        avg: rounded(row[`${name}Avg`], 2),
        max: rounded(row[`${name}Max`], 1),
        min: rounded(row[`${name}Min`], 1),
        count: count(row[`${name}Count`]),
        controlRate: shareOf(count(row[`${name}Within`]), count(row[`${name}Judged`])),
        hypoCount: count(row[`${name}Low`]),
      },
    ]),
  );
  const all = (suffix: string): number =>
    Object.keys(mealGroups).reduce((sum, name) => sum + count(row[`${name}${suffix}`]), 0);
  return {
    byPeriod,
    ...controlled(all('Within'), all('Judged')),
    hypoCount: all('Low'),
    timeInRange: shareOf(count(row['inRange']), count(row['n'])),
  };
}

/** Oxygen: how often below 95 and 90, and the lowest value between midnight and six. */
export async function oxygenFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const row = await figuresRow(
    ctx,
    query,
    ({
      bind,
    }) => `count(*) as n, count(*) filter (where b.spo2 < 95) as below95, count(*) filter (where b.spo2 < 90) as below90,
    min(b.spo2) filter (where extract(hour from b.measured_at at time zone ${bind(query.period.zone)}) < 6) as "nightMin"`,
  );
  return {
    below95Count: count(row['below95']),
    below90Count: count(row['below90']),
    below90Share: shareOf(count(row['below90']), count(row['n'])),
    nightMin: rounded(row['nightMin'], 0),
  };
}

/** Temperature: days on which it reached 37.3 ℃ (诊断学, low fever). */
export async function temperatureFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const row = await figuresRow(
    ctx,
    query,
    ({ bind }) =>
      `count(distinct (b.measured_at at time zone ${bind(query.period.zone)})::date) filter (where b.temperature >= 37.3) as days`,
  );
  return { feverDays: count(row['days']) };
}
