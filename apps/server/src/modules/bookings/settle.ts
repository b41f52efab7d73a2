import { addDays, localDay } from '@kangmai/domain';
import { openBookingStates, outpatientAppointment, serviceAppointment, shift, user } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { busyTimes, type CallCtx, everySight, freePlaces, moveOf, tenantZone } from '../../engine/public.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { announce } from './changes.ts';
import { clockIn } from './outpatient-appointments.ts';
import type { Place } from './places.ts';
import { keepEscort } from './visit-escorts.ts';

const searchDays = 14;
const mostBookings = 500;

const sources = [serviceAppointment, outpatientAppointment] as const;
type Source = (typeof sources)[number];

interface Booking {
  readonly id: number;
  readonly client: number;
  readonly doctor: number | null;
  readonly startsAt: Date;
  readonly state: string;
  readonly rowVersion: number;
  readonly appointmentNo: string | null;
}

export interface OpenBooking {
  readonly of: Source;
  readonly row: Booking;
}

const openIn = async (
  ctx: CallCtx,
  of: Source,
  by: { readonly shift: number } | { readonly client: number },
): Promise<readonly OpenBooking[]> => {
  const where = { ...by, state: { in: openBookingStates } } as const;
  const rows = await ctx.rows(of).find({ where, take: mostBookings });
  return rows.map((row) => ({ of, row: row as unknown as Booking }));
};

const openOf = async (ctx: CallCtx, shiftId: number): Promise<readonly OpenBooking[]> =>
  [
    ...(await openIn(ctx, serviceAppointment, { shift: shiftId })),
    ...(await openIn(ctx, outpatientAppointment, { shift: shiftId })),
  ].toSorted((a, b) => a.row.startsAt.getTime() - b.row.startsAt.getTime() || a.row.id - b.row.id);

/** Locks bookings in one order and reads them as they are then. */
async function lockedOf(ctx: CallCtx, shiftId: number): Promise<readonly OpenBooking[]> {
  for (const of of sources)
    await ctx.all(
      ctx
        .from(of, 'b')
        .select(['b.id'])
        .where('b.shift', '=', shiftId)
        .orderBy('b.id')
        .forUpdate('b')
        .limit(mostBookings),
    );
  return openOf(ctx, shiftId);
}

type Change = Readonly<Record<string, unknown>>;

async function write(ctx: CallCtx, { of, row }: OpenBooking, { change, reason }: { change: Change; reason?: string }) {
  const written = await ctx.rows(of).update(row.id, change as never, reason);
  if (of === outpatientAppointment) await keepEscort(ctx, written as never, row as never);
  announce(ctx, of.name, { row: written as unknown as Booking, before: row });
}

const cancelled = moveOf(serviceAppointment, 'cancel').to;

async function cancelAll(ctx: CallCtx, open: readonly OpenBooking[], reason: string): Promise<void> {
  for (const booking of open) {
    const ends = booking.of === outpatientAppointment ? { bookedOn: null } : {};
    await write(ctx, booking, { change: { state: cancelled, cancelReason: reason, ...ends }, reason });
  }
}

function movedTo({ of }: OpenBooking, { shift: shiftId, doctor, startsAt, endsAt, room }: Place, zone: string): Change {
  const common = { shift: shiftId, doctor, startsAt, endsAt };
  if (of === serviceAppointment)
    return { ...common, place: room, minutes: (endsAt.getTime() - startsAt.getTime()) / 60_000 };
  const day = localDay(startsAt.getTime(), zone);
  return { ...common, visitDate: day, bookedOn: day, timeRange: `${clockIn(startsAt, zone)}-${clockIn(endsAt, zone)}` };
}

interface Wanted {
  readonly stopped: Row<typeof shift>;
  readonly doctor: number;
}

