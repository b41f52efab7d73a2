import { client, quarantinedReading, type ReadingKind, readingOfKind } from '@kangmai/model';
import {
  countLimit,
  headOf,
  streamAbove,
  StreamedPage,
  Values,
  whereClause,
  type CallCtx,
  type Page,
  type PlainRow,
} from '../../engine/public.ts';
import { groupBy } from '../../platform/group-by.ts';
import { invalid } from '../../platform/errors.ts';
import { hidesSome } from '../privacy/public.ts';
import { packetsInSight, pointSource } from '../main-loop/public.ts';
import type { Times } from './period.ts';
import { shownTotal } from './totals.ts';

export const everyKind = Object.keys(readingOfKind) as readonly ReadingKind[];

export interface AcrossQuery extends Times {
  readonly kinds: readonly ReadingKind[];
  readonly quarantine: boolean;
  readonly clientId: number | undefined;
  readonly imei: string | undefined;
  /** Kind that a quarantined packet must name. */
  readonly dataType: string | undefined;
  readonly text: string | undefined;
  readonly order: 'measured' | 'received';
  readonly descending: boolean;
  readonly skip: number;
  readonly take: number;
}

export interface AcrossRow {
  readonly kind: ReadingKind | 'quarantine';
  readonly row: PlainRow;
}

type WireRow = ReturnType<CallCtx['show']>;

interface Key {
  readonly kind: ReadingKind | 'quarantine';
  readonly id: number;
  readonly at: Date;
}

/** Lists over all kinds are not paged beyond this many rows. */
export const deepest = 100_000;

/** Rows read of each kind beyond the requested ones, to sort late readings by time of receipt. */
const spare = 500;

function kindSource(
  ctx: CallCtx,
  { kind, query }: { readonly kind: ReadingKind; readonly query: AcrossQuery },
  values: Values,
): string {
  const source = pointSource(
    ctx,
    { kind, clientId: query.clientId, imei: query.imei, from: query.from, to: query.to },
    values,
  );
  if (query.text === undefined) return source;
  return `${source} and b.client_id in (select b.id from "${client.table}" b where ${whereClause(ctx.rows(client).plan, ctx, { conditions: [], text: query.text, values })})`;
}

const asksQuarantine = (query: AcrossQuery): boolean =>
  query.quarantine && query.clientId === undefined && query.text === undefined;

function quarantineSource(ctx: CallCtx, query: AcrossQuery, values: Values): string {
  const { bind } = values;
  return [
    `from "${quarantinedReading.table}" q where q.tenant_id = $1 and not q.is_deleted and q.state = 0`,
    packetsInSight(ctx, 'q', values),
    ...(query.imei === undefined ? [] : [`q.imei = ${bind(query.imei)}`]),
    ...(query.dataType === undefined ? [] : [`q.kind = ${bind(query.dataType)}`]),
    ...(query.from ? [`q.measured_at >= ${bind(query.from)}`] : []),
    ...(query.to ? [`q.measured_at <= ${bind(query.to)}`] : []),
  ].join(' and ');
}

function keysSql(ctx: CallCtx, query: AcrossQuery, values: Values): string {
  const direction = query.descending ? 'desc' : 'asc';
  const reach = query.skip + query.take + (query.order === 'received' ? spare : 0);
  const parts = query.kinds.map(
    (kind) =>
      `(select '${kind}'::text as kind, b.id, b.measured_at as at, b.measured_at as measured, b.received_at as received ${kindSource(ctx, { kind, query }, values)} order by b.measured_at ${direction}, b.id ${direction} limit ${reach})`,
  );
  if (asksQuarantine(query))
    parts.push(
      `(select 'quarantine'::text as kind, q.id, q.created_at as at, coalesce(q.measured_at, q.created_at) as measured, q.created_at as received ${quarantineSource(ctx, query, values)} order by q.created_at ${direction}, q.id ${direction} limit ${reach})`,
    );
  return `select u.kind, u.id, u.at from (${parts.join(' union all ')}) u order by u.${query.order} ${direction}, u.id ${direction} limit ${query.take} offset ${query.skip}`;
}

