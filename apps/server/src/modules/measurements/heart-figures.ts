import { roundTo } from '@kangmai/domain';
import type { z } from 'zod';
import { type CallCtx, Values, whole } from '../../engine/public.ts';
import { maybe } from './figure.ts';
import { sourceOf, type FigureQuery } from './figures.ts';

/** Heart rate at rest and at night, and the minutes beyond 100 and 50. */
export const heartShape = { restingAvg: maybe, nightAvg: maybe, above100Minutes: whole, below50Minutes: whole };

/**
 * Heart rate at rest and at night. A state that the device does not tell is worked out: asleep within the night's
 * report, active with more than 20 steps in the same ten minutes, else at rest. A value stands until the next one, for
 * ten minutes at most.
 */
export async function heartFigures(
  ctx: CallCtx,
  query: FigureQuery,
): Promise<z.output<z.ZodObject<typeof heartShape>>> {
  const values = new Values(ctx);
  const { bind } = values;
  const hearts = sourceOf(ctx, query, values);
  const dayLater = new Date(query.period.until.getTime() + 86_400_000);
  const nights = sourceOf(ctx, { ...query, kind: 'sleep', period: { ...query.period, until: dayLater } }, values);
  const walks = sourceOf(ctx, { ...query, kind: 'walk' }, values);
  const zone = bind(query.period.zone);
  const slot = (column: string): string => `date_bin('10 minutes', ${column}, timestamptz '2000-01-01 00:00:00Z')`;
  const row = await ctx.tx.one<Readonly<Record<string, string | number | null>>>(
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
  const told = (name: string): number | null => {
    const value = row?.[name] ?? null;
    return value === null ? null : Number(value);
  };
  const mean = (name: string): number | null => {
    const value = told(name);
    return value === null ? null : roundTo(value, 1);
  };
  return {
    restingAvg: mean('resting'),
    nightAvg: mean('night'),
    above100Minutes: Math.round(told('above') ?? 0),
    below50Minutes: Math.round(told('below') ?? 0),
  };
}