interface FreePlace extends Place {
  free: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const dayMs = 86_400_000;

const searchOf = (ctx: CallCtx, startsAt: Date): Span => ({
  from: Math.max(ctx.now().getTime() + 1, startsAt.getTime() - (searchDays + 1) * dayMs),
  to: startsAt.getTime() + (searchDays + 2) * dayMs,
});

async function placesOf(
  ctx: CallCtx,
  { stopped, doctor, search }: Wanted & { readonly search: Span },
): Promise<readonly FreePlace[]> {
  const { id, kind, workDate } = stopped;
  const [today, first] = [localDay(ctx.now().getTime(), await tenantZone(ctx)), addDays(workDate, -searchDays)];
  const shifts = await ctx.repo(shift).list({
    where: {
      user: doctor,
      kind,
      state: { in: ['published'] },
      workDate: { from: first > today ? first : today, to: addDays(workDate, searchDays) },
    },
    take: searchDays * 8,
  });
  const known = new Map(shifts.map((row) => [row.id, row]));
  const slots = await freePlaces(ctx, {
    kind: shift.name,
    subjects: shifts.flatMap((row) => (row.id === id ? [] : [row.id])),
    from: new Date(search.from),
    to: new Date(search.to),
  });
  return slots.flatMap(({ subject, begins, ends, free }) =>
    begins && ends && free !== 0
      ? [
          {
            shift: subject,
            doctor,
            startsAt: begins,
            endsAt: ends,
            room: known.get(subject)?.place ?? null,
            free: free ?? mostBookings,
          },
        ]
      : [],
  );
}

/** When clients are occupied by something else than the bookings that move. */
async function busyOf(ctx: CallCtx, open: readonly OpenBooking[], search: Span): Promise<Map<number, Span[]>> {
  const busy = await busyTimes(ctx, {
    kind: 'client',
    subjects: [...new Set(open.map(({ row }) => row.client))],
    from: new Date(search.from),
    to: new Date(search.to),
  });
  const moving = new Set(open.map(({ of, row }) => `${of.name} ${row.id}`));
  const spans = new Map<number, Span[]>();
  for (const { subject, begins, ends, source, sourceId } of busy) {
    if (moving.has(`${source} ${sourceId}`)) continue;
    const span = { from: begins.getTime(), to: ends?.getTime() ?? Number.POSITIVE_INFINITY };
    spans.set(subject, [...(spans.get(subject) ?? []), span]);
  }
  return spans;
}

function assign(open: readonly OpenBooking[], places: readonly FreePlace[], busy: Map<number, Span[]>) {
  const left = places.map((place) => ({ ...place }));
  return open.map((booking) => {
    const { client, startsAt } = booking.row;
    const taken = busy.get(client) ?? [];
    const apart = ({ startsAt: at }: Place): number => Math.abs(at.getTime() - startsAt.getTime());
    const found = left
      .filter((place) => place.free > 0)
      .filter((place) =>
        taken.every(({ from, to }) => place.endsAt.getTime() <= from || place.startsAt.getTime() >= to),
      )
      .toSorted((a, b) => apart(a) - apart(b) || a.startsAt.getTime() - b.startsAt.getTime())[0];
    if (found) {
      found.free -= 1;
      busy.set(client, [...taken, { from: found.startsAt.getTime(), to: found.endsAt.getTime() }]);
    }
    return { booking, place: found };
  });
}

async function moveAll(
  ctx: CallCtx,
  open: readonly OpenBooking[],
  { wanted, reason }: { wanted: Wanted; reason: string },
) {
  const account = await ctx.repo(user).find(wanted.doctor);
  if (account?.isActive !== true) throw invalid('bookingsTo', 'booking.doctor-stopped');
  const zone = await tenantZone(ctx);
  const search = searchOf(ctx, wanted.stopped.startsAt);
  const assigned = assign(open, await placesOf(ctx, { ...wanted, search }), await busyOf(ctx, open, search));
  const left = assigned.filter(({ place }) => place === undefined).length;
  if (left > 0) throw conflict('booking.too-few-places', { days: searchDays, count: open.length, left });
  for (const { booking, place } of assigned)
    if (place) await write(ctx, booking, { change: movedTo(booking, place, zone), reason });
}

export interface Settlement {
  readonly shift: { readonly id: number; readonly user: number | null };
  readonly how: 'move' | 'cancel' | null;
  readonly doctor: number | null;
  readonly reason: string;
}

/** The bookings of shifts, for the roster: rows out of the caller's sight too. */
export interface ShiftBookings {
  /** Moves or cancels the bookings of a shift; refused with who has booked where nothing is said. */
  readonly settle: (ctx: CallCtx, settlement: Settlement) => Promise<void>;
  /** Bookings follow their shift to its new holder; answers how many there are. */
  readonly follow: (ctx: CallCtx, shiftId: number, holder: number | null) => Promise<number>;
}

const shownNumbers = 5;

function refuseUnsettled(ctx: CallCtx, open: readonly OpenBooking[]): never {
  const numbers = open.slice(0, shownNumbers).map(({ row }) => row.appointmentNo ?? String(row.id));
  const names = numbers.join(ctx.caller.culture === 'en' ? ', ' : '、') + (open.length > shownNumbers ? '…' : '');
  throw conflict('booking.say-what-becomes', { count: open.length, names });
}

export async function cancelOfClient(ctx: CallCtx, clientId: number, reason: string): Promise<void> {
  for (const of of sources) await cancelAll(ctx, await openIn(ctx, of, { client: clientId }), reason);
}

export const shiftBookings: ShiftBookings = {
  async settle(asked, { shift: of, how, doctor, reason }) {
    const ctx = everySight(asked);
    const open = await lockedOf(ctx, of.id);
    if (open.length === 0) return;
    if (how === null) refuseUnsettled(ctx, open);
    if (how === 'cancel') return cancelAll(ctx, open, reason);
    if (doctor === null || doctor === of.user) throw invalid('bookingsTo', 'booking.name-other-doctor');
    await moveAll(ctx, open, { wanted: { stopped: await ctx.repo(shift).get(of.id), doctor }, reason });
  },
  async follow(asked, shiftId, holder) {
    const ctx = everySight(asked);
    const open = await lockedOf(ctx, shiftId);
    if (holder === null) return open.length;
    for (const booking of open) await write(ctx, booking, { change: { doctor: holder } });
    return open.length;
  },
};