async function rowsOf(ctx: CallCtx, keys: readonly Key[]): Promise<readonly AcrossRow[]> {
  const found = await Promise.all(
    [...groupBy(keys, ({ kind }) => kind)].map(async ([kind, group]) => {
      const isReading = kind !== 'quarantine';
      const ids = { field: 'id', operator: 'in' as const, value: group.map(({ id }) => id) };
      const times = { field: 'measuredAt', operator: 'in' as const, value: group.map(({ at }) => at) };
      const rows = await ctx
        .rows(isReading ? readingOfKind[kind] : quarantinedReading)
        .select({ conditions: isReading ? [times, ids] : [ids], sort: [], skip: 0, take: group.length });
      return rows.map((row): [string, AcrossRow] => [`${kind}|${row.id}`, { kind, row }]);
    }),
  );
  const byKey = new Map(found.flat());
  return keys.map(({ kind, id }) => byKey.get(`${kind}|${id}`)).filter((row) => row !== undefined);
}

export type ShowRows = (rows: readonly AcrossRow[]) => Promise<readonly WireRow[]>;

async function* inPieces(ctx: CallCtx, keys: readonly Key[], show: ShowRows): AsyncGenerator<readonly WireRow[]> {
  for (let place = 0; place < keys.length; place += streamAbove)
    yield await show(await rowsOf(ctx, keys.slice(place, place + streamAbove)));
}

const isOpen = (query: AcrossQuery): boolean =>
  query.clientId === undefined && query.imei === undefined && query.text === undefined && !query.from && !query.to;

/** The total without counting rows; undefined when rows must be counted. */
async function exactTotal(ctx: CallCtx, query: AcrossQuery): Promise<number | undefined> {
  const values = new Values(ctx);
  const waiting = asksQuarantine(query)
    ? ctx.tx.one<{ count: number }>(`select count(*) as count ${quarantineSource(ctx, query, values)}`, values.list)
    : undefined;
  const totals = await Promise.all([
    ...query.kinds.map((kind) => shownTotal(ctx, kind)),
    waiting?.then((row) => row?.count ?? 0) ?? 0,
  ]);
  return totals.reduce((sum, total) => (sum === undefined || total === undefined ? undefined : sum + total), 0);
}

async function countedTotal(ctx: CallCtx, query: AcrossQuery): Promise<number> {
  const values = new Values(ctx);
  const parts = query.kinds.map((kind) => `select 1 ${kindSource(ctx, { kind, query }, values)}`);
  if (asksQuarantine(query)) parts.push(`select 1 ${quarantineSource(ctx, query, values)}`);
  return (
    (
      await ctx.tx.one<{ total: number }>(
        `select count(*) as total from (select 1 from (${parts.join(' union all ')}) a limit ${countLimit + 1}) c`,
        values.list,
      )
    )?.total ?? 0
  );
}

/** Merges the newest rows of each kind's index. A reading sent very late is listed at its time of measurement. */
export async function pageAcross(ctx: CallCtx, query: AcrossQuery, show: ShowRows): Promise<Page<WireRow>> {
  return query.kinds.length > 0 || asksQuarantine(query) ? seenPage(ctx, query, show) : { totalCount: 0, items: [] };
}

async function seenPage(ctx: CallCtx, query: AcrossQuery, show: ShowRows): Promise<Page<WireRow>> {
  if (query.skip + query.take > deepest) throw invalid('maxResultCount', 'list.too-many', { max: deepest });
  const values = new Values(ctx);
  const sql = keysSql(ctx, query, values);
  const isExact =
    ctx.caller.sight.all && isOpen(query) && !(query.kinds.includes('location') && (await hidesSome(ctx, 'location')));
  const [keys, exact] = await Promise.all([
    ctx.tx.query<Key>(sql, values.list),
    isExact ? exactTotal(ctx, query) : undefined,
  ]);
  const total = exact ?? (await countedTotal(ctx, query));
  const capped = exact === undefined && total > countLimit;
  const head = headOf({ total: capped ? countLimit : total, capped });
  if (keys.length > streamAbove) return new StreamedPage({ head, rows: inPieces(ctx, keys, show), keys: ['items'] });
  return { ...head, items: await show(await rowsOf(ctx, keys)) };
}
