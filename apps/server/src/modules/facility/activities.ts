import { addDays, localTime, startOfDay } from '@kangmai/domain';
import { activityRoom, activityRoomBooking, activityType } from '@kangmai/model';
import { type Draft, Members, type Row, stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  answerSave,
  arrayOf,
  askedDay,
  asSaved,
  call,
  type CallCtx,
  flatRow,
  implement,
  servedIn,
  whole,
} from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';

type Booking = Row<typeof activityRoomBooking>;

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

async function requireHours(ctx: CallCtx, row: Draft<typeof activityRoomBooking>): Promise<void> {
  const { beginsAt, endsAt } = row;
  if (!(beginsAt instanceof Date) || !(endsAt instanceof Date) || endsAt <= beginsAt) return;
  const [begin, end] = [beginsAt, endsAt].map((at) => localTime(at.getTime(), ctx.caller.zone));
  if (!begin || begin.day !== end?.day) throw invalid('endsAt', 'booking.over-midnight');
  const place = await ctx.repo(activityRoom).find(Number(row.activityRoom));
  if (!place) throw invalid('activityRoom', 'ref.not-found');
  const { opensAt, closesAt } = place;
  const hours = { opens: opensAt, closes: closesAt };
  if (begin.minuteOfDay < minuteOf(opensAt)) throw invalid('beginsAt', 'booking.closed-then', hours);
  if (end.minuteOfDay > minuteOf(closesAt)) throw invalid('endsAt', 'booking.closed-then', hours);
}

async function usualEnd(ctx: CallCtx, { activityType: typeId, beginsAt }: Draft<typeof activityRoomBooking>) {
  const type = await ctx.repo(activityType).find(Number(typeId));
  if (!type || !(beginsAt instanceof Date)) throw invalid('activityType', 'ref.not-found');
  return new Date(beginsAt.getTime() + type.defaultMinutes * 60_000);
}

function requireOpen(ctx: CallCtx, { state, endsAt }: Booking): void {
  if (state === 'cancelled') throw notAllowed('booking.cancelled');
  if (endsAt !== null && endsAt < ctx.now()) throw notAllowed('booking.over');
}

function requireAhead(ctx: CallCtx, { beginsAt }: Draft<typeof activityRoomBooking>, current?: Booking): void {
  if (!(beginsAt instanceof Date) || beginsAt.getTime() === current?.beginsAt.getTime()) return;
  if (localTime(beginsAt.getTime(), ctx.caller.zone).day < ctx.today())
    throw invalid('beginsAt', 'booking.begins-past');
}

/** Bookings: within one day and the hours of the room; as long as usual where no end is given. */
export const bookingCode = implement(activityRoomBooking, {
  async beforeSave(ctx, draft, current) {
    if (current) requireOpen(ctx, current);
    requireAhead(ctx, draft, current);
    const row = asSaved<Draft<typeof activityRoomBooking>>(draft, current);
    if ((row.endsAt ?? null) === null) draft.endsAt = await usualEnd(ctx, row);
    const moves = draft.beginsAt !== undefined || draft.endsAt !== undefined || draft.activityRoom !== undefined;
    if (moves) await requireHours(ctx, { ...row, ...(draft.endsAt !== undefined && { endsAt: draft.endsAt }) });
  },
  beforeDelete(ctx, row) {
    if (row.state === 'booked') requireOpen(ctx, row);
  },
});

const countBookings = async (
  ctx: CallCtx,
  { by, id, after }: { readonly by: 'activityRoom' | 'activityType'; readonly id: number; readonly after?: Date },
): Promise<number> => {
  const bookings = ctx
    .from(activityRoomBooking, 'k')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(`k.${by}`, '=', id);
  const found = await ctx.first(
    after ? bookings.where('k.state', '=', 'booked').where('k.endsAt', '>', after) : bookings,
  );
  return found?.count ?? 0;
};

