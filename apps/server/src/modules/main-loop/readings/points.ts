import { kindOf, type MeasurementKind } from '@kangmai/domain';
import { notReplaced, inSight, type CallCtx, onDeviceKeys, Values } from '../../../engine/public.ts';
import { type ReadingKind, readingOfKind } from '@kangmai/model';
import { shownIfAgreed } from '../../privacy/public.ts';
import { isNoTwin } from '../totals/no-twin.ts';
import { readingTable, type ReadingTable } from './reading-table.ts';
import { notOfDeleted } from '../../clients/public.ts';

export interface PointQuery {
  readonly kind: ReadingKind;
  readonly clientId: number | undefined;
  readonly imei: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly most?: number;
}

export type Point = { readonly [key: string]: unknown };

export const mostPoints = 2000;

interface Metric {
  readonly key: string;
  readonly column: string;
}

const tables = new Map<ReadingKind, ReadingTable>();

export function tableOf(kind: ReadingKind): ReadingTable {
  const known = tables.get(kind) ?? readingTable(readingOfKind[kind]);
  tables.set(kind, known);
  return known;
}

export function metricsOf(kind: ReadingKind): readonly Metric[] {
  const keys = new Set(kindOf(kind as MeasurementKind).metrics.map(({ key }) => key));
  return tableOf(kind)
    .own.filter(({ key }) => keys.has(key))
    .map(({ key, name }) => ({ key, column: name }));
}

/** Selects readings for charts and figures: in sight, valid, worn, no duplicates, no deleted persons. */
export function pointSource(ctx: CallCtx, query: PointQuery, values: Values): string {
  const { resource } = tableOf(query.kind);
  const conditions = [
    'b.tenant_id = $1',
    'b.quality not in (4, 5)',
    notReplaced(resource),
    ...(query.kind === 'location' ? [] : [isNoTwin('b')]),
    query.clientId === undefined ? notOfDeleted('b.client_id') : `b.client_id = ${values.bind(query.clientId)}`,
    ...(query.imei === undefined
      ? []
      : [
          `b.device_id = (select id from device where tenant_id = $1 and imei = ${values.bind(query.imei)} and not is_deleted)`,
          onDeviceKeys,
        ]),
    ...(query.from === undefined ? [] : [`b.measured_at >= ${values.bind(query.from)}`]),
    ...(query.to === undefined ? [] : [`b.measured_at <= ${values.bind(query.to)}`]),
    inSight(ctx, resource, { alias: 'b', values }),
    ...(query.kind === 'location' ? [shownIfAgreed('location', 'b.client_id')] : []),
  ];
  return `from "${resource.table}" b where ${conditions.join(' and ')}`;
}

const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
const plain = (row: { readonly [key: string]: unknown }): Point =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : numeric(value)]),
  );

async function single(ctx: CallCtx, query: PointQuery): Promise<readonly Point[]> {
  const values = new Values(ctx);
  const columns = metricsOf(query.kind)
    .map(({ key, column }) => `b."${column}" as "${key}"`)
    .join(', ');
  const source = pointSource(ctx, query, values);
  const limit = query.most ?? mostPoints + 1;
  const rows = await ctx.tx.query<{ readonly [key: string]: unknown }>(
    `select * from (select b.id, b.measured_at as "measure_time", ${columns}, b.level as "abnormalLevel", b.flag as "isAbnormal", b.quality ${source} order by b.measured_at desc limit ${limit}) p order by "measure_time"`,
    values.list,
  );
  return rows.map(plain);
}

async function thinned(ctx: CallCtx, query: PointQuery): Promise<readonly Point[]> {
  const values = new Values(ctx);
  const figures = metricsOf(query.kind)
    .map(
      ({ key, column }) =>
        `round(avg(b."${column}"), 1) as "${key}", min(b."${column}") as "${key}Min", max(b."${column}") as "${key}Max"`,
    )
    .join(', ');
  const range = new Values(ctx);
  const ends = await ctx.tx.one<{ first: Date; last: Date }>(
    `select min(b.measured_at) as first, max(b.measured_at) as last ${pointSource(ctx, query, range)}`,
    range.list,
  );
  if (!ends) return [];
  const source = pointSource(ctx, query, values);
  const seconds = Math.max(60, Math.ceil((ends.last.getTime() - ends.first.getTime()) / 1000 / (mostPoints - 1)));
  const rows = await ctx.tx.query<{ readonly [key: string]: unknown }>(
    `select to_timestamp(floor(extract(epoch from b.measured_at) / ${seconds}) * ${seconds}) as "measure_time", ${figures}, max(b.level) as "abnormalLevel", max(b.flag) as "isAbnormal", count(*) as count, true as thinned ${source} group by 1 order by 1`,
    values.list,
  );
  return rows.map(plain);
}

/** Points of a chart in ascending order; above the maximum, mean, lowest and highest of equal periods. */
export async function pointsOf(ctx: CallCtx, query: PointQuery): Promise<readonly Point[]> {
  const points = await single(ctx, query);
  return points.length > mostPoints && query.most === undefined ? thinned(ctx, query) : points;
}
