import { addDays, surnameOf } from '@kangmai/domain';
import { client, healthService, healthServiceBooking, serviceBookingStates } from '@kangmai/model';
import { Members, permissionsOfWrite, type Row, wordsOf } from '@kangmai/resource';
import { z } from 'zod';
import { recordLooks } from '../../access/looks.ts';
import { phonePermission, type PhoneReader } from '../../access/phone-purpose.ts';
import {
  answerAction,
  answerSave,
  arrayOf,
  call,
  type Call,
  type CallCtx,
  codeOf,
  day,
  type Implementation,
  servedIn,
  whole,
} from '../../engine/public.ts';
import { conflict, notAllowed, notFound, rateLimited, unauthenticated } from '../../platform/errors.ts';
import { freePlacesOf, freeShape, serviceBookingCode } from '../bookings/public.ts';
import { houseFor, housesOf } from '../messages/public.ts';
import type { PhoneParts } from './parts.ts';
import { coverOf } from './covers.ts';

const permission = phonePermission('booking');
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const [mostServices, mostBookings, daysBack] = [200, 200, 90];
/** Bookings by phone that a client may have open, and may make in a day. */
const [mostOpen, mostMade] = [5, 10];
const dayMs = 86_400_000;

/** The client always comes from the token. */
function readerOf({ caller }: CallCtx): PhoneReader {
  if (!caller.phone) throw unauthenticated('phone-access.ended');
  return caller.phone;
}

const serviceOutput = z.object({
  id: whole,
  title: z.string(),
  introduction: z.string(),
  provider: z.string().nullable(),
  place: z.string().nullable(),
  price: z.number().nullable(),
  minutes: whole.nullable(),
  advanceDays: whole,
  needApprove: z.boolean(),
  hasCover: z.boolean(),
});

function shownService(ctx: CallCtx, row: Row<typeof healthService>): z.output<typeof serviceOutput> {
  const { price } = ctx.show(healthService, row) as { readonly price?: number | null };
  return {
    id: row.id,
    title: row.title,
    introduction: wordsOf(row.introduction),
    provider: row.provider,
    place: row.place,
    price: price ?? null,
    minutes: row.minutes,
    advanceDays: row.advanceDays ?? 0,
    needApprove: row.needApprove !== false,
    hasCover: row.cover !== null,
  };
}

const offered = { state: 'offered' } as const;

const bookingsOutput = z.object({
  calledName: z.string(),
  houseName: z.string(),
  housePhone: z.string(),
  items: arrayOf(
    z.object({
      id: whole,
      recordNo: z.string(),
      serviceTitle: z.string(),
      appointmentDate: day,
      timeRange: z.string(),
      status: codeOf(serviceBookingStates),
      remark: z.string().nullable(),
      canCancel: z.boolean(),
    }),
  ),
});

const ownRows = (ctx: CallCtx, { clientId }: PhoneReader) =>
  ctx.all(
    ctx
      .from(healthServiceBooking, 'b')
      .innerJoin(ctx.from(healthService, 's').joined, 's.id', 'b.service')
      .select(['b.id', 'b.appointmentNo', 's.title', 'b.day', 'b.timeRange', 'b.state', 'b.remark', 'b.startsAt'])
      .where('b.client', '=', clientId)
      .where('b.day', '>=', addDays(ctx.today(), -daysBack))
      .orderBy('b.day', 'desc')
      .orderBy('b.timeRange')
      .limit(mostBookings),
  );

/** Whether a client may still cancel a booking: it is open and has not begun. */
const mayCancel = (ctx: CallCtx, { state, startsAt }: { state: string | null; startsAt: Date | null }): boolean =>
  (state === 'waiting' || state === 'booked') && (startsAt?.getTime() ?? 0) > ctx.now().getTime();

async function ownBookings(ctx: CallCtx): Promise<z.output<typeof bookingsOutput>> {
  const reader = readerOf(ctx);
  const [person, rows] = [await ctx.repo(client).get(reader.clientId), await ownRows(ctx, reader)];
  const house = houseFor(await housesOf(ctx), person.organizationUnit);
  await recordLooks(ctx, [
    { action: 'view', clientId: reader.clientId, resource: healthServiceBooking.name, count: rows.length },
  ]);
  return {
    calledName: `${surnameOf(person.name) ?? ''}**`,
    houseName: house.name,
    housePhone: house.phone,
    items: rows.map((row) => ({
      id: row.id,
      recordNo: row.appointmentNo ?? '',
      serviceTitle: row.title,
      appointmentDate: row.day,
      timeRange: row.timeRange,
      status: serviceBookingStates.wireOf(row.state ?? 'waiting') as number,
      remark: row.state === 'refused' ? row.remark : null,
      canCancel: mayCancel(ctx, row),
    })),
  };
}

