import { healthService, healthServiceBooking, mostDaysAhead, openBookingStates } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import {
  asSaved,
  type CallCtx,
  changePlaces,
  closeSlot,
  freePlaces,
  implement,
  type Implementation,
  tenantZone,
} from '../../engine/public.ts';
import { conflict, type FieldProblem, requireSound } from '../../platform/errors.ts';
import { differs } from './changes.ts';
import { clockIn } from './outpatient-appointments.ts';
import { rangesOf, type TimeRange } from './service-places.ts';

type ServiceDraft = Draft<typeof healthService>;
type Service = Row<typeof healthService>;

const dayMs = 86_400_000;

const rangeProblems = (ranges: readonly TimeRange[]): readonly FieldProblem[] =>
  ranges.flatMap(({ start, end }, at): FieldProblem[] => {
    if (end <= start) return [{ field: `timeRanges[${at}].end`, reason: 'health-service.range-order' }];
    const within = ranges.findIndex((other, nth) => nth !== at && other.start < start && start < other.end);
    const params = { row: within + 1 };
    return within < 0 ? [] : [{ field: `timeRanges[${at}].start`, reason: 'health-service.range-overlap', params }];
  });

const offerFields = ['cover', 'openDays', 'timeRanges'] as const;

const isEmpty = (value: unknown): boolean => (Array.isArray(value) ? value.length === 0 : (value ?? null) === null);

function requireComplete(draft: ServiceDraft, current: Service | undefined): void {
  const row = asSaved<ServiceDraft>(draft, current);
  if (row.state !== 'offered') return;
  const asked =
    current?.state === 'offered' ? offerFields.filter((name) => differs(draft, current, [name])) : offerFields;
  const missing = asked.filter((name) => isEmpty(row[name]));
  requireSound(missing.map((field) => ({ field, reason: 'health-service.incomplete' })));
}

/** Days ahead on which somebody has booked get the places of the changed ranges; refused below what is taken. */
async function keepPlaces(ctx: CallCtx, row: Service): Promise<void> {
  const zone = await tenantZone(ctx);
  const now = ctx.now();
  const to = new Date(now.getTime() + (mostDaysAhead + 1) * dayMs);
  const capacities = new Map(rangesOf(row).map(({ start, capacity }) => [start, capacity]));
  const slots = await freePlaces(ctx, { kind: healthService.name, subjects: [row.id], from: now, to });
  for (const { id, begins, places } of slots) {
    const wanted = capacities.get(begins ? clockIn(begins, zone) : '');
    if (wanted === undefined) await closeSlot(ctx, id);
    else if (wanted !== places) await changePlaces(ctx, id, wanted);
  }
}

async function countOpen(ctx: CallCtx, id: number): Promise<number> {
  const found = await ctx.first(
    ctx
      .from(healthServiceBooking, 'b')
      .beyondSight('a service with bookings stays, whoever sees them')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('b.service', '=', id)
      .where('b.state', 'in', openBookingStates),
  );
  return found?.count ?? 0;
}

export const healthServiceCode: Implementation = implement(healthService, {
  beforeSave(_ctx, draft, current) {
    requireSound(rangeProblems(rangesOf({ timeRanges: draft.timeRanges ?? null })));
    requireComplete(draft, current);
  },
  async afterSave(ctx, row, before) {
    if (before && differs(row, before, ['timeRanges'])) await keepPlaces(ctx, row);
  },
  async beforeDelete(ctx, { id }) {
    const count = await countOpen(ctx, id);
    if (count > 0) throw conflict('health-service.has-bookings', { count });
  },
});
