import { healthService, healthServiceBooking, openBookingStates } from '@kangmai/model';
import { type Draft, fitsRow, type Row } from '@kangmai/resource';
import { asSaved, type CallCtx, implement, type Implementation, openSlots, tenantZone } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import type { WorkYearReader } from '../calendar/public.ts';
import { differs } from './changes.ts';
import { requireAhead, requireBookable } from './places.ts';
import { instantsIn, rangeText, requireOpen, requireRange } from './service-places.ts';
import { bookingTopic, type Told } from './tell.ts';

type BookingDraft = Draft<typeof healthServiceBooking>;
type Booking = Row<typeof healthServiceBooking>;

const mostOpen = 500;

/** The service, kept as it is until the booking is written. */
async function offeredService(ctx: CallCtx, id: number): Promise<Row<typeof healthService>> {
  const held = ctx.from(healthService, 's').select(['s.id']).where('s.id', '=', id).forShare('s');
  if (!(await ctx.first(held))) throw invalid('service', 'ref.not-found');
  const service = await ctx.repo(healthService).get(id);
  if (service.state !== 'offered') throw invalid('service', 'service-booking.not-offered');
  return service;
}

interface Saving {
  readonly draft: BookingDraft;
  readonly current: Booking | undefined;
}

/** The day and range of a booking as instants, with the places of the range open. */
async function place(ctx: CallCtx, years: WorkYearReader, { draft, current }: Saving): Promise<void> {
  const row = asSaved<BookingDraft>(draft, current);
  const service = await offeredService(ctx, Number(row.service));
  const range = requireRange(ctx, service, String(row.timeRange));
  const day = String(row.day);
  const { from: startsAt, to: endsAt } = instantsIn(day, range, await tenantZone(ctx));
  requireAhead(ctx, draft.timeRange === undefined ? 'day' : 'timeRange', startsAt);
  requireOpen(ctx, service, { years: (await years.read()).years, day });
  if (!current) draft.state = service.needApprove === false ? 'booked' : 'waiting';
  Object.assign(draft, { timeRange: rangeText(range), startsAt, endsAt });
  const slot = { kind: healthService.name, subject: service.id, begins: startsAt, ends: endsAt };
  await openSlots(ctx, [{ ...slot, places: range.capacity }]);
}

const told: Partial<Record<Booking['state'] & string, Told['what']>> = {
  booked: 'booked',
  refused: 'refused',
  cancelled: 'cancelled',
};

function newsOf(row: Booking, before: Booking | undefined): Told['what'] | undefined {
  if (row.state !== before?.state) return told[row.state ?? 'waiting'];
  return row.startsAt?.getTime() === before.startsAt?.getTime() ? undefined : 'moved';
}

function announceChange(ctx: CallCtx, row: Booking, before: Booking | undefined): void {
  const what = newsOf(row, before);
  const at = (before ?? row).startsAt;
  if (!what || !at) return;
  const news: Told = {
    resource: healthServiceBooking.name,
    id: row.id,
    what,
    version: row.rowVersion,
    before: at.toISOString(),
    doctors: [row.operator],
    by: ctx.caller.userId,
  };
  ctx.emit(bookingTopic, news, 'last');
}

export async function cancelServicesOf(ctx: CallCtx, clientId: number, reason: string): Promise<void> {
  const where = { client: clientId, state: { in: openBookingStates } } as const;
  for (const before of await ctx.repo(healthServiceBooking).list({ where, take: mostOpen })) {
    const change = { state: 'cancelled', remark: reason } as const;
    announceChange(ctx, await ctx.repo(healthServiceBooking).update(before.id, change, reason), before);
  }
}

export const serviceBookingCode = (years: WorkYearReader): Implementation =>
  implement(healthServiceBooking, {
    async beforeSave(ctx, draft, current) {
      if (current && !fitsRow(healthServiceBooking, 'edit', current)) throw notAllowed('booking.closed');
      if (!current) await requireBookable(ctx, Number(draft.client));
      if (!current || differs(draft, current, ['day', 'timeRange'])) await place(ctx, years, { draft, current });
    },
    afterSave: announceChange,
    moves: {
      complete(ctx, { row, input, change }) {
        const result = input.result ?? input.remark;
        if (!result) throw invalid('result', 'field.required');
        change.result = result;
        change.operator = row.operator ?? ctx.caller.userId;
      },
      release(_ctx, { change }) {
        change.remark = '超时未审核，名额已释放';
      },
    },
  });
