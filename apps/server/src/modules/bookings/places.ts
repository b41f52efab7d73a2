import { localDay } from '@kangmai/domain';
import { calendarDay } from '@kangmai/domain/calendar';
import { type appointmentTypes, client, type clientStates, type DutyKind, shift, user } from '@kangmai/model';
import { type CallCtx, freePlaces, tenantZone } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import type { WorkYearReader } from '../calendar/public.ts';

/** The kinds of shifts whose places a type of appointment takes. */
export const kindsOfType: Readonly<Record<(typeof appointmentTypes.names)[number], readonly DutyKind[]>> = {
  consult: ['outpatient', 'video'],
  video: ['video'],
  homeVisit: ['home'],
  checkup: ['outpatient'],
  tcm: ['outpatient'],
  exam: ['outpatient'],
};

type ClientState = (typeof clientStates.names)[number];

interface Asked {
  readonly doctor: number | null;
  readonly shift: number | null;
  readonly startsAt: Date;
  readonly kinds: readonly DutyKind[];
  readonly timeField: string;
}

export interface Place {
  readonly shift: number;
  readonly doctor: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly room: string | null;
}

const shiftColumns = ['s.id', 's.user', 's.state', 's.place', 's.kind'] as const;

// A swap waits until the booking is written, or the booking sees the holder after it.
const namedShift = (ctx: CallCtx, id: number) =>
  ctx.first(ctx.from(shift, 's').select(shiftColumns).where('s.id', '=', id).forShare('s'));

const shiftAt = (ctx: CallCtx, { doctor, startsAt, kinds }: Asked, states: readonly ('published' | 'stopped')[]) =>
  ctx.first(
    ctx
      .from(shift, 's')
      .select(shiftColumns)
      .where('s.user', '=', doctor)
      .where('s.kind', 'in', kinds)
      .where('s.state', 'in', states)
      .where('s.startsAt', '<=', startsAt)
      .where('s.endsAt', '>', startsAt)
      .orderBy('s.id')
      .limit(1)
      .forShare('s'),
  );

type FoundShift = NonNullable<Awaited<ReturnType<typeof namedShift>>>;

async function refuseClosed(ctx: CallCtx, asked: Asked): Promise<never> {
  if (asked.doctor !== null && !(await ctx.repo(user).find(asked.doctor))) throw invalid('doctor', 'ref.not-found');
  const stopped = await shiftAt(ctx, asked, ['stopped']);
  throw invalid(asked.timeField, stopped ? 'booking.shift-stopped' : 'booking.doctor-not-open');
}

function requireFitting(found: FoundShift | undefined, { doctor, kinds }: Asked): FoundShift & { user: number } {
  if (!found) throw invalid('shift', 'ref.not-found');
  if (found.state === 'stopped') throw invalid('shift', 'booking.shift-stopped');
  const { user: holder } = found;
  if (found.state !== 'published' || !kinds.includes(found.kind) || holder === null)
    throw invalid('shift', 'booking.doctor-not-open');
  if (doctor !== null && doctor !== holder) throw invalid('doctor', 'booking.other-doctor');
  return { ...found, user: holder };
}

/** The open place of a doctor at a time, by the shift where one is named; refused with the field that is wrong. */
export async function placeOf(ctx: CallCtx, asked: Asked): Promise<Place> {
  const found = asked.shift === null ? await shiftAt(ctx, asked, ['published']) : await namedShift(ctx, asked.shift);
  if (!found && asked.shift === null) return refuseClosed(ctx, asked);
  const { id, user: doctor, place: room } = requireFitting(found, asked);
  const account = await ctx.repo(user).find(doctor);
  if (account?.isActive === false) throw invalid('doctor', 'booking.doctor-stopped');
  const from = asked.startsAt;
  const to = new Date(from.getTime() + 1);
  const [slot] = await freePlaces(ctx, { kind: shift.name, subjects: [id], from, to });
  if (!slot?.ends) throw invalid(asked.timeField, 'booking.doctor-not-open');
  return { shift: id, doctor, startsAt: from, endsAt: slot.ends, room };
}

export function requireAhead(ctx: CallCtx, field: string, startsAt: Date): void {
  if (startsAt <= ctx.now()) throw invalid(field, 'booking.past');
}

/** Bookings without a doctor's shift follow the work calendar: none on a holiday. */
export async function requireOpenDay(
  ctx: CallCtx,
  years: WorkYearReader,
  { field, startsAt }: { readonly field: string; readonly startsAt: Date },
): Promise<void> {
  const day = localDay(startsAt.getTime(), await tenantZone(ctx));
  const { kind, name, nameEn } = calendarDay((await years.read()).years, day);
  if (kind !== 'holiday') return;
  throw invalid(field, 'booking.holiday', { day, name: (ctx.caller.culture === 'en' ? nameEn : name) ?? '' });
}

const ended: ReadonlySet<ClientState> = new Set(['deceased', 'closed', 'transferred']);

export const isEnded = (state: ClientState): boolean => ended.has(state);

/** Nothing is booked for somebody who died or whose care has ended; a change of state waits for the booking. */
export async function requireBookable(ctx: CallCtx, clientId: number): Promise<void> {
  if (!(await ctx.repo(client).find(clientId))) throw invalid('client', 'ref.not-found');
  const { state } = await ctx.repo(client).lock(clientId);
  if (state === 'deceased') throw invalid('client', 'booking.client-deceased');
  if (isEnded(state)) throw invalid('client', 'booking.client-away');
}
