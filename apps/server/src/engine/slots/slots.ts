import type { Ctx } from '../../access/ctx.ts';
import { conflict } from '../../platform/errors.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { Asked, Sources } from './asked.ts';

/** A slot of a row, such as a lecture or the hours of a service; `begins` tells several of one row apart. */
export interface SlotKey {
  /** The name of the resource. */
  readonly kind: string;
  readonly subject: number;
  readonly begins?: Date | null;
}

/** A slot as it is opened; without `places` any number fit. */
export interface OpenSlot extends SlotKey {
  readonly ends?: Date | null;
  readonly places: number | null;
}

/** Places that a row takes in a slot. */
export interface PlaceClaim extends SlotKey {
  readonly source: number;
  readonly count: number;
}

/** A slot with what is left of it. */
export interface Slot {
  readonly id: number;
  readonly kind: string;
  readonly subject: number;
  readonly begins: Date | null;
  readonly ends: Date | null;
  readonly places: number | null;
  readonly taken: number;
  readonly free: number | null;
}

const columns =
  's.id, s.kind, s.subject_id as subject, s.begins_at as begins, s.ends_at as ends, s.places, s.taken, s.places - s.taken as free';

/** Opens slots; those that are open stay as they are. Answers all of them. */
export async function openSlots(ctx: Ctx, slots: readonly OpenSlot[]): Promise<readonly Slot[]> {
  const values = [
    ctx.tenantId,
    slots.map(({ kind }) => kind),
    slots.map(({ subject }) => subject),
    slots.map(({ begins }) => begins ?? null),
  ];
  await ctx.tx.execute(
    `insert into slot (tenant_id, kind, subject_id, begins_at, ends_at, places)
     select $1, v.* from unnest($2::text[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::integer[]) v
     order by 2, 3, 4 on conflict do nothing`,
    [...values, slots.map(({ ends }) => ends ?? null), slots.map(({ places }) => places)],
  );
  return ctx.tx.query<Slot>(
    `select ${columns} from unnest($2::text[], $3::bigint[], $4::timestamptz[]) v(kind, subject, begins)
     join slot s on s.tenant_id = $1 and s.kind = v.kind and s.subject_id = v.subject and s.begins_at is not distinct from v.begins`,
    values,
  );
}

/** The slots of claims in their order, so that two callers cannot wait for each other. */
async function slotsOf(ctx: Ctx, claims: readonly PlaceClaim[]): Promise<ReadonlyMap<number, readonly PlaceClaim[]>> {
  const found = await ctx.tx.query<{ at: number; id: number | null }>(
    `select v.at::integer as at, s.id from unnest($2::text[], $3::bigint[], $4::timestamptz[]) with ordinality v(kind, subject, begins, at)
     left join lateral (select s.id from slot s where s.tenant_id = $1 and s.kind = v.kind and s.subject_id = v.subject
       and (v.begins is null or s.begins_at = v.begins) order by s.begins_at limit 1) s on true order by s.id`,
    [
      ctx.tenantId,
      claims.map(({ kind }) => kind),
      claims.map(({ subject }) => subject),
      claims.map(({ begins }) => begins ?? null),
    ],
  );
  const pairs = found.map(({ at, id }) => ({ id, claim: claims[at - 1] as PlaceClaim }));
  if (pairs.some(({ id }) => id === null)) throw conflict('slot.not-open');
  const grouped = groupBy(pairs, ({ id }) => id ?? 0);
  return new Map([...grouped].map(([id, each]) => [id, each.map(({ claim }) => claim)]));
}

async function refuseFull(ctx: Ctx, id: number): Promise<never> {
  const slot = await ctx.tx.one<Slot>(`select ${columns} from slot s where s.tenant_id = $1 and s.id = $2`, [
    ctx.tenantId,
    id,
  ]);
  throw conflict('slot.full', { places: slot?.places ?? 0, free: slot?.free ?? 0 });
}