/** Refuses a client with many bookings by phone: each sends messages and takes a place. */
async function requireFew(ctx: CallCtx, clientId: number): Promise<void> {
  // Two bookings of one client at a time are counted one after the other.
  await ctx.repo(client).lock(clientId);
  const byPhone = { client: clientId, source: 'app' } as const;
  const open = await ctx
    .rows(healthServiceBooking)
    .find({ where: { ...byPhone, state: { in: ['waiting', 'booked'] } }, take: mostOpen });
  if (open.length >= mostOpen) throw conflict('phone-access.many-open', { most: mostOpen });
  const since = new Date(ctx.now().getTime() - dayMs);
  const [made] = await ctx.all(
    ctx
      .from(healthServiceBooking, 'b')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('b.client', '=', clientId)
      .where('b.source', '=', 'app')
      .where('b.createdAt', '>', since),
  );
  if ((made?.count ?? 0) >= mostMade) throw rateLimited(dayMs / 1000, 'phone-access.many-made');
}

/** The same save as staff make; the right to it holds for this one save. */
async function book(
  ctx: CallCtx,
  code: Implementation,
  asked: { readonly healthServicesId: number; readonly appointmentDate: string; readonly timeRange: string },
): Promise<{ readonly id: number; readonly status: number }> {
  const { clientId } = readerOf(ctx);
  await requireFew(ctx, clientId);
  const rights = permissionsOfWrite(healthServiceBooking, 'Create');
  const booking = { ...ctx, can: (name: string) => rights.includes(name) };
  const served = { ...servedIn(ctx, healthServiceBooking, code), given: { source: 'app' } };
  const made = await answerSave(served, booking, Members.of({ ...asked, userId: clientId }));
  const { state } = await ctx.repo(healthServiceBooking).get(made);
  return { id: made, status: serviceBookingStates.wireOf(state ?? 'waiting') as number };
}

async function cancel(ctx: CallCtx, code: Implementation, asked: number): Promise<null> {
  const { clientId } = readerOf(ctx);
  const found = await ctx.repo(healthServiceBooking).find(asked);
  if (found?.client !== clientId) throw notFound(healthServiceBooking.name);
  if (!mayCancel(ctx, await ctx.repo(healthServiceBooking).lock(asked))) throw notAllowed('phone-access.begun');
  const served = servedIn(ctx, healthServiceBooking, code);
  await answerAction(served, ctx, { name: 'cancel', body: Members.of({ id: asked, remark: '客户在手机上取消' }) });
  return null;
}

const readCalls = (parts: PhoneParts): readonly Call[] => [
  call({
    wire: 'GET PhoneAccess/GetServices',
    title: '手机预约：可约服务',
    permission,
    input: z.object({}),
    output: arrayOf(serviceOutput),
    async run(ctx) {
      const rows = await ctx.repo(healthService).list({ where: offered, sort: 'id', take: mostServices });
      return rows.map((row) => shownService(ctx, row));
    },
  }),
  call({
    wire: 'GET PhoneAccess/GetServiceCover',
    title: '手机预约：服务封面',
    permission,
    input: z.object({ id }),
    output: z.object({ picture: z.string().nullable() }),
    run: async (ctx, input) => ({ picture: (await coverOf(parts.services.files, ctx, input.id)) ?? null }),
  }),
  call({
    wire: 'GET PhoneAccess/GetFreePlaces',
    title: '手机预约：空闲名额',
    permission,
    ...freeShape,
    run: freePlacesOf(parts.years),
  }),
  call({
    wire: 'GET PhoneAccess/GetBookings',
    title: '手机预约：本人预约',
    permission,
    input: z.object({}),
    output: bookingsOutput,
    run: ownBookings,
  }),
];

/** The calls of phone tokens for bookings: the same rules, places and messages as at the desk. */
export function bookingCalls(parts: PhoneParts): readonly Call[] {
  const code = serviceBookingCode(parts.years);
  return [
    ...readCalls(parts),
    call({
      wire: 'POST PhoneAccess/Book',
      title: '手机预约：提交预约',
      permission,
      resource: healthServiceBooking,
      input: z.object({
        healthServicesId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
        appointmentDate: z.string().max(10),
        timeRange: z.string().max(20),
      }),
      output: z.object({ id: whole, status: codeOf(serviceBookingStates) }),
      run: (ctx, asked) => book(ctx, code, asked),
    }),
    call({
      wire: 'POST PhoneAccess/CancelBooking',
      title: '手机预约：取消预约',
      permission,
      resource: healthServiceBooking,
      input: z.object({ id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
      output: z.null(),
      run: (ctx, input) => cancel(ctx, code, input.id),
    }),
  ];
}
