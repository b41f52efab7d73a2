import type { Ctx } from '../../access/ctx.ts';
import type { Asked, Sources } from '../slots/asked.ts';

/** A period of a subject that a row takes; without an end it is open. */
export interface Claim {
  readonly kind: string;
  readonly subject: number;
  readonly begins: Date;
  readonly ends: Date | null;
  /** The id of the row. */
  readonly source: number;
}

/** A period that is taken, by which row of which resource. */
export interface Occupancy extends Omit<Claim, 'source'> {
  readonly source: string;
  readonly sourceId: number;
}

const lists = (claims: readonly Claim[]): readonly (readonly unknown[])[] => [
  claims.map(({ kind }) => kind),
  claims.map(({ subject }) => subject),
  claims.map(({ begins }) => begins),
  claims.map(({ ends }) => ends),
  claims.map(({ source }) => source),
];
const asked =
  'unnest($3::text[], $4::bigint[], $5::timestamptz[], $6::timestamptz[], $7::bigint[]) v(kind, subject, begins, ends, source)';
// For a list of one the database plans at every call, because its general plan expects ten values.
const askedOnce =
  '(values ($3::text, $4::bigint, $5::timestamptz, $6::timestamptz, $7::bigint)) v(kind, subject, begins, ends, source)';
const lockOf = (kind: string, subject: string): string =>
  `hashtextextended('occupancy ' || ${kind} || ' ' || ${subject}, $1)`;

// Subjects are locked in one order, so that two callers cannot wait for each other.
const takeSql = (from: string): string => `with locked as materialized (
    select w.*, pg_advisory_xact_lock(w.lock) from (
      select v.*, ${lockOf('v.kind', 'v.subject')} as lock from ${from} order by lock) w)
  insert into occupancy (tenant_id, kind, subject_id, begins_at, ends_at, source, source_id)
  select $1, kind, subject, begins, coalesce(ends, 'infinity'), $2, source from locked order by lock, begins
  on conflict do nothing`;
const takeSeveral = takeSql(asked);
const takeOne = takeSql(askedOnce);

const takenSql = `select o.kind, o.subject_id as subject, o.begins_at as begins, nullif(o.ends_at, 'infinity') as ends,
    o.source, o.source_id as "sourceId"
  from ${asked} cross join lateral (
    select * from occupancy o where o.tenant_id = $1 and o.kind = v.kind and o.subject_id = v.subject
      and o.ends_at > v.begins and o.begins_at < coalesce(v.ends, 'infinity') and (o.source <> $2 or o.source_id <> v.source)
    order by o.begins_at limit 20) o
  order by o.begins_at`;

/**
 * Takes periods for rows of a resource, all or none. Answers the periods of other rows that overlap them; a caller that
 * gets any refuses. Waits for others who book the same subjects.
 */
export async function takeOccupancies(
  ctx: Ctx,
  source: string,
  claims: readonly Claim[],
): Promise<readonly Occupancy[] | undefined> {
  if (claims.length === 0) return undefined;
  const values = [ctx.tenantId, source, ...lists(claims)];
  const made =
    claims.length === 1
      ? await ctx.tx.execute(takeOne, [ctx.tenantId, source, ...lists(claims).map(([value]) => value)])
      : await ctx.tx.execute(takeSeveral, values);
  return made === claims.length ? undefined : ctx.tx.query<Occupancy>(takenSql, values);
}

/** Gives back all periods of rows. */
export async function giveBackOccupancies(ctx: Ctx, source: string, ids: readonly number[]): Promise<void> {
  await ctx.tx.execute('delete from occupancy where tenant_id = $1 and source = $2 and source_id = any($3::bigint[])', [
    ctx.tenantId,
    source,
    ids,
  ]);
}

/** Locks what rows occupy and what they will, in the order in which all callers lock. */
export async function lockSubjects(ctx: Ctx, { source, ids }: Sources, next: readonly Claim[]): Promise<void> {
  await ctx.tx.query(
    `select pg_advisory_xact_lock(w.lock) from (
       select ${lockOf('o.kind', 'o.subject_id')} as lock from occupancy o
         where o.tenant_id = $1 and o.source = $2 and o.source_id = any($3::bigint[])
       union select ${lockOf('v.kind', 'v.subject')} from unnest($4::text[], $5::bigint[]) v(kind, subject)
       order by lock) w`,
    [ctx.tenantId, source, ids, next.map(({ kind }) => kind), next.map(({ subject }) => subject)],
  );
}

/** Rows among these that occupy something. */
export async function occupying(ctx: Ctx, source: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await ctx.tx.query<{ id: number }>(
    'select distinct source_id as id from occupancy where tenant_id = $1 and source = $2 and source_id = any($3::bigint[])',
    [ctx.tenantId, source, ids],
  );
  return new Set(found.map(({ id }) => id));
}

/** When subjects are occupied within a span, in one statement. Sight of the rows behind is the caller's to ask. */
export const busyTimes = (ctx: Ctx, { kind, subjects, from, to }: Asked): Promise<readonly Occupancy[]> =>
  ctx.tx.query<Occupancy>(
    `select o.kind, o.subject_id as subject, o.begins_at as begins, nullif(o.ends_at, 'infinity') as ends, o.source, o.source_id as "sourceId"
     from unnest($3::bigint[]) v(subject) cross join lateral (
       select * from occupancy o where o.tenant_id = $1 and o.kind = $2 and o.subject_id = v.subject
         and o.ends_at > $4::timestamptz and o.begins_at < $5::timestamptz) o
     order by o.subject_id, o.begins_at`,
    [ctx.tenantId, kind, subjects, from, to],
  );
