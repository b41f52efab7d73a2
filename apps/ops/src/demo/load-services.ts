import { addDays, instantOf, localDay } from '@kangmai/domain';
import { weekdayOf } from '@kangmai/domain/calendar';
import {
  bookingsOfTimes,
  demoServices,
  type DemoService,
  type DemoServiceBooking,
  type DemoServiceTime,
} from '@kangmai/demo/plan-services';
import { serviceBookingStates, healthServiceStates, weekdays } from '@kangmai/model';
import { seedYears } from '@kangmai/server/modules/calendar/public';
import type { Tx } from '@kangmai/server/platform/database/database';
import { numbered } from './load-bookings.ts';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';

const [daysBack, daysAhead, mostBookings] = [14, 6, 60];
const holdMs = 20 * 3_600_000;
const bookingSource = 'healthServiceBooking';

/** Persons in care whose time nobody has booked. */
const freeSql = `select c.id from client c where c.tenant_id = $1 and not c.is_deleted and c.state not in ('deceased', 'closed', 'transferred')
  and not exists (select 1 from occupancy o where o.tenant_id = $1 and o.kind = 'client' and o.subject_id = c.id) order by c.id`;
const staffSql = `select distinct user_id as id from shift where tenant_id = $1 and kind = 'outpatient' and user_id is not null order by user_id`;

const loadOffered = (tx: Tx): Promise<readonly number[]> =>
  insertForIds(
    tx,
    'health_service',
    columnsOf(demoServices, {
      title: ['text', ({ title }) => title],
      category: ['text', ({ category }) => category],
      introduction: ['text', ({ introduction }) => introduction],
      provider: ['text', () => '滇池颐养院'],
      place: ['text', ({ place }) => place],
      price: ['numeric', ({ price }) => price],
      minutes: ['integer', ({ minutes }) => minutes],
      ['open_days']: ['text[]', ({ days }) => days],
      ['time_ranges']: ['jsonb', ({ ranges }) => JSON.stringify(ranges)],
      ['advance_days']: ['integer', ({ advanceDays }) => advanceDays],
      ['need_approve']: ['boolean', ({ needApprove }) => needApprove],
      state: ['smallint', ({ state }) => healthServiceStates.wireOf(state)],
    }),
  );

interface ServicesOf {
  readonly now: Date;
  readonly zone: string;
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const opensOn = ({ days, state }: DemoService, day: string): boolean => {
  const name = weekdays.names[weekdayOf(day) - 1];
  return state === 'offered' && name !== undefined && days.includes(name);
};

/** The times of the services around today, by day; none on a day that the notice of the year changes. */
function timesOf({ now, zone }: ServicesOf): readonly DemoServiceTime[] {
  const today = localDay(now.getTime(), zone);
  const special = new Set(seedYears().flatMap(({ days = [] }) => days.map(({ day }) => day)));
  const days = Array.from({ length: daysBack + daysAhead + 1 }, (_, nth) => addDays(today, nth - daysBack));
  return days
    .filter((day) => !special.has(day))
    .flatMap((day) =>
      demoServices
        .filter((service) => opensOn(service, day))
        .flatMap((service) =>
          service.ranges.map((range) => ({
            service,
            day,
            range,
            begins: new Date(instantOf(day, minuteOf(range.start), zone)),
            ends: new Date(instantOf(day, minuteOf(range.end), zone)),
          })),
        ),
    );
}

type Placed = DemoServiceBooking & { readonly number: string; readonly client: number; readonly serviceId: number };

interface Records {
  readonly rows: readonly Placed[];
  readonly staff: readonly number[];
  readonly now: Date;
}

const loadRecords = (tx: Tx, { rows, staff, now }: Records): Promise<readonly number[]> =>
  insertForIds(
    tx,
    'health_service_booking',
    columnsOf(rows, {
      ['appointment_no']: ['text', ({ number }) => number],
      ['service_id']: ['bigint', ({ serviceId }) => serviceId],
      ['client_id']: ['bigint', ({ client }) => client],
      day: ['date', ({ day }) => day],
      ['time_range']: ['text', ({ range }) => `${range.start}-${range.end}`],
      ['operator_id']: [
        'bigint',
        ({ state, serviceId }) => (state === 'done' ? staff[serviceId % staff.length] : null),
      ],
      result: ['text', ({ result }) => result],
      remark: ['text', ({ remark }) => remark],
      state: ['smallint', ({ state }) => serviceBookingStates.wireOf(state)],
      ['starts_at']: ['timestamptz', ({ begins }) => begins],
      ['ends_at']: ['timestamptz', ({ ends }) => ends],
      ['held_until']: ['timestamptz', ({ state }) => (state === 'waiting' ? new Date(now.getTime() + holdMs) : null)],
      ['created_at']: ['timestamptz', ({ madeAt }) => madeAt],
    }),
  );

const holdsPlace = ({ state }: Placed): boolean => state !== 'cancelled' && state !== 'refused';
const isOpen = ({ state }: Placed): boolean => state === 'waiting' || state === 'booked';

/** One slot a booking: no two bookings of the demo are at one time of a service. */
async function takePlaces(tx: Tx, rows: readonly (Placed & { readonly id: number })[]): Promise<void> {
  const kept = rows.filter(holdsPlace);
  const slots = await insertForIds(
    tx,
    'slot',
    columnsOf(kept, {
      kind: ['text', () => 'healthService'],
      ['subject_id']: ['bigint', ({ serviceId }) => serviceId],
      ['begins_at']: ['timestamptz', ({ begins }) => begins],
      ['ends_at']: ['timestamptz', ({ ends }) => ends],
      places: ['integer', ({ range }) => range.capacity],
      taken: ['integer', () => 1],
    }),
  );
  await insertRows(
    tx,
    'slot_place',
    columnsOf(kept, {
      ['slot_id']: ['bigint', (row) => slots[kept.indexOf(row)]],
      source: ['text', () => bookingSource],
      ['source_id']: ['bigint', ({ id }) => id],
      places: ['integer', () => 1],
    }),
  );
  await insertRows(
    tx,
    'occupancy',
    columnsOf(kept.filter(isOpen), {
      kind: ['text', () => 'client'],
      ['subject_id']: ['bigint', ({ client }) => client],
      ['begins_at']: ['timestamptz', ({ begins }) => begins],
      ['ends_at']: ['timestamptz', ({ ends }) => ends],
      source: ['text', () => bookingSource],
      ['source_id']: ['bigint', ({ id }) => id],
    }),
  );
}

/** Health services of the house, and their bookings of two weeks before and some days after today. */
export async function loadServices(tx: Tx, of: ServicesOf): Promise<void> {
  const serviceIds = await loadOffered(tx);
  const free = (await tx.query<{ id: number }>(freeSql, [tx.tenantId])).map(({ id }) => id);
  const staff = (await tx.query<{ id: number }>(staffSql, [tx.tenantId])).map(({ id }) => id);
  if (free.length === 0) return;
  const made = bookingsOfTimes(timesOf(of), { now: of.now, most: Math.min(mostBookings, free.length) });
  const numbers = numbered(made, 'FW', of.zone);
  const rows = made.map((one, nth): Placed => {
    const serviceId = serviceIds[demoServices.indexOf(one.service)] ?? 0;
    return { ...one, number: numbers[nth] ?? '', client: free[nth % free.length] ?? 0, serviceId };
  });
  const ids = await loadRecords(tx, { rows, staff, now: of.now });
  await takePlaces(
    tx,
    rows.map((row, nth) => ({ ...row, id: ids[nth] ?? 0 })),
  );
}
