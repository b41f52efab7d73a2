import { createDemoPlan } from '@kangmai/demo/plan';
import { seedYears } from '@kangmai/server/modules/calendar/public';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoadedDemo, openLoadedDemo } from './test/loaded-demo.ts';

const plan = createDemoPlan({ now: new Date(Math.floor(Date.now() / 60_000) * 60_000), days: 12 });

let demo: LoadedDemo;
const inFirst: LoadedDemo['inFirst'] = (work) => demo.inFirst(work);
const count: LoadedDemo['count'] = (table, where) => demo.count(table, where);

beforeAll(async () => {
  demo = await openLoadedDemo(plan);
});
afterAll(() => demo.close());

describe('the house of the first tenant', () => {
  it('has 2 buildings with 46 rooms and 92 beds, of which 81 are taken by as many persons', async () => {
    expect([await count('building'), await count('room'), await count('bed')]).toEqual([2, 46, 92]);
    expect(await count('bed', "state = 'occupied'")).toBe(81);
    expect(await count('bed_stay', 'ended_at is null')).toBe(81);
    expect(await count('bed_stay', 'ended_at is not null')).toBeGreaterThan(5);
    const [sum] = await inFirst((tx) =>
      tx.query<{ beds: number; taken: number }>(
        'select sum(bed_count)::integer as beds, sum(occupied_count)::integer as taken from room',
      ),
    );
    expect(sum).toEqual({ beds: 92, taken: 81 });
  });

  it('has persons of the sex that their rooms take, prices of two years and bookings of this month', async () => {
    const wrong = await inFirst((tx) =>
      tx.query(
        `select r.name from room r join bed b on b.room_id = r.id join bed_stay s on s.bed_id = b.id and s.ended_at is null
           join client c on c.id = s.client_id where r.sex_limit <> 'none' and r.sex_limit <> case c.gender when '1' then 'male' else 'female' end`,
      ),
    );
    expect(wrong).toEqual([]);
    expect(await count('room_fee')).toBe(12);
    expect(await count('activity_room_booking')).toBeGreaterThan(35);
    expect(await count('occupancy', "source = 'activityRoomBooking'")).toBe(
      await count('activity_room_booking', "state = 'booked'"),
    );
  });
});

describe('escorts of the first tenant', () => {
  it('are in all states, some for a clinic visit, none on a holiday, and take the time of escort and client', async () => {
    expect(await count('escort_booking')).toBe(12);
    const states = await inFirst((tx) =>
      tx.query<{ state: number }>('select distinct state from escort_booking order by state'),
    );
    expect(states.map(({ state }) => state)).toEqual([0, 1, 2, 3, 4]);
    expect(await count('escort_booking', 'visit_id is not null')).toBe(5);
    expect(await count('outpatient_appointment', 'need_accompany')).toBe(5);
    const holidays = seedYears().flatMap(({ days = [] }) =>
      days.flatMap(({ day, kind }) => (kind === 'holiday' ? [`'${day}'`] : [])),
    );
    const day = "to_char(starts_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')";
    expect(await count('escort_booking', `${day} in (${holidays.join()})`)).toBe(0);
    expect(await count('occupancy', "kind = 'escort'")).toBe(await count('escort_booking', 'state in (1, 2)'));
    expect(await count('occupancy', "kind = 'escorted'")).toBe(await count('escort_booking', 'state < 3'));
  });
});
