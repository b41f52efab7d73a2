import { roundTo } from '@kangmai/domain';
import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { inSight, type CallCtx, Values } from '../../engine/public.ts';
import { metricsOf, pointSource } from '../main-loop/public.ts';
import { endsOf, type Period } from './period.ts';
import { subjectOf, type Whose } from './whose.ts';

export interface Figure {
  readonly date: string;
  readonly metric: string;
  readonly count: number;
  readonly abnormal: number;
  readonly sum: number;
  readonly sumSquares: number;
  readonly min: number;
  readonly max: number;
}

export interface FigureQuery {
  readonly kind: ReadingKind;
  readonly whose: Whose;
  readonly period: Period;
}

const sums =
  'sum(f.count)::bigint as count, sum(f.abnormal_count)::bigint as abnormal, sum(f.sum) as sum, sum(f.sum_squares) as "sumSquares", min(f.min) as min, max(f.max) as max';
const formats = { hour: 'YYYY-MM-DD"T"HH24:00', day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const;

/** Rollups are stored by person, not by device. */
function fromRollups(ctx: CallCtx, { kind, whose, period }: FigureQuery): Promise<readonly Figure[]> {
  const values = new Values(ctx);
  const { bind } = values;
  const byHour = period.step === 'hour' && whose.person !== undefined;
  const time = byHour ? `f.hour at time zone ${bind(period.zone)}` : 'f.day';
  const range = byHour
    ? `f.hour >= ${bind(period.from)} and f.hour < ${bind(period.until)}`
    : `f.day between ${bind(period.firstDay)}::date and ${bind(period.lastDay)}::date`;
  const who = whose.person
    ? `f.client_id = ${bind(whose.person.id)}`
    : inSight(ctx, readingOfKind[kind], { alias: 'f', values });
  const format = byHour ? formats.hour : formats[period.step === 'month' ? 'month' : 'day'];
  return ctx.tx.query<Figure>(
    `select to_char(${time}, '${format}') as date, f.metric, ${sums} from ${byHour ? 'reading_hour' : 'reading_day'} f
     where f.tenant_id = $1 and f.kind = ${bind(kind)} and f.metric = any(${bind(metricsOf(kind).map(({ key }) => key))}::text[]) and ${range} and ${who} group by 1, 2 order by 1`,
    values.list,
  );
}

function fromReadings(ctx: CallCtx, query: FigureQuery): Promise<readonly Figure[]> {
  const values = new Values(ctx);
  const source = sourceOf(ctx, query, values);
  const zone = values.bind(query.period.zone);
  const columns = metricsOf(query.kind)
    .map(({ key, column }) => `('${key}', b."${column}"::double precision)`)
    .join(', ');
  return ctx.tx.query<Figure>(
    `select to_char(p.at at time zone ${zone}, '${formats[query.period.step]}') as date, p.metric, count(*) as count, count(*) filter (where p.level > 0) as abnormal, sum(p.value) as sum, sum(p.value * p.value) as "sumSquares", min(p.value) as min, max(p.value) as max
     from (select b.measured_at as at, b.level, m.metric, m.value ${beforeWhere(source, ` cross join lateral (values ${columns}) as m(metric, value)`)} and m.value is not null) p group by 1, 2 order by 1`,
    values.list,
  );
}

export const sourceOf = (ctx: CallCtx, { kind, whose, period }: FigureQuery, values: Values): string =>
  pointSource(ctx, { kind, ...subjectOf(whose), ...endsOf(period) }, values);

export const beforeWhere = (source: string, joins: string): string =>
  source.replace(' where ', () => `${joins} where `);

/** The figures of a period step by step: from the rollups or, for a device, from its readings. */
export const figuresOf = (ctx: CallCtx, query: FigureQuery): Promise<readonly Figure[]> =>
  query.whose.imei === undefined ? fromRollups(ctx, query) : fromReadings(ctx, query);

export interface Summary {
  readonly count: number;
  readonly abnormal: number;
  readonly sum: number;
  readonly avg: number | null;
  readonly max: number | null;
  readonly min: number | null;
  /** Standard deviation of the sample; null below two readings. */
  readonly sd: number | null;
}

/** Combines figures of one metric; values are rounded to the metric's digits, means to one more. */
export function summaryOf(figures: readonly Figure[], decimals: number): Summary {
  const total = (pick: (figure: Figure) => number): number => figures.reduce((sum, figure) => sum + pick(figure), 0);
  const count = total((figure) => figure.count);
  const sum = total((figure) => figure.sum);
  const squares = total((figure) => figure.sumSquares);
  const spread = count > 1 ? Math.sqrt(Math.max(0, (squares - (sum * sum) / count) / (count - 1))) : null;
  return {
    count,
    abnormal: total((figure) => figure.abnormal),
    sum: roundTo(sum, decimals),
    avg: count === 0 ? null : roundTo(sum / count, decimals + 1),
    max: count === 0 ? null : roundTo(Math.max(...figures.map(({ max }) => max)), decimals),
    min: count === 0 ? null : roundTo(Math.min(...figures.map(({ min }) => min)), decimals),
    sd: spread === null ? null : roundTo(spread, decimals + 1),
  };
}

/** A part of a whole, from 0 to 1 with three digits; null when the whole is 0. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : roundTo(part / whole, 3));
