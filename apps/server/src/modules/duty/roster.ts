import { apartOf, shiftPeriod, shiftSlots, workHours } from '@kangmai/domain';
import { bookedKinds, type DutyKind, type dutyType, idleKinds, shift } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { z } from 'zod';
import type { CallCtx } from '../../engine/public.ts';

/** Whether nobody works on shifts of a kind. */
export const isIdle = (kind: DutyKind | null | undefined): boolean => idleKinds.some((idle) => idle === kind);

type DutyType = Pick<Row<typeof dutyType>, 'kind' | 'begins' | 'ends' | 'restMinutes'>;

export const askedId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const rosterStem = 'Pages.StaffManagement.Scheduling';

/** One transaction at a time changes the roster of a tenant. */
export async function lockRoster({ tx, tenantId }: CallCtx): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('roster', $1))", [tenantId]);
}

/** What a shift takes from its type on the day it is made. */
export function timesOf(type: DutyType, workDate: string, zone: string) {
  const clocks = { begins: type.begins, ends: type.ends };
  const { from, to } = shiftPeriod(workDate, clocks, zone);
  return {
    kind: type.kind,
    startsAt: new Date(from),
    endsAt: new Date(to),
    workHours: isIdle(type.kind) ? 0 : workHours(clocks, type.restMinutes),
  };
}

/** The places of a shift where none are named; null for kinds without bookings. */
export function placesOf(type: Pick<Row<typeof dutyType>, 'kind' | 'slotMinutes' | 'capacityPerSlot'>, times: Times) {
  if (!bookedKinds.some((kind) => kind === type.kind)) return null;
  const slots = shiftSlots({ from: times.startsAt.getTime(), to: times.endsAt.getTime() }, { ...type, capacity: null });
  return slots.reduce((sum, { places }) => sum + places, 0);
}

interface Times {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface Taken {
  readonly id: number;
  readonly person: number | null;
  readonly user: number | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export const isSamePerson = (one: Omit<Taken, 'id'>, other: Omit<Taken, 'id'>): boolean =>
  (one.person !== null && one.person === other.person) || (one.user !== null && one.user === other.user);

export const hoursApart = (one: Omit<Taken, 'id'>, other: Omit<Taken, 'id'>): number =>
  apartOf(
    { from: one.startsAt.getTime(), to: one.endsAt.getTime() },
    { from: other.startsAt.getTime(), to: other.endsAt.getTime() },
  ) / 3_600_000;

export function takenBetween(
  ctx: CallCtx,
  { from, to, of }: { readonly from: string; readonly to: string; readonly of?: Pick<Taken, 'person' | 'user'> },
): Promise<readonly Taken[]> {
  return ctx.all(
    ctx
      .from(shift, 's')
      .select(['s.id', 's.person', 's.user', 's.startsAt', 's.endsAt'])
      .where('s.workDate', '>=', from)
      .where('s.workDate', '<=', to)
      .where('s.kind', 'not in', idleKinds)
      .where('s.state', '<>', 'stopped')
      .$if(of !== undefined, (query) =>
        query.where((eb) => eb.or([eb('s.person', '=', of?.person ?? 0), eb('s.user', '=', of?.user ?? 0)])),
      ),
  );
}
