import { z } from 'zod';
import { arrayOf, day, dayTime, timestamp, whole } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { figuresFrom, maybe } from './figure.ts';
import { endsOf } from './period.ts';
import { walksBetween, type WalkDay } from './walk-days.ts';
import { requireOne, subjectOf } from './whose.ts';

export const walkPoint = z.object({
  date: day,
  ['walk_date']: dayTime,
  ['measure_time']: timestamp,
  steps: whole,
  distance: maybe,
  calorie: maybe,
  sportMinutes: maybe,
  goalSteps: whole,
  abnormalLevel: whole,
  isAbnormal: whole,
});

export const asPoint = ({
  day,
  steps,
  distance,
  calorie,
  sportMinutes,
  goalSteps,
  measuredAt,
  level,
}: WalkDay): z.output<typeof walkPoint> => ({
  date: day,
  ['walk_date']: `${day}T00:00:00`,
  ['measure_time']: measuredAt.toISOString(),
  steps,
  distance,
  calorie,
  sportMinutes,
  goalSteps,
  abnormalLevel: level,
  isAbnormal: level > 0 ? 1 : 0,
});

const activeSteps = 4000;
const longestDays = 731;
const mean = (sum: number, count: number): number | null => (count === 0 ? null : Math.round(sum / count));

export const walkFigures = figuresFrom(
  {
    count: whole,
    abnormalCount: whole,
    total: whole,
    dailyAverage: whole.nullable(),
    avg: whole.nullable(),
    max: whole.nullable(),
    min: whole.nullable(),
    goalDays: whole,
    bestDay: z.object({ date: day, steps: whole }).nullable(),
    activeDays: whole,
    distance: z.number(),
    calories: z.number(),
    latest: walkPoint.nullable(),
    series: arrayOf(
      z.object({ date: day, avg: whole, max: whole, min: whole, steps: whole, goalSteps: whole, count: whole }),
    ),
  },
  async (ctx, { whose, period }) => {
    requireOne(whose);
    if (period.days > longestDays) throw invalid('endTime', 'period.too-long', { days: longestDays });
    const walks = await walksBetween(ctx, { zone: period.zone, ...subjectOf(whose), ...endsOf(period) });
    const sum = (pick: (walk: WalkDay) => number | null): number =>
      walks.reduce((total, walk) => total + (pick(walk) ?? 0), 0);
    const best = walks.toSorted((one, other) => other.steps - one.steps)[0];
    const total = sum(({ steps }) => steps);
    const latest = walks.at(-1);
    return {
      count: walks.length,
      abnormalCount: walks.filter(({ level }) => level > 0).length,
      total,
      dailyAverage: mean(total, walks.length),
      avg: mean(total, walks.length),
      max: best?.steps ?? null,
      min: walks.length === 0 ? null : Math.min(...walks.map(({ steps }) => steps)),
      goalDays: walks.filter(({ steps, goalSteps }) => steps >= goalSteps).length,
      bestDay: best ? { date: best.day, steps: best.steps } : null,
      activeDays: walks.filter(({ steps }) => steps >= activeSteps).length,
      distance: sum(({ distance }) => distance),
      calories: sum(({ calorie }) => calorie),
      latest: latest ? asPoint(latest) : null,
      series: walks.map(({ day: date, steps, goalSteps }) => ({
        date,
        avg: steps,
        max: steps,
        min: steps,
        steps,
        goalSteps,
        count: 1,
      })),
    };
  },
);
