import { localTime, roundTo } from '@kangmai/domain';
import { z } from 'zod';
import { arrayOf, day, whole, type CallCtx } from '../../engine/public.ts';
import { maybe } from './figure.ts';
import type { FigureQuery } from './figures.ts';
import { endsOf } from './period.ts';
import { nightsOf, type Night } from './nights.ts';

const minuteMs = 60_000;
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const known = (values: readonly (number | undefined)[]): readonly number[] =>
  values.filter((value) => value !== undefined);
const meanOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
const roundedOrNull = (value: number | undefined, decimals: number): number | null =>
  value === undefined ? null : roundTo(value, decimals);

/** Time asleep as a part of the time in bed, 0-1. */
export function efficiencyOf(night: Night): number | undefined {
  const { inBedAt, outOfBedAt } = night;
  const asleep = number(night['totalMinutes']);
  if (!inBedAt || !outOfBedAt || asleep === undefined || outOfBedAt <= inBedAt) return undefined;
  return Math.min(1, asleep / ((outOfBedAt.getTime() - inBedAt.getTime()) / minuteMs));
}

/** Minutes from going to bed to falling asleep. */
export const latencyOf = ({ inBedAt, asleepAt }: Pick<Night, 'inBedAt' | 'asleepAt'>): number | undefined =>
  inBedAt && asleepAt && asleepAt >= inBedAt ? (asleepAt.getTime() - inBedAt.getTime()) / minuteMs : undefined;

/** Spread of the times of falling asleep, in minutes; days are cut at noon so that midnight is in the middle. */
export function bedtimeSpread(instants: readonly Date[], zone: string): number | undefined {
  if (instants.length < 2) return undefined;
  const minutes = instants.map((at) => (localTime(at.getTime(), zone).minuteOfDay + 720) % 1440);
  const mean = meanOf(minutes) ?? 0;
  return Math.sqrt(minutes.reduce((sum, minute) => sum + (minute - mean) ** 2, 0) / (minutes.length - 1));
}

export const sleepShape = {
  nights: whole,
  avgDuration: maybe,
  efficiency: maybe,
  latency: maybe,
  bedtimeRegularity: maybe,
  avgLeaveBed: maybe,
  avgAhi: maybe,
  avgScore: maybe,
  scoreSeries: arrayOf(z.object({ date: day, score: maybe })),
};

/** The figures of a period's nights; a night counts once and naps do not. */
export async function sleepFigures(
  ctx: CallCtx,
  { whose, period }: FigureQuery,
): Promise<z.output<z.ZodObject<typeof sleepShape>>> {
  const nights = await nightsOf(ctx, { whose, ...endsOf(period) });
  const mean = (pick: (night: Night) => number | undefined, decimals: number): number | null =>
    roundedOrNull(meanOf(known(nights.map(pick))), decimals);
  return {
    nights: nights.length,
    avgDuration: mean((night) => number(night['totalMinutes']), 0),
    efficiency: mean(efficiencyOf, 3),
    latency: mean(latencyOf, 0),
    bedtimeRegularity: roundedOrNull(
      bedtimeSpread(
        nights.map(({ asleepAt }) => asleepAt).filter((at) => at !== null),
        period.zone,
      ),
      0,
    ),
    avgLeaveBed: mean((night) => number(night['leaveBedCount']), 1),
    avgAhi: mean((night) => number(night['ahi']), 1),
    avgScore: mean((night) => number(night['score']), 0),
    scoreSeries: nights.map((night) => ({ date: night.date, score: number(night['score']) ?? null })),
  };
}
