import { localMinute } from '@kangmai/domain';
import { client, escortBooking, model, user } from '@kangmai/model';
import type { NoticePurposeName } from '@kangmai/model/reference';
import { type CallCtx, type Follow, tenantZone } from '../../engine/public.ts';
import type { Row } from '@kangmai/resource';
import type { TellClients } from '../messages/public.ts';
import type { Notify } from '../notices/public.ts';

/** A booking that was approved, refused, moved or cancelled, or an escort who has it now or no longer. */
export interface Told {
  readonly resource: string;
  readonly id: number;
  readonly what: 'booked' | 'refused' | 'moved' | 'cancelled' | 'assigned' | 'released';
  readonly version: number;
  /** When it would have been. */
  readonly before: string;
  readonly doctors: readonly (number | null)[];
  readonly by: number | null;
}

export const bookingTopic = 'booking.changed';

const pages: Readonly<Record<string, string>> = {
  serviceAppointment: '/jkfw/Appointments',
  outpatientAppointment: '/jkfw/Outpatient',
  healthServiceBooking: '/jkfw/hsappointment',
  [escortBooking.name]: '/xkh/accompanyingdiseases',
};
type ClientPurpose = 'bookingApproved' | 'bookingRefused' | 'bookingMoved' | 'bookingCancelled';
const purposes: Readonly<Partial<Record<Told['what'], ClientPurpose>>> = {
  booked: 'bookingApproved',
  refused: 'bookingRefused',
  moved: 'bookingMoved',
  cancelled: 'bookingCancelled',
};
type Notices = Readonly<Partial<Record<Told['what'], NoticePurposeName>>>;
const notices: Notices = { moved: 'App.BookingMoved', cancelled: 'App.BookingCancelled' };
const escortNotices: Notices = {
  assigned: 'App.EscortAssigned',
  moved: 'App.EscortMoved',
  released: 'App.EscortEnded',
  cancelled: 'App.EscortEnded',
};

interface Booking {
  readonly client: number;
  readonly doctor?: number | null;
  readonly operator?: number | null;
  readonly startsAt: Date;
  readonly appointmentNo: string | null;
}

export interface TellParts {
  readonly notify: Notify;
  readonly tellClients: TellClients;
}

interface News {
  readonly told: Told;
  readonly doctor: number | null;
  readonly person: Row<typeof client>;
  readonly from: string;
  readonly to: string;
}

const noDoctor = { 'zh-Hans': '由团队安排', 'en': 'named by the team' } as const;

async function messageClient(ctx: CallCtx, parts: TellParts, { told, doctor, person, from, to }: News): Promise<void> {
  const purpose = purposes[told.what];
  if (!purpose) return;
  const account = doctor === null ? undefined : await ctx.repo(user).find(doctor);
  const isMoved = told.what === 'moved';
  await parts.tellClients(ctx, [
    {
      purpose,
      person,
      phone: person.phone,
      params: (culture) => ({ from, ...(isMoved && { to, doctor: account?.fullName ?? noDoctor[culture] }) }),
      key: `${told.resource} ${told.id} ${told.version}`,
    },
  ]);
}

type StaffNews = Omit<News, 'doctor'> & { readonly number: string };

async function noticeStaff(
  ctx: CallCtx,
  parts: TellParts,
  { told, person, number, from, to }: StaffNews,
): Promise<void> {
  const purpose = notices[told.what];
  if (!purpose) return;
  const users = new Set([...told.doctors, person.healthManager].flatMap((id) => (id === told.by ? [] : (id ?? []))));
  await parts.notify(ctx, {
    purpose,
    to: { users: [...users] },
    params: { number, from, ...(told.what === 'moved' && { to }) },
    link: `${pages[told.resource]}/${told.id}`,
    key: `booking ${told.resource} ${told.id} ${told.version}`,
  });
}

async function noticeEscort(
  ctx: CallCtx,
  { notify }: TellParts,
  { told, number, from, to }: Omit<StaffNews, 'person'>,
) {
  const purpose = escortNotices[told.what];
  const users = told.doctors.flatMap((id) => (id === told.by ? [] : (id ?? [])));
  if (!purpose || users.length === 0) return;
  await notify(ctx, {
    purpose,
    to: { users },
    params: { number, from, to },
    link: `${pages[told.resource]}/${told.id}`,
    key: `booking ${told.resource} ${told.id} ${told.version} ${told.what}`,
  });
}

async function tell(ctx: CallCtx, parts: TellParts, told: Told): Promise<void> {
  const row = (await ctx.rows(model.byName(told.resource)).find({ where: { id: { in: [told.id] } }, take: 1 }))[0];
  if (!row) return;
  const booking = row as unknown as Booking;
  const person = await ctx.repo(client).find(booking.client);
  if (!person) return;
  const zone = await tenantZone(ctx);
  const [from, to] = [localMinute(Date.parse(told.before), zone), localMinute(booking.startsAt.getTime(), zone)];
  const number = booking.appointmentNo ?? '';
  if (told.resource === escortBooking.name) return noticeEscort(ctx, parts, { told, number, from, to });
  await noticeStaff(ctx, parts, { told, person, number, from, to });
  const doctor = booking.doctor ?? booking.operator ?? null;
  await messageClient(ctx, parts, { told, doctor, person, from, to });
}

export const followBookings =
  (parts: TellParts): Follow =>
  async (ctx, payloads) => {
    for (const told of payloads as readonly Told[]) await tell(ctx, parts, told);
  };
