import type { CallCtx } from '../../engine/public.ts';
import { occupancyPlace, type Place, placeName, places } from './merge-map.ts';

export interface Moving {
  readonly mergeId: number;
  readonly from: number;
  readonly to: number;
}

interface Counted {
  readonly count: number;
}

const moveSql = ({ table, column, stays = 'false', emptied }: Place): string => {
  const was = emptied
    ? `case when ${emptied.where} then jsonb_build_object('${emptied.column}', x.${emptied.column}) end`
    : 'null::jsonb';
  const cleared = emptied ? `, ${emptied.column} = case when o.was is null then x.${emptied.column} end` : '';
  return `with o as (select x.id, ${was} as was from "${table}" x where x.tenant_id = $1 and x.${column} = $2 and not (${stays}) and $3::bigint is not null for update),
    m as (update "${table}" x set ${column} = $3${cleared} from o where x.tenant_id = $1 and x.id = o.id returning x.id, o.was),
    l as (insert into client_merge_row (tenant_id, merge_id, place, row_id, was) select $1, $4, $5, m.id, m.was from m)
    select count(*)::integer as count from m`;
};

const returnSql = ({ table, column, emptied }: Place): string => {
  const filled = emptied
    ? `, ${emptied.column} = case when l.was is null then x.${emptied.column} else (l.was ->> '${emptied.column}')::${emptied.type} end`
    : '';
  return `with l as (delete from client_merge_row where tenant_id = $1 and merge_id = $4 and place = $5 returning row_id, was),
    m as (update "${table}" x set ${column} = $3${filled} from l where x.tenant_id = $1 and x.id = l.row_id and x.${column} = $2 returning x.id)
    select count(*)::integer as count from m`;
};

const timesMoved = `with d as (delete from occupancy where tenant_id = $1 and kind in ('client', 'escorted') and subject_id = $2 returning *),
  i as (insert into occupancy (tenant_id, id, kind, subject_id, begins_at, ends_at, source, source_id)
    select d.tenant_id, d.id, d.kind, $3, d.begins_at, d.ends_at, d.source, d.source_id from d returning id),
  l as (insert into client_merge_row (tenant_id, merge_id, place, row_id) select $1, $4, $5, i.id from i)
  select count(*)::integer as count from i`;

const timesReturned = `with l as (delete from client_merge_row where tenant_id = $1 and merge_id = $4 and place = $5 returning row_id),
  d as (delete from occupancy o using l where o.tenant_id = $1 and o.id = l.row_id and o.kind in ('client', 'escorted') and o.subject_id = $2 returning o.*),
  i as (insert into occupancy (tenant_id, id, kind, subject_id, begins_at, ends_at, source, source_id)
    select d.tenant_id, d.id, d.kind, $3, d.begins_at, d.ends_at, d.source, d.source_id from d returning id)
  select count(*)::integer as count from i`;

const bumpSql = `update device d set row_version = d.row_version + 1 where d.tenant_id = $1 and d.id in (
  select b.device_id from device_binding b where b.tenant_id = $1 and b.client_id = any($2::bigint[])
  union select s.parent_id from child_device s where s.tenant_id = $1 and s.client_id = any($2::bigint[]))`;

async function inTurn(
  ctx: CallCtx,
  { mergeId, from, to }: Moving,
  statements: readonly (readonly [place: string, sql: string])[],
): Promise<number> {
  let count = 0;
  for (const [place, sql] of statements)
    count += (await ctx.tx.one<Counted>(sql, [ctx.tenantId, from, to, mergeId, place]))?.count ?? 0;
  // Ingestion compares the version of a device with the wearers that it has cached.
  await ctx.tx.execute(bumpSql, [ctx.tenantId, [from, to]]);
  return count;
}

/** Moves all rows but readings, and writes down each; rows that the other file has too stay. */
export const moveRows = (ctx: CallCtx, moving: Moving): Promise<number> =>
  inTurn(ctx, moving, [
    ...places.map((place) => [placeName(place), moveSql(place)] as const),
    [occupancyPlace, timesMoved],
  ]);

export const returnRows = (ctx: CallCtx, moving: Moving): Promise<number> =>
  inTurn(ctx, moving, [
    ...places.map((place) => [placeName(place), returnSql(place)] as const),
    [occupancyPlace, timesReturned],
  ]);