export const activityTypeCode = implement(activityType, {
  async beforeDelete(ctx, { id }) {
    const count = await countBookings(ctx, { by: 'activityType', id });
    if (count > 0) throw notAllowed('activity-type.in-use', { count, id });
  },
});

interface Hours {
  readonly isOpen: boolean;
  readonly opens: number;
  readonly closes: number;
}

/** Refuses hours, or an end, that bookings ahead do not fit. */
async function requireBookingsFit(ctx: CallCtx, id: number, { isOpen, opens, closes }: Hours): Promise<void> {
  const ahead = await ctx.all(
    ctx
      .from(activityRoomBooking, 'k')
      .select(['k.beginsAt', 'k.endsAt'])
      .where('k.activityRoom', '=', id)
      .where('k.state', '=', 'booked')
      .where('k.endsAt', '>', ctx.now()),
  );
  const minute = (at: Date): number => localTime(at.getTime(), ctx.caller.zone).minuteOfDay;
  const fits = ({ beginsAt, endsAt }: (typeof ahead)[number]): boolean =>
    isOpen && minute(beginsAt) >= opens && (endsAt === null || minute(endsAt) <= closes);
  const count = ahead.filter((booking) => !fits(booking)).length;
  if (count > 0) throw notAllowed('activity-room.bookings-outside', { count, id });
}

export const activityRoomCode = implement(activityRoom, {
  async beforeSave(ctx, draft, current) {
    const { opensAt = '08:00', closesAt = '21:00' } = asSaved<typeof draft>(draft, current);
    if (String(closesAt) <= String(opensAt)) throw invalid('closesAt', 'activity-room.closes-first');
    if (current && (draft.isEnabled === false || draft.opensAt !== undefined || draft.closesAt !== undefined))
      await requireBookingsFit(ctx, current.id, {
        isOpen: draft.isEnabled !== false,
        opens: minuteOf(String(opensAt)),
        closes: minuteOf(String(closesAt)),
      });
  },
  async beforeDelete(ctx, { id }) {
    const count = await countBookings(ctx, { by: 'activityRoom', id, after: ctx.now() });
    if (count > 0) throw notAllowed('activity-room.booked', { count, id });
  },
  actions: {
    async book(ctx, { id, activityType: type, title, beginsAt, endsAt, chargeUser }) {
      const body = {
        activityRoomId: id,
        activityTypeId: type,
        title,
        beginTime: beginsAt,
        endTime: endsAt,
        chargeUserId: chargeUser,
      };
      const served = servedIn(ctx, activityRoomBooking, bookingCode);
      return { id: await answerSave(served, ctx, Members.of(body)) };
    },
  },
  answers: { book: z.object({ id: whole }) },
});

const mostBookings = 5000;
const key = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** The bookings of a room on the days of a span, the last day included. */
export const roomBookings = call({
  wire: 'GET ActivityRooms/GetBookings',
  title: '活动室：预订情况',
  permission: stemsOf(activityRoom),
  resource: activityRoom,
  input: z.object({ id: key, beginDate: askedDay.optional(), endDate: askedDay.optional() }),
  output: arrayOf(flatRow(activityRoomBooking)),
  async run(ctx, { id, beginDate = ctx.today(), endDate = addDays(beginDate, 30) }) {
    await ctx.repo(activityRoom).get(id);
    const [from, to] = [beginDate, addDays(endDate, 1)].map((day) => new Date(startOfDay(day, ctx.caller.zone)));
    const found = await ctx.all(
      ctx
        .from(activityRoomBooking, 'k')
        .select('k.id')
        .where('k.activityRoom', '=', id)
        .where('k.state', '=', 'booked')
        .where('k.endsAt', '>', from ?? ctx.now())
        .where('k.beginsAt', '<', to ?? ctx.now())
        .limit(mostBookings),
    );
    const rows = await ctx.repo(activityRoomBooking).list({
      where: { id: { in: found.map((row) => row.id) } },
      sort: 'beginsAt',
      take: mostBookings,
    });
    return rows.map((row) => ctx.show(activityRoomBooking, row));
  },
});
