import { metricOf, roundTo, type MeasurementKind } from '@kangmai/domain';
import { abnormalLevels, type ReadingKind } from '@kangmai/model';
import { z } from 'zod';
import { labelIn, arrayOf, type CallCtx, Values, whole } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { metricsOf, pointsOf, type Point } from '../main-loop/public.ts';
import { maybe, type Figures } from './figure.ts';
import { figuresOf, shareOf, sourceOf, summaryOf, type Figure, type FigureQuery } from './figures.ts';
import { ownFigures } from './own-figures.ts';
import { endsOf } from './period.ts';
import { pointOf } from './shapes.ts';
import { isOne, subjectOf } from './whose.ts';

const series = arrayOf(z.object({ date: z.string(), avg: z.number(), max: z.number(), min: z.number(), count: whole }));
const means = { count: whole, avg: maybe, max: maybe, min: maybe, series };

const membersOf = (kind: ReadingKind) => ({
  step: z.enum(['hour', 'day', 'month']),
  ...means,
  abnormalCount: whole,
  normalRate: maybe,
  latest: pointOf(kind).nullable(),
  distribution: arrayOf(z.object({ level: whole, name: z.string(), count: whole })),
  metrics: z.record(z.string(), z.object({ ...means, latest: maybe, change: maybe, sd: maybe })),
});
type Statistic = z.output<z.ZodObject<ReturnType<typeof membersOf>>>;

const longestForAll = 366;

/** Kinds whose readings may contain any of several metrics, so that no metric counts the readings. */
const loose: ReadonlySet<ReadingKind> = new Set(['bloodLipid', 'leatherRuler']);

interface Ends {
  readonly [metric: `${string}First` | `${string}Last`]: string | number | null;
}

async function outerValuesOf(ctx: CallCtx, query: FigureQuery): Promise<Ends> {
  const values = new Values(ctx);
  const source = sourceOf(ctx, query, values);
  const one = (column: string, direction: string): string =>
    `(select b."${column}" ${source} and b."${column}" is not null order by b.measured_at ${direction} limit 1)`;
  const picks = metricsOf(query.kind).map(
    ({ key, column }) => `${one(column, 'asc')} as "${key}First", ${one(column, 'desc')} as "${key}Last"`,
  );
  return (await ctx.tx.one<Ends>(`select ${picks.join(', ')}`, values.list)) ?? {};
}

interface LevelRow {
  readonly level: number;
  readonly count: number;
}

async function abnormalByLevel(ctx: CallCtx, query: FigureQuery): Promise<readonly LevelRow[]> {
  const values = new Values(ctx);
  return ctx.tx.query<LevelRow>(
    `select b.level, count(*) as count ${sourceOf(ctx, query, values)} and b.level > 0 group by 1 order by 1`,
    values.list,
  );
}

async function countReadings(ctx: CallCtx, query: FigureQuery): Promise<number> {
  const values = new Values(ctx);
  return (
    (await ctx.tx.one<{ count: number }>(`select count(*) as count ${sourceOf(ctx, query, values)}`, values.list))
      ?.count ?? 0
  );
}

const numberOf = (value: string | number | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

function seriesOf(figures: readonly Figure[], decimals: number): Statistic['series'] {
  return figures.map(({ date, count, sum, max, min }) => ({
    date,
    avg: roundTo(sum / count, decimals + 1),
    max: roundTo(max, decimals),
    min: roundTo(min, decimals),
    count,
  }));
}

function metricFigures(kind: ReadingKind, figures: readonly Figure[], ends: Ends): Statistic['metrics'] {
  return Object.fromEntries(
    metricsOf(kind).map(({ key }) => {
      const decimals = metricOf(kind as MeasurementKind, key)?.decimals ?? 0;
      const own = figures.filter(({ metric }) => metric === key);
      const { count, avg, max, min, sd } = summaryOf(own, decimals);
      const [first, latest] = [numberOf(ends[`${key}First`]), numberOf(ends[`${key}Last`])];
      return [
        key,
        {
          count,
          latest,
          change: latest === null || first === null ? null : roundTo(latest - first, decimals),
          avg,
          max,
          min,
          sd,
          series: seriesOf(own, decimals),
        },
      ];
    }),
  );
}

function distributionOf(
  count: number,
  levels: readonly LevelRow[],
  culture: CallCtx['caller']['culture'],
): Statistic['distribution'] {
  const abnormal = levels.reduce((sum, row) => sum + row.count, 0);
  return abnormalLevels.names.map((name) => {
    const level = Number(abnormalLevels.wireOf(name));
    return {
      level,
      name: labelIn(culture, abnormalLevels.entries[name]),
      count: level === 0 ? Math.max(0, count - abnormal) : (levels.find((row) => row.level === level)?.count ?? 0),
    };
  });
}

const mainMetric = (kind: ReadingKind): string => metricsOf(kind)[0]?.key ?? '';

interface FigureParts {
  readonly ends: Ends;
  readonly latest: Point | null;
  readonly own: object;
}

async function partsOfOne(ctx: CallCtx, query: FigureQuery): Promise<FigureParts> {
  const { kind, whose, period } = query;
  const newest = pointsOf(ctx, { kind, ...subjectOf(whose), ...endsOf(period), most: 1 });
  const [ends, [latest], own] = await Promise.all([
    outerValuesOf(ctx, query),
    newest,
    ownFigures[query.kind]?.of(ctx, query) ?? {},
  ]);
  return { ends, latest: latest ?? null, own };
}

async function statisticOf(ctx: CallCtx, query: FigureQuery): Promise<Statistic> {
  const { kind, whose, period } = query;
  const one = isOne(whose);
  if (!one && period.days > longestForAll) throw invalid('endTime', 'period.too-long', { days: longestForAll });
  const [figures, levels, counted, parts] = await Promise.all([
    figuresOf(ctx, query),
    abnormalByLevel(ctx, query),
    loose.has(kind) ? countReadings(ctx, query) : undefined,
    one ? partsOfOne(ctx, query) : { ends: {}, latest: null, own: {} },
  ]);
  const main = figures.filter(({ metric }) => metric === mainMetric(kind));
  const decimals = metricOf(kind as MeasurementKind, mainMetric(kind))?.decimals ?? 0;
  const { count: mainCount, abnormal, avg, max, min } = summaryOf(main, decimals);
  const count = counted ?? mainCount;
  const abnormalCount = counted === undefined ? abnormal : levels.reduce((sum, row) => sum + row.count, 0);
  return {
    step: period.step,
    count,
    abnormalCount,
    normalRate: shareOf(count - abnormalCount, count),
    latest: parts.latest,
    avg,
    max,
    min,
    series: seriesOf(main, decimals),
    distribution: distributionOf(count, levels, ctx.caller.culture),
    metrics: metricFigures(kind, figures, parts.ends),
    ...parts.own,
  };
}

export const statisticFigures = (kind: ReadingKind): Figures => ({
  output: z.object({ ...membersOf(kind), ...ownFigures[kind]?.output.partial().shape }),
  of: statisticOf,
});