/** Takes places for rows of a resource, all or none: 409 where too few are left, or no slot is open. */
export async function takePlaces(ctx: Ctx, source: string, claims: readonly PlaceClaim[]): Promise<void> {
  if (claims.length === 0) return;
  for (const [id, each] of await slotsOf(ctx, claims)) {
    const counts = each.map(({ count }) => count);
    const made = await ctx.tx.execute(
      `with taken as (update slot set taken = taken + $3::integer
         where tenant_id = $1 and id = $2 and (places is null or taken + $3::integer <= places) returning id)
       insert into slot_place (tenant_id, slot_id, source, source_id, places)
       select $1, t.id, $4, v.id, v.places from taken t, unnest($5::bigint[], $6::integer[]) v(id, places)`,
      [ctx.tenantId, id, counts.reduce((sum, count) => sum + count, 0), source, each.map((one) => one.source), counts],
    );
    if (made === 0) await refuseFull(ctx, id);
  }
}

/** Gives back the places of rows. */
export async function giveBackPlaces(ctx: Ctx, source: string, ids: readonly number[]): Promise<void> {
  await ctx.tx.execute(
    `with gone as (delete from slot_place where tenant_id = $1 and source = $2 and source_id = any($3::bigint[]) returning slot_id, places)
     update slot s set taken = s.taken - g.places from (select slot_id, sum(places)::integer as places from gone group by slot_id) g
     where s.tenant_id = $1 and s.id = g.slot_id`,
    [ctx.tenantId, source, ids],
  );
}

/** Locks the slots in which rows have places and will take some, in their order. */
export async function lockSlots(ctx: Ctx, { source, ids }: Sources, next: readonly PlaceClaim[]): Promise<void> {
  const slots = next.length === 0 ? [] : [...(await slotsOf(ctx, next)).keys()];
  await ctx.tx.query(
    `select s.id from slot s where s.tenant_id = $1 and (s.id = any($4::bigint[]) or s.id in (
       select p.slot_id from slot_place p where p.tenant_id = $1 and p.source = $2 and p.source_id = any($3::bigint[]))) order by s.id for update`,
    [ctx.tenantId, source, ids, slots],
  );
}

/** Rows among these that have places. */
export async function withPlaces(ctx: Ctx, source: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await ctx.tx.query<{ id: number }>(
    'select distinct source_id as id from slot_place where tenant_id = $1 and source = $2 and source_id = any($3::bigint[])',
    [ctx.tenantId, source, ids],
  );
  return new Set(found.map(({ id }) => id));
}

/** A slot, locked until the transaction ends: for code that decides between a place and the waiting list. */
export const lockedSlot = (ctx: Ctx, { kind, subject, begins = null }: SlotKey): Promise<Slot | undefined> =>
  ctx.tx.one<Slot>(
    `select ${columns} from slot s where s.tenant_id = $1 and s.kind = $2 and s.subject_id = $3
       and ($4::timestamptz is null or s.begins_at = $4) order by s.begins_at limit 1 for update`,
    [ctx.tenantId, kind, subject, begins],
  );

/** The free places of many subjects over many days, in one statement: slots that begin within the span. */
export const freePlaces = (ctx: Ctx, { kind, subjects, from, to }: Asked): Promise<readonly Slot[]> =>
  ctx.tx.query<Slot>(
    `select ${columns} from unnest($3::bigint[]) v(subject) cross join lateral (
       select * from slot s where s.tenant_id = $1 and s.kind = $2 and s.subject_id = v.subject
         and s.begins_at >= $4::timestamptz and s.begins_at < $5::timestamptz) s
     order by s.subject_id, s.begins_at`,
    [ctx.tenantId, kind, subjects, from, to],
  );

/** How many places are taken in all slots of rows, by row. */
export async function takenPlaces(ctx: Ctx, kind: string, subjects: readonly number[]): Promise<Map<number, number>> {
  const found = await ctx.tx.query<{ subject: number; taken: number }>(
    `select v.subject, s.taken from unnest($3::bigint[]) v(subject) cross join lateral (select sum(taken)::integer as taken
       from slot s where s.tenant_id = $1 and s.kind = $2 and s.subject_id = v.subject) s where s.taken is not null`,
    [ctx.tenantId, kind, subjects],
  );
  return new Map(found.map(({ subject, taken }) => [subject, taken]));
}
