import { addDays, localDay, localMinute } from '@kangmai/domain';
import { appointmentStates, visitStates } from '@kangmai/model';
import { bookingsOfSlots, type DemoBooking, type DemoSlot } from '@kangmai/demo/plan-bookings';
import { seedYears } from '@kangmai/server/modules/calendar/public';
import type { Tx } from '@kangmai/server/platform/database/database';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';

const daysAround = 27;
const holdMs = 20 * 3_600_000;

const slotsSql = `select s.id, h.id as shift, h.user_id as doctor, h.place, to_char(h.work_date, 'YYYY-MM-DD') as day, s.begins_at as begins, s.ends_at as ends
  from slot s join shift h on h.tenant_id = s.tenant_id and h.id = s.subject_id
  where s.tenant_id = $1 and s.kind = 'shift' and h.kind = 'outpatient' and h.work_date between $2::date and $3::date and h.user_id is not null
  order by s.begins_at, s.id`;

const takenSql = `update slot s set taken = p.places from (select slot_id, sum(places)::integer as places from slot_place
  where tenant_id = $1 group by slot_id) p where s.tenant_id = $1 and s.id = p.slot_id`;

/** Numbers of the day on which each booking was made. */
export function numbered(
  made: readonly Pick<DemoBooking, 'madeAt'>[],
  prefix: string,
  zone: string,
): readonly string[] {
  const counts = new Map<string, number>();
  return made.map(({ madeAt }) => {
    const day = localDay(madeAt.getTime(), zone).replaceAll('-', '');
    const next = (counts.get(day) ?? 0) + 1;
    counts.set(day, next);
    return `${prefix}${day}${String(next).padStart(4, '0')}`;
  });
}

interface BookingsOf {
  readonly clientIds: readonly number[];
  readonly now: Date;
  readonly zone: string;
}

type Numbered = DemoBooking & { readonly number: string };

/** Columns that both kinds of bookings have. */
const common = ({ clientIds, now }: BookingsOf) =>
  ({
    ['appointment_no']: ['text', ({ number }: Numbered) => number],
    ['client_id']: ['bigint', ({ client }: Numbered) => clientIds[client]],
    ['doctor_id']: ['bigint', ({ slot }: Numbered) => slot.doctor],
    ['shift_id']: ['bigint', ({ slot }: Numbered) => slot.shift],
    ['starts_at']: ['timestamptz', ({ slot }: Numbered) => slot.begins],
    ['ends_at']: ['timestamptz', ({ slot }: Numbered) => slot.ends],
    source: ['text', ({ source }: Numbered) => source],
    ['cancel_reason']: ['text', ({ state }: Numbered) => (state === 'cancelled' ? '客户临时有事' : null)],
    ['held_until']: [
      'timestamptz',
      ({ state }: Numbered) => (state === 'waiting' ? new Date(now.getTime() + holdMs) : null),
    ],
    ['created_at']: ['timestamptz', ({ madeAt }: Numbered) => madeAt],
  }) as const;

const loadAppointments = (tx: Tx, of: BookingsOf, rows: readonly Numbered[]): Promise<readonly number[]> =>
  insertForIds(
    tx,
    'service_appointment',
    columnsOf(rows, {
      ...common(of),
      type: ['text', ({ type }) => type],
      minutes: ['integer', ({ slot }) => (slot.ends.getTime() - slot.begins.getTime()) / 60_000],
      place: ['text', ({ slot }) => slot.place],
      reason: ['text', ({ reason }) => reason],
      result: ['text', ({ state, result }) => (state === 'done' ? result : null)],
      state: ['smallint', ({ state }) => appointmentStates.wireOf(state as 'done')],
    }),
  );

function loadVisits(tx: Tx, of: BookingsOf, rows: readonly Numbered[]): Promise<readonly number[]> {
  const clock = (at: Date): string => localMinute(at.getTime(), of.zone).slice(-'09:00'.length);
  const isOver = ({ state }: Numbered): boolean => state === 'cancelled' || state === 'noShow';
  return insertForIds(
    tx,
    'outpatient_appointment',
    columnsOf(rows, {
      ...common(of),
      hospital: ['text', () => '滇池颐养院门诊'],
      department: ['text', ({ department }) => department],
      ['visit_date']: ['date', ({ slot }) => slot.day],
      ['booked_on']: ['date', (row) => (isOver(row) ? null : row.slot.day)],
      ['time_range']: ['text', ({ slot }) => `${clock(slot.begins)}-${clock(slot.ends)}`],
      ['visit_type']: ['text', ({ client }) => (client % 2 === 0 ? 'again' : 'first')],
      disease: ['text', ({ reason }) => reason],
      diagnosis: ['text', ({ state, result }) => (state === 'done' ? result : null)],
      state: ['smallint', ({ state }) => visitStates.wireOf(state)],
    }),
  );
}

interface Taken {
  readonly id: number;
  readonly source: string;
  readonly of: Numbered;
}

async function takePlaces(tx: Tx, clientIds: readonly number[], taken: readonly Taken[]): Promise<void> {
  const kept = taken.filter(({ of }) => of.state !== 'cancelled');
  await insertRows(
    tx,
    'slot_place',
    columnsOf(kept, {
      ['slot_id']: ['bigint', ({ of }) => of.slot.id],
      source: ['text', ({ source }) => source],
      ['source_id']: ['bigint', ({ id }) => id],
      places: ['integer', () => 1],
    }),
  );
  await tx.execute(takenSql, [tx.tenantId]);
  const busy = kept.filter(({ of: { state } }) => state === 'waiting' || state === 'booked' || state === 'checkedIn');
  await insertRows(
    tx,
    'occupancy',
    columnsOf(busy, {
      kind: ['text', () => 'client'],
      ['subject_id']: ['bigint', ({ of }) => clientIds[of.client]],
      ['begins_at']: ['timestamptz', ({ of }) => of.slot.begins],
      ['ends_at']: ['timestamptz', ({ of }) => of.slot.ends],
      source: ['text', ({ source }) => source],
      ['source_id']: ['bigint', ({ id }) => id],
    }),
  );
}

/** Bookings of four weeks before and after today on the places of the clinics, none on a holiday. */
export async function loadBookings(tx: Tx, of: BookingsOf): Promise<void> {
  const today = localDay(of.now.getTime(), of.zone);
  const found = await tx.query<DemoSlot>(slotsSql, [
    tx.tenantId,
    addDays(today, -daysAround),
    addDays(today, daysAround),
  ]);
  const holidays = new Set(
    seedYears().flatMap(({ days = [] }) => days.flatMap(({ day, kind }) => (kind === 'holiday' ? [day] : []))),
  );
  const slots = found.filter(({ day }) => !holidays.has(day));
  const made = bookingsOfSlots(slots, { now: of.now, clients: of.clientIds.length });
  const pick = (kind: DemoBooking['kind'], prefix: string): readonly Numbered[] => {
    const chosen = made.filter((one) => one.kind === kind);
    const numbers = numbered(chosen, prefix, of.zone);
    return chosen.map((one, at) => ({ ...one, number: numbers[at] ?? '' }));
  };
  const [appointments, visits] = [pick('appointment', 'YY'), pick('visit', 'MZ')];
  const ids = { a: await loadAppointments(tx, of, appointments), v: await loadVisits(tx, of, visits) };
  await takePlaces(tx, of.clientIds, [
    ...appointments.map((one, at) => ({ id: ids.a[at] ?? 0, source: 'serviceAppointment', of: one })),
    ...visits.map((one, at) => ({ id: ids.v[at] ?? 0, source: 'outpatientAppointment', of: one })),
  ]);
}
