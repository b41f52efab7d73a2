import { addDays, shiftSlots, startOfDay } from '@kangmai/domain';
import { bookedKinds, dutyType, shift } from '@kangmai/model';
import { permissionsOfCall, type Row } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  askedDay,
  call,
  type CallCtx,
  changePlaces,
  closeSlots,
  closeSlotsAhead,
  freePlaces,
  openSlots,
  tenantZone,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { ShiftBookings } from '../bookings/public.ts';
import type { Notify } from '../notices/public.ts';
import { askedId, rosterStem } from './roster.ts';

type Placed = Pick<Row<typeof shift>, 'id' | 'kind' | 'dutyType' | 'startsAt' | 'endsAt' | 'capacity'>;
type SlotRule = Pick<Row<typeof dutyType>, 'slotMinutes' | 'capacityPerSlot'>;

export const hasPlaces = ({ kind }: Pick<Placed, 'kind'>): boolean => bookedKinds.some((booked) => booked === kind);

const slotsOf = ({ id, startsAt, endsAt, capacity }: Placed, { slotMinutes, capacityPerSlot }: SlotRule) =>
  shiftSlots({ from: startsAt.getTime(), to: endsAt.getTime() }, { slotMinutes, capacityPerSlot, capacity }).map(
    ({ from, to, places }) => ({
      kind: shift.name,
      subject: id,
      begins: new Date(from),
      ends: new Date(to),
      places,
    }),
  );

export async function openPlaces(ctx: CallCtx, rows: readonly Placed[]): Promise<void> {
  const placed = rows.filter(hasPlaces);
  if (placed.length === 0) return;
  const ids = [...new Set(placed.map((row) => row.dutyType))];
  const types = await ctx.repo(dutyType).list({ where: { id: { in: ids } }, take: ids.length });
  const known = new Map(types.map((type) => [type.id, type]));
  await openSlots(
    ctx,
    placed.flatMap((row) => {
      const type = known.get(row.dutyType);
      return type ? slotsOf(row, type) : [];
    }),
  );
}

/** Closes the places of a shift; refused with who has taken some. */
export const closePlaces = (ctx: CallCtx, { id }: Pick<Placed, 'id'>): Promise<void> =>
  closeSlots(ctx, { kind: shift.name, subject: id });

export interface RosterParts {
  readonly notify: Notify;
  readonly bookings: ShiftBookings;
}

const timing = ['startsAt', 'endsAt', 'kind', 'dutyType'] as const;

const differs = (row: Placed, before: Placed, names: readonly (keyof Placed)[]): boolean =>
  names.some((name) => String(row[name]) !== String(before[name]));

/** Gives the slots of a shift another number of places; refused below what is taken, with who has it. */
async function changeCapacity(ctx: CallCtx, row: Placed): Promise<void> {
  const type = await ctx.repo(dutyType).find(row.dutyType);
  if (!type) return;
  const wanted = slotsOf(row, type);
  const places = new Map(wanted.map(({ begins, places: count }) => [begins.getTime(), count]));
  for (const slot of await openSlots(ctx, wanted)) {
    const count = places.get(slot.begins?.getTime() ?? 0) ?? 0;
    if (count !== slot.places) await changePlaces(ctx, slot.id, count);
  }
}

type Saved = Placed & Pick<Row<typeof shift>, 'state'>;

export async function arrangePlaces(ctx: CallCtx, row: Saved, before: Saved | undefined): Promise<void> {
  if (row.state !== 'published') return;
  if (before && !differs(row, before, [...timing, 'capacity'])) return;
  if (before && hasPlaces(row) && !differs(row, before, timing)) return changeCapacity(ctx, row);
  if (before && hasPlaces(before)) await closePlaces(ctx, before);
  await openPlaces(ctx, [row]);
}

type Held = Pick<Row<typeof shift>, 'id' | 'kind' | 'user'>;

/** The bookings of a shift go to its new holder; somebody without an account can have none. */
export async function followHolder(ctx: CallCtx, bookings: ShiftBookings, { id, kind, user }: Held): Promise<void> {
  if (!hasPlaces({ kind })) return;
  const count = await bookings.follow(ctx, id, user);
  if (user === null && count > 0) throw conflict('duty.places-taken');
}

interface Stop {
  readonly row: Held;
  readonly input: {
    readonly stopReason: string;
    readonly bookings?: 'move' | 'cancel' | null;
    readonly bookingsTo?: number | null;
  };
}

/** The bookings of a stopped shift are moved or cancelled before its places close. */
export async function settleStop(ctx: CallCtx, bookings: ShiftBookings, { row, input }: Stop): Promise<void> {
  const { bookings: how = null, bookingsTo: doctor = null, stopReason: reason } = input;
  await bookings.settle(ctx, { shift: row, how, doctor, reason });
  await closeSlotsAhead(ctx, { kind: shift.name, subject: row.id });
}

const mostDays = 62;

export const slotsOfUser = call({
  wire: 'GET SchedulingTable/GetSlots',
  title: '排班表：号源',
  permission: [rosterStem, ...permissionsOfCall(shift, 'list')],
  resource: shift,
  input: z.object({ userId: askedId, begin: askedDay, end: askedDay }),
  output: arrayOf(
    z.object({
      schedulingTableId: whole,
      workDate: z.string(),
      begin: timestamp.nullable(),
      end: timestamp.nullable(),
      total: whole.nullable(),
      taken: whole,
      left: whole.nullable(),
      place: z.string().nullable(),
    }),
  ),
  async run(ctx, { userId, begin, end }) {
    if (end < begin) throw invalid('end', 'duty.end-before-begin');
    if (end > addDays(begin, mostDays)) throw invalid('end', 'duty.span-too-long', { most: mostDays });
    const shifts = await ctx.repo(shift).list({
      where: { user: userId, workDate: { from: begin, to: end }, state: 'published' },
      take: mostDays * 4,
    });
    const zone = await tenantZone(ctx);
    const slots = await freePlaces(ctx, {
      kind: shift.name,
      subjects: shifts.map(({ id }) => id),
      from: new Date(startOfDay(begin, zone)),
      to: new Date(startOfDay(addDays(end, 2), zone)),
    });
    const known = new Map(shifts.map((row) => [row.id, row]));
    return slots.map(({ subject, begins, ends, places, taken, free }) => ({
      schedulingTableId: subject,
      workDate: known.get(subject)?.workDate ?? begin,
      begin: begins,
      end: ends,
      total: places,
      taken,
      left: free,
      place: known.get(subject)?.place ?? null,
    }));
  },
});
