import { readingOfKind, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';
import { followLatest, metricsOf, recountHours } from '../main-loop/public.ts';
import { readingPlaces } from './merge-map.ts';
import type { Moving } from './move-rows.ts';

const together = 2000;
const hourMs = 3_600_000;
/** Readings of one minute on both sides of a full hour may be equal ones of two devices. */
const nearMs = 60_000;

interface MovedReading {
  readonly id: number;
  readonly deviceId: number | null;
  readonly measuredAt: Date;
  readonly receivedAt: Date;
  readonly level: number;
}

const hasLevel = (kind: ReadingKind): boolean => 'level' in readingOfKind[kind].fields;
const returned = (kind: ReadingKind): string =>
  `x.id, x.device_id as "deviceId", x.measured_at as "measuredAt", x.received_at as "receivedAt", ${hasLevel(kind) ? 'x.level' : '0::smallint as level'}`;

/** A reading by hand of the same time that the kept file had before the merge. */
const sameSql = (table: string): string =>
  `r.device_id is null and exists (select 1 from "${table}" k where k.tenant_id = $1 and k.client_id = $3 and k.device_id is null
    and k.measured_at = r.measured_at and k.slot = r.slot and k.source_id is not distinct from r.source_id
    and not exists (select 1 from client_merge_row g where g.tenant_id = $1 and g.merge_id = $4 and g.place = $5 and g.row_id = k.id))`;

/** The rows `x` that a list of a batch names; by their span an index of their person finds them, in few partitions. */
const inBatch = (list: string): string =>
  `x.tenant_id = $1 and x.client_id = $2 and x.measured_at between (select min(measured_at) from ${list}) and (select max(measured_at) from ${list}) and x.measured_at = ${list}.measured_at`;

const moveSql = (kind: ReadingKind, table: string): string => `with o as (
    select r.id, r.measured_at from "${table}" r where r.tenant_id = $1 and r.client_id = $2 and not (${sameSql(table)})
    order by r.measured_at desc fetch first ${together} rows with ties),
  m as (update "${table}" x set client_id = $3 from o where ${inBatch('o')} and x.id = o.id returning ${returned(kind)}),
  l as (insert into client_merge_row (tenant_id, merge_id, place, row_id, measured_at) select $1, $4, $5, m.id, m."measuredAt" from m)
  select * from m`;

const returnSql = (kind: ReadingKind, table: string): string => `with l as (
    delete from client_merge_row g where g.tenant_id = $1 and g.merge_id = $4 and g.place = $5
      and g.row_id in (select h.row_id from client_merge_row h where h.tenant_id = $1 and h.merge_id = $4 and h.place = $5 limit ${together})
    returning g.row_id, g.measured_at)
  update "${table}" x set client_id = $3 from l where ${inBatch('l')} and x.id = l.row_id
  returning ${returned(kind)}`;

const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs;

async function countAgain(
  ctx: CallCtx,
  kind: ReadingKind,
  { rows, from, to }: Pick<Moving, 'from' | 'to'> & { readonly rows: readonly MovedReading[] },
): Promise<void> {
  await followLatest(
    ctx,
    rows.flatMap(({ id, deviceId, measuredAt, level }) => {
      const at = measuredAt.getTime();
      // The newest of the former file is looked for again, as after a replaced reading.
      return [[kind, to, deviceId, at, level, null] as const, [kind, from, deviceId, at, level, id] as const];
    }),
  );
  if (kind === 'location' || metricsOf(kind).length === 0) return;
  const hours = new Set(
    rows.flatMap(({ measuredAt }) => [-nearMs, 0, nearMs].map((gap) => hourOf(measuredAt.getTime() + gap))),
  );
  await recountHours(
    ctx,
    kind,
    [...hours].flatMap((hour) => [from, to].map((clientId) => ({ clientId, hour }))),
  );
}

/** Readings that arrived while two files became one are judged for the kept person. */
function judgeLate(
  ctx: CallCtx,
  kind: ReadingKind,
  { late, to }: { readonly late: readonly MovedReading[]; readonly to: number },
): void {
  if (late.length === 0) return;
  ctx.emit('readings.stored', {
    readings: late.map(({ deviceId, measuredAt, level }) => [kind, to, deviceId, measuredAt.getTime(), level, null]),
    contacts: [],
  });
}

interface Batch {
  readonly moved: number;
  /** The kind that may have more of them; undefined when every kind was moved to its end. */
  readonly kind: ReadingKind | undefined;
}

function placesFrom(kind: ReadingKind | undefined): typeof readingPlaces {
  const at = Math.max(
    0,
    readingPlaces.findIndex((place) => place.kind === kind),
  );
  return [...readingPlaces.slice(at), ...readingPlaces.slice(0, at)];
}

/** Moves a batch of readings, of several kinds while they are few, beginning with the kind of the batch before. */
export async function moveBatch(
  ctx: CallCtx,
  { mergeId, from, to }: Moving,
  { since, first }: { readonly since: Date; readonly first: ReadingKind | undefined },
): Promise<Batch> {
  let moved = 0;
  for (const { kind, table } of placesFrom(first)) {
    const values = [ctx.tenantId, from, to, mergeId, table];
    const rows = await ctx.tx.query<MovedReading>(moveSql(kind, table), values);
    if (rows.length === 0) continue;
    await countAgain(ctx, kind, { rows, from, to });
    judgeLate(ctx, kind, { late: rows.filter(({ receivedAt }) => receivedAt >= since), to });
    moved += rows.length;
    if (moved >= together) return { moved, kind };
  }
  return { moved, kind: undefined };
}

const left = `select exists (select 1 from client_merge_row where tenant_id = $1 and merge_id = $2 and measured_at is not null) as "isLeft"`;

export async function returnBatch(ctx: CallCtx, { mergeId, from, to }: Moving): Promise<boolean> {
  for (const { kind, table } of readingPlaces) {
    const rows = await ctx.tx.query<MovedReading>(returnSql(kind, table), [ctx.tenantId, from, to, mergeId, table]);
    if (rows.length === 0) continue;
    await countAgain(ctx, kind, { rows, from, to });
    break;
  }
  return (await ctx.tx.one<{ isLeft: boolean }>(left, [ctx.tenantId, mergeId]))?.isLeft ?? false;
}

const stayedSql = readingPlaces
  .map(({ table }) => `(select count(*) from "${table}" where tenant_id = $1 and client_id = $2)`)
  .join(' + ');

export const stayedReadings = async (ctx: CallCtx, clientId: number): Promise<number> =>
  (await ctx.tx.one<{ count: number }>(`select (${stayedSql})::integer as count`, [ctx.tenantId, clientId]))?.count ??
  0;
