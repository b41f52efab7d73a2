import { localMinute, startOfDay } from '@kangmai/domain';
import { outpatientAppointment } from '@kangmai/model';
import { type Draft, fitsRow, type Row } from '@kangmai/resource';
import { asSaved, type CallCtx, implement, type Implementation, tenantZone } from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import type { WorkYearReader } from '../calendar/public.ts';
import { announce, differs, requireNewState } from './changes.ts';
import { cancelEscortOf, keepEscort } from './visit-escorts.ts';
import { placeOf, requireAhead, requireBookable, requireOpenDay } from './places.ts';

type VisitDraft = Draft<typeof outpatientAppointment>;
type Visit = Row<typeof outpatientAppointment>;

const placing = ['visitDate', 'timeRange', 'doctor', 'expert', 'shift'] as const;
const free = new Set(['state', 'diagnosis', 'recordFiles', 'cancelReason', 'heldUntil', 'bookedOn']);
const over: ReadonlySet<string> = new Set(['cancelled', 'noShow']);
const range = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

export const clockIn = (at: Date, zone: string): string => localMinute(at.getTime(), zone).slice(-'09:00'.length);

function instantsOf(day: string, timeRange: string, zone: string): { readonly startsAt: Date; readonly endsAt: Date } {
  const parts = range.exec(timeRange.replaceAll(/\s/g, '').replaceAll('：', ':'));
  if (!parts) throw invalid('timeRange', 'booking.time-range');
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.slice(1).map(Number);
  const midnight = startOfDay(day, zone);
  const at = (hour: number, minute: number): Date => new Date(midnight + (hour * 60 + minute) * 60_000);
  const [startsAt, endsAt] = [at(fromHour, fromMinute), at(toHour, toMinute)];
  if (endsAt <= startsAt) throw invalid('timeRange', 'booking.time-range');
  return { startsAt, endsAt };
}

interface Saving {
  readonly draft: VisitDraft;
  readonly current: Visit | undefined;
}

const askedShift = ({ draft: { shift }, current }: Saving): number | null =>
  shift === undefined || shift === current?.shift ? null : shift;

/** The own doctor needs an open place; hospitals outside need none, and are closed on holidays. */
async function place(ctx: CallCtx, years: WorkYearReader, saving: Saving): Promise<void> {
  const { draft, current } = saving;
  const row = asSaved<VisitDraft>(draft, current);
  const zone = await tenantZone(ctx);
  const { startsAt, endsAt } = instantsOf(String(row.visitDate), String(row.timeRange), zone);
  requireAhead(ctx, draft.timeRange === undefined ? 'visitDate' : 'timeRange', startsAt);
  const [shift, doctor] = [askedShift(saving), row.doctor ?? null];
  const isOwn = shift !== null || doctor !== null;
  if (isOwn && (row.expert ?? null) !== null) throw invalid('expert', 'booking.doctor-or-expert');
  if (isOwn) {
    const found = await placeOf(ctx, { shift, doctor, startsAt, kinds: ['outpatient'], timeField: 'timeRange' });
    const timeRange = `${clockIn(startsAt, zone)}-${clockIn(found.endsAt, zone)}`;
    Object.assign(draft, { shift: found.shift, doctor: found.doctor, startsAt, endsAt: found.endsAt, timeRange });
    return;
  }
  await requireOpenDay(ctx, years, { field: 'visitDate', startsAt });
  const timeRange = `${clockIn(startsAt, zone)}-${clockIn(endsAt, zone)}`;
  Object.assign(draft, { shift: null, startsAt, endsAt, timeRange });
}

function requireOpen({ draft, current }: Saving): void {
  if (!current || fitsRow(outpatientAppointment, 'edit', current)) return;
  const changed = Object.keys(draft).filter((name) => differs(draft, current, [name]));
  if (changed.some((name) => !free.has(name))) throw notAllowed('booking.closed');
}

async function requireOnce(ctx: CallCtx, { draft, current }: Saving): Promise<void> {
  const { client, department, bookedOn } = asSaved<VisitDraft>(draft, current);
  if (!bookedOn || !differs({ department, bookedOn }, current, ['department', 'bookedOn'])) return;
  const other = await ctx.first(
    ctx
      .from(outpatientAppointment, 'v')
      .beyondSight('the client is there once, whoever sees the booking')
      .select(['v.id', 'v.appointmentNo'])
      .where('v.client', '=', Number(client))
      .where('v.department', '=', String(department))
      .where('v.bookedOn', '=', bookedOn)
      .where('v.id', '<>', current?.id ?? 0),
  );
  if (!other) return;
  const [reason, params] = ['booking.same-department', { number: other.appointmentNo ?? '' }] as const;
  throw Object.assign(conflict(reason, params), { fields: [{ field: 'visitDate', reason, params }] });
}

/** Visits: one a client, department and day; an own doctor by an open place. */
export const visitCode = (years: WorkYearReader): Implementation =>
  implement(outpatientAppointment, {
    async beforeSave(ctx, draft, current) {
      requireOpen({ draft, current });
      if (!current) {
        requireNewState(draft);
        await requireBookable(ctx, Number(draft.client));
      }
      if (!current || differs(draft, current, placing)) await place(ctx, years, { draft, current });
      const { state = 'waiting', visitDate } = asSaved<VisitDraft>(draft, current);
      draft.bookedOn = over.has(state) ? null : (visitDate ?? null);
      await requireOnce(ctx, { draft, current });
    },
    async beforeDelete(ctx, row) {
      if (!fitsRow(outpatientAppointment, 'remove', row)) throw notAllowed('booking.not-removed');
      await cancelEscortOf(ctx, row.id, '门诊预约已删除');
    },
    async afterSave(ctx, row, before) {
      await keepEscort(ctx, row, before);
      if (before) announce(ctx, outpatientAppointment.name, { row, before });
    },
    moves: {
      release(_ctx, { change }) {
        change.cancelReason = '超时未确认，号源已释放';
      },
    },
  });
