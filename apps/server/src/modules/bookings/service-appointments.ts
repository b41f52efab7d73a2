import { serviceAppointment } from '@kangmai/model';
import { type Draft, fitsRow, type Row } from '@kangmai/resource';
import { asSaved, type CallCtx, implement, type Implementation } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import type { WorkYearReader } from '../calendar/public.ts';
import { announce, differs, requireNewState } from './changes.ts';
import { kindsOfType, placeOf, requireAhead, requireBookable, requireOpenDay } from './places.ts';

type AppointmentDraft = Draft<typeof serviceAppointment>;
type Appointment = Row<typeof serviceAppointment>;

const placing = ['startsAt', 'doctor', 'shift', 'type', 'minutes'] as const;
const free = new Set(['state', 'result', 'cancelReason', 'heldUntil']);
const [missedDays, mostMissed] = [90, 3];

/** Somebody who often did not come is called before a booking is certain. */
async function requireReliable(ctx: CallCtx, { client, state, source }: AppointmentDraft): Promise<void> {
  if (state !== 'booked' || source === 'phone' || typeof client !== 'number') return;
  const since = new Date(ctx.now().getTime() - missedDays * 86_400_000);
  const found = await ctx.first(
    ctx
      .from(serviceAppointment, 'a')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('a.client', '=', client)
      .where('a.state', '=', 'noShow')
      .where('a.startsAt', '>=', since),
  );
  const count = found?.count ?? 0;
  if (count >= mostMissed) throw invalid('state', 'booking.call-first', { count });
}

/** A shift that the input changes; without one it follows from doctor and time. */
const askedShift = ({ shift }: AppointmentDraft, current: Appointment | undefined): number | null =>
  shift === undefined || shift === current?.shift ? null : shift;

async function place(ctx: CallCtx, years: WorkYearReader, { draft, current }: Saving): Promise<void> {
  const row = asSaved<AppointmentDraft>(draft, current);
  const startsAt = row.startsAt as Date;
  requireAhead(ctx, 'startsAt', startsAt);
  const [shift, doctor] = [askedShift(draft, current), row.doctor ?? null];
  if (shift === null && doctor === null) {
    await requireOpenDay(ctx, years, { field: 'startsAt', startsAt });
    const endsAt = new Date(startsAt.getTime() + Number(row.minutes ?? 30) * 60_000);
    Object.assign(draft, { shift: null, endsAt });
    return;
  }
  const kinds = kindsOfType[row.type as keyof typeof kindsOfType];
  const found = await placeOf(ctx, { shift, doctor, startsAt, kinds, timeField: 'startsAt' });
  const minutes = (found.endsAt.getTime() - startsAt.getTime()) / 60_000;
  Object.assign(draft, { shift: found.shift, doctor: found.doctor, endsAt: found.endsAt, minutes });
  if ((row.place ?? null) === null) draft.place = found.room;
}

interface Saving {
  readonly draft: AppointmentDraft;
  readonly current: Appointment | undefined;
}

function requireOpen({ draft, current }: Saving): void {
  if (!current || fitsRow(serviceAppointment, 'edit', current)) return;
  const changed = Object.keys(draft).filter((name) => differs(draft, current, [name]));
  if (changed.some((name) => !free.has(name))) throw notAllowed('booking.closed');
}

/** Appointments: on an open place of the doctor, or a time of the team's own. */
export const appointmentCode = (years: WorkYearReader): Implementation =>
  implement(serviceAppointment, {
    async beforeSave(ctx, draft, current) {
      requireOpen({ draft, current });
      if (!current) {
        requireNewState(draft);
        await requireBookable(ctx, Number(draft.client));
        await requireReliable(ctx, draft);
      }
      if (!current || differs(draft, current, placing)) await place(ctx, years, { draft, current });
      else if (draft.endsAt !== undefined) draft.endsAt = current.endsAt;
    },
    beforeDelete(_ctx, row) {
      if (!fitsRow(serviceAppointment, 'remove', row)) throw notAllowed('booking.not-removed');
    },
    afterSave(ctx, row, before) {
      if (before) announce(ctx, serviceAppointment.name, { row, before });
    },
    moves: {
      release(_ctx, { change }) {
        change.cancelReason = '超时未确认，号源已释放';
      },
    },
  });
