import { addDays, addMonths, localDay, startOfDay } from '@kangmai/domain';
import { bed, bedStay, client, room } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, moveOf } from '../../engine/public.ts';
import { conflict, invalid, notAllowed, notFound } from '../../platform/errors.ts';
import { fitsSex, wordOfLimit } from './residents.ts';
import { recountBeds, requireInUse, type RoomRow } from './rooms.ts';

type BedRow = Row<typeof bed>;
type Stay = Row<typeof bedStay>;

const assigned = moveOf(bed, 'assign');

/** Locks beds with their rooms, always in one order; refuses unknown ones. */
async function lockBeds(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlyMap<number, BedRow & { in: RoomRow }>> {
  const seen = await Promise.all(ids.map((id) => ctx.repo(bed).get(id)));
  const rooms = new Map<number, RoomRow>();
  for (const id of new Set(seen.map((row) => row.room).toSorted((a, b) => a - b)))
    rooms.set(id, await ctx.repo(room).lock(id));
  const locked = new Map<number, BedRow & { in: RoomRow }>();
  for (const id of [...ids].toSorted((a, b) => a - b)) {
    const row = await ctx.repo(bed).lock(id);
    const around = rooms.get(row.room);
    if (!around) throw notFound('room');
    locked.set(id, { ...row, in: around });
  }
  return locked;
}

const longestYears = 50;

/** Nobody moved in before the own birth, nor longer ago than homes are. */
function requireBegin(ctx: CallCtx, { birthday }: { readonly birthday: string | null }, at: Date): void {
  const bound = addMonths(ctx.today(), -12 * longestYears);
  const day = birthday !== null && birthday > bound ? birthday : bound;
  if (localDay(at.getTime(), ctx.caller.zone) < day) throw invalid('startDate', 'bed.begins-early', { day });
}

async function requireFit(
  ctx: CallCtx,
  clientId: number,
  { in: around }: { readonly in: RoomRow },
): Promise<Row<typeof client>> {
  requireInUse(around);
  const person = await ctx.repo(client).lock(clientId);
  if (person.state === 'deceased' || person.state === 'transferred' || person.state === 'closed')
    throw notAllowed('bed.person-gone');
  const { sexLimit } = around;
  if (!fitsSex(sexLimit, person.gender)) throw notAllowed('room.sex-limit', { sex: wordOfLimit(ctx, sexLimit) });
  return person;
}

/** The stay that lasts; refuses a bed in which nobody lives, and one whose resident the caller may not see. */
async function presentStay(ctx: CallCtx, bedId: number): Promise<Stay> {
  const present = await ctx.first(
    ctx
      .from(bedStay, 's')
      .beyondSight('whether somebody lives in the bed, not who')
      .select('s.id')
      .where('s.bed', '=', bedId)
      .where('s.endedAt', 'is', null),
  );
  if (!present) throw conflict('bed.nobody');
  const stay = await ctx.repo(bedStay).find(present.id);
  if (!stay) throw notFound('client');
  return stay;
}

interface Begin {
  readonly client: number;
  readonly at: Date;
  readonly remark: string | null;
}

/** Begins a stay in a locked bed; a second caller gets 409 with the name of the first resident. */
const begin = (ctx: CallCtx, bedId: number, { client: who, at, remark }: Begin): Promise<Stay> =>
  ctx.repo(bedStay).insert({ bed: bedId, client: who, beganAt: at, remark });

async function restart(
  ctx: CallCtx,
  bedId: number,
  { stay, reason }: { readonly stay: Stay; readonly reason: string | null },
): Promise<Stay> {
  const at = ctx.now();
  await ctx.repo(bedStay).update(stay.id, { endedAt: at, reason });
  return begin(ctx, bedId, { client: stay.client, at, remark: stay.remark });
}

interface Assign {
  readonly id: number;
  readonly client: number;
  readonly startDate: Date | null;
  readonly remark: string | null;
}

export async function assignBed(ctx: CallCtx, { id, client: who, startDate, remark }: Assign): Promise<Stay> {
  const row = (await lockBeds(ctx, [id])).get(id);
  if (!row) throw notFound('bed');
  const person = await requireFit(ctx, who, row);
  if (startDate) requireBegin(ctx, person, startDate);
  const present = await bedOf(ctx, who);
  if (present && present.id !== id) throw conflict('bed.lives-elsewhere', { bed: present.name });
  const stay = await begin(ctx, id, { client: who, at: startDate ?? ctx.now(), remark });
  await ctx.repo(bed).update(id, { state: assigned.from(ctx, row.state) });
  await recountBeds(ctx, row.room);
  return stay;
}

interface End {
  readonly id: number;
  readonly endDate: Date | null;
  readonly isMistake: boolean | null;
  readonly reason: string | null;
}

/** A stay that was entered today may be corrected; later ones have been lived and billed. */
function requireEnteredToday(ctx: CallCtx, { createdAt }: Stay): void {
  const day = localDay(createdAt.getTime(), ctx.caller.zone);
  if (day !== ctx.today()) throw invalid('isMistake', 'bed.entered-earlier', { day });
}

async function withdraw(ctx: CallCtx, stay: Stay, reason: string | null): Promise<Stay> {
  requireEnteredToday(ctx, stay);
  const withdrawn = await ctx.repo(bedStay).update(stay.id, { reason });
  await ctx.repo(bedStay).remove(stay.id);
  return withdrawn;
}

export async function releaseBed(ctx: CallCtx, { id, endDate, isMistake, reason }: End): Promise<Stay> {
  const row = (await lockBeds(ctx, [id])).get(id);
  if (!row) throw notFound('bed');
  const stay = await presentStay(ctx, id);
  if (endDate && endDate <= stay.beganAt && !isMistake) throw invalid('endDate', 'bed.ends-early');
  const ended = isMistake
    ? await withdraw(ctx, stay, reason)
    : await ctx.repo(bedStay).update(stay.id, { endedAt: endDate ?? ctx.now(), reason });
  await ctx.repo(bed).update(id, { state: moveOf(bed, 'release').from(ctx, row.state) });
  await recountBeds(ctx, row.room);
  return ended;
}

const bedOf = (ctx: CallCtx, clientId: number) =>
  ctx.first(
    ctx
      .from(bedStay, 's')
      .beyondSight('a stay ends with its person, whoever sees it')
      .innerJoin(ctx.from(bed, 'b').joined, 'b.id', 's.bed')
      .select(['s.id as stay', 's.beganAt', 's.bed as id', 'b.name'])
      .where('s.client', '=', clientId)
      .where('s.endedAt', 'is', null),
  );

export async function refuseResident(ctx: CallCtx, clientId: number): Promise<void> {
  const present = await bedOf(ctx, clientId);
  if (present) throw notAllowed('client.in-bed', { bed: present.name, id: present.id });
}

/** Refuses a day of death or departure after which a stay began. */
async function refuseLaterStay(ctx: CallCtx, clientId: number, dayOver: number): Promise<void> {
  const later = await ctx.first(
    ctx
      .from(bedStay, 's')
      .beyondSight('a stay contradicts the day, whoever sees it')
      .innerJoin(ctx.from(bed, 'b').joined, 'b.id', 's.bed')
      .select(['s.beganAt', 'b.name'])
      .where('s.client', '=', clientId)
      .where('s.beganAt', '>=', new Date(dayOver))
      .orderBy('s.beganAt')
      .limit(1),
  );
  if (!later) return;
  const day = localDay(later.beganAt.getTime(), ctx.caller.zone);
  throw invalid('stateOn', 'client.later-stay', { bed: later.name, day });
}

/** Ends the stay of somebody who died or left, with the given day; the bed becomes free. */
export async function endStayOf(
  ctx: CallCtx,
  clientId: number,
  { on, reason }: { readonly on: string; readonly reason: string },
): Promise<void> {
  const dayOver = startOfDay(addDays(on, 1), ctx.caller.zone);
  await refuseLaterStay(ctx, clientId, dayOver);
  const present = await bedOf(ctx, clientId);
  if (!present) return;
  const row = (await lockBeds(ctx, [present.id])).get(present.id);
  if (!row) return;
  const isPast = dayOver < ctx.now().getTime() && dayOver > present.beganAt.getTime();
  await ctx.repo(bedStay).update(present.stay, { endedAt: isPast ? new Date(dayOver) : ctx.now(), reason });
  await ctx.repo(bed).update(present.id, { state: moveOf(bed, 'release').from(ctx, row.state) });
  await recountBeds(ctx, row.room);
}

interface Transfer {
  readonly id: number;
  readonly bed: number;
  readonly isMistake: boolean | null;
  readonly reason: string | null;
}

async function correctBed(ctx: CallCtx, stay: Stay, { bed: to, reason }: Transfer): Promise<Stay> {
  requireEnteredToday(ctx, stay);
  return ctx.repo(bedStay).update(stay.id, { bed: to }, reason ?? undefined);
}

export async function transferBed(ctx: CallCtx, input: Transfer): Promise<Stay> {
  const { id, bed: to, reason } = input;
  if (id === to) throw invalid('bed', 'bed.same');
  const locked = await lockBeds(ctx, [id, to]);
  const [source, target] = [locked.get(id), locked.get(to)];
  if (!source || !target) throw notFound('bed');
  const stay = await presentStay(ctx, id);
  await requireFit(ctx, stay.client, target);
  await ctx.repo(bed).update(id, { state: moveOf(bed, 'transfer').from(ctx, source.state) });
  const begun = input.isMistake ? await correctBed(ctx, stay, input) : await restart(ctx, to, { stay, reason });
  await ctx.repo(bed).update(to, { state: assigned.from(ctx, target.state) });
  for (const roomId of new Set([source.room, target.room])) await recountBeds(ctx, roomId);
  return begun;
}
