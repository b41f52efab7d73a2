import { addDays, shiftSlots, startOfDay } from '@kangmai/domain';
import { bookedKinds, dutyType, shift } from '@kangmai/model';
import { permissionsOfCall, type Row } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  askedDay,
  call,
  type CallCtx,
  closeSlots,
  freePlaces,
  openSlots,
  tenantZone,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
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

/** Opens the places of published shifts that have some. */
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
