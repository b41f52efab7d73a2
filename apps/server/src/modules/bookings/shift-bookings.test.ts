import type { Answer } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  book,
  type BookingWorld,
  monday,
  openClinics,
  shiftsOf,
  startBookings,
  wrongPlaces,
} from '../../../test/booking-world.ts';
import { done } from '../../../test/done.ts';

let world: BookingWorld;
const person = (nth: number): number => world.people[nth]?.id ?? 0;
const doctor = (nth: number): number => world.doctors[nth] ?? 0;
const at = (clock: string, day: string): string => `${day}T${clock}:00+08:00`;
const roster = (path: string, body: object): Promise<Answer<unknown>> =>
  world.admin.post(`SchedulingTable/${path}`, body as never);
const shiftOf = async (nth: number, day: string): Promise<number> =>
  (await shiftsOf(world)).find((row) => row.user === doctor(nth) && row.day === day)?.id ?? 0;
const rowsOf = (ids: readonly number[]): Promise<Record<string, unknown>[]> =>
  world.app.query<Record<string, unknown>>(
    'Alpha',
    `select id, doctor_id as doctor, starts_at as "startsAt", state, cancel_reason as "cancelReason" from service_appointment
     where tenant_id = $1 and id = any($2) order by id`,
    [ids],
  );

/** Books persons in turn on the places of a doctor, two to a slot. */
async function fill(nth: number, day: string, people: readonly number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [place, one] of people.entries()) {
    const clock = ['08:00', '08:30', '09:00', '09:30'][Math.floor(place / 2)] ?? '';
    const body = { userId: person(one), doctorId: doctor(nth), appointmentTime: at(clock, day), state: 1 };
    ids.push(await done(book(world, body)));
  }
  return ids;
}

beforeAll(async () => {
  world = await startBookings({ people: 12, doctors: 3, capacity: 2 });
  await openClinics(world, [
    [doctor(0), '2031-05-13'],
    [doctor(1), '2031-05-13'],
    [doctor(1), '2031-05-14'],
    [doctor(0), '2031-05-15'],
    [doctor(2), '2031-05-16'],
    [doctor(0), '2031-05-17'],
    [doctor(1), '2031-05-18'],
  ]);
});
afterAll(() => world.app.close());

test('a shift with bookings is stopped only when the call says what becomes of them', async () => {
  const ids = await fill(0, '2031-05-13', [0, 1, 2]);
  const id = await shiftOf(0, '2031-05-13');
  const refused = await roster('Stop', { id, reason: '外出培训' });
  expect([refused.status, refused.error?.reason]).toEqual([409, 'booking.say-what-becomes']);
  expect(refused.error?.message).toMatch(/3 个预约（YY\d+、YY\d+、YY\d+）/);
  const nobody = await roster('Stop', { id, reason: '外出培训', bookings: 'move' });
  expect(nobody.error?.validationErrors?.[0]?.members).toEqual(['bookingsTo']);
  // The third doctor has too few places for all: nobody is moved.
  await fill(2, '2031-05-16', [3, 4, 5, 6, 7, 8]);
  const few = await roster('Stop', { id, reason: '外出培训', bookings: 'move', bookingsTo: doctor(2) });
  expect([few.status, few.error?.reason]).toEqual([409, 'booking.too-few-places']);
  expect((await rowsOf(ids)).map((row) => row['doctor'])).toEqual([doctor(0), doctor(0), doctor(0)]);
  expect(await wrongPlaces(world)).toEqual([]);

  await done(roster('Stop', { id, reason: '外出培训', bookings: 'move', bookingsTo: doctor(1) }));
  const moved = await rowsOf(ids);
  expect(moved.map((row) => [row['doctor'], row['state'], (row['startsAt'] as Date).toISOString()])).toEqual([
    [doctor(1), 1, '2031-05-13T00:00:00.000Z'],
    [doctor(1), 1, '2031-05-13T00:00:00.000Z'],
    [doctor(1), 1, '2031-05-13T00:30:00.000Z'],
  ]);
  expect(await world.app.query('Alpha', 'select 1 from slot where tenant_id = $1 and subject_id = $2', [id])).toEqual(
    [],
  );
  expect(await wrongPlaces(world)).toEqual([]);
});

test('doctor and client are told, the client by a message without any health value', async () => {
  await expect
    .poll(async () =>
      (
        await world.app.query<{ body: string }>(
          'Alpha',
          "select body from outgoing_message where tenant_id = $1 and purpose = 'bookingMoved' order by id",
        )
      ).map(({ body }) => body),
    )
    .toHaveLength(3);
  const [first] = await world.app.query<{ body: string; recipient: string }>(
    'Alpha',
    "select body, recipient from outgoing_message where tenant_id = $1 and purpose = 'bookingMoved' order by id limit 1",
  );
  expect(first?.recipient).toBe(world.people[0]?.phone);
  expect(first?.body).toMatch(/您2031-05-13 08:00的预约已调整为2031-05-13 08:00，医生：/);
  const told = await world.app.query<{ userId: number }>(
    'Alpha',
    `select distinct user_id as "userId" from user_notification where tenant_id = $1 and name = 'App.BookingMoved' order by 1`,
  );
  expect(told.map(({ userId }) => userId)).toEqual([doctor(0), doctor(1)]);
});

test('bookings far ahead go to a place near their day, not near today', async () => {
  const [day, week] = ['2031-06-17', '2031-06-16'];
  await openClinics(
    world,
    [
      [doctor(0), day],
      [doctor(1), '2031-06-18'],
    ],
    week,
  );
  const ids = await fill(0, day, [3]);
  await done(
    roster('Stop', { id: await shiftOf(0, day), reason: '外出培训', bookings: 'move', bookingsTo: doctor(1) }),
  );
  expect((await rowsOf(ids)).map((row) => [row['doctor'], (row['startsAt'] as Date).toISOString()])).toEqual([
    [doctor(1), '2031-06-18T00:00:00.000Z'],
  ]);
  expect(await wrongPlaces(world)).toEqual([]);
});

test('bookings of a stopped shift are cancelled with its reason', async () => {
  const ids = await fill(1, '2031-05-14', [0, 1]);
  await done(roster('Stop', { id: await shiftOf(1, '2031-05-14'), reason: '设备检修', bookings: 'cancel' }));
  expect((await rowsOf(ids)).map((row) => [row['state'], row['cancelReason']])).toEqual([
    [3, '设备检修'],
    [3, '设备检修'],
  ]);
  expect(await wrongPlaces(world)).toEqual([]);
});

test('bookings follow a swapped shift to its new doctor', async () => {
  const ids = await fill(0, '2031-05-17', [9, 10]);
  const idA = await shiftOf(0, '2031-05-17');
  const idB = await shiftOf(1, '2031-05-18');
  await done(roster('Swap', { idA, idB, reason: '家中有事' }));
  expect((await rowsOf(ids)).map((row) => row['doctor'])).toEqual([doctor(1), doctor(1)]);
  expect(await wrongPlaces(world)).toEqual([]);
});

test('fewer places than are taken are refused with who has them; more and fewer free ones are taken', async () => {
  const id = await shiftOf(1, '2031-05-17');
  const refused = await roster('CreateOrEdit', { id, capacity: 4 });
  expect([refused.status, refused.error?.reason]).toEqual([409, 'slot.below-taken-by']);
  expect(refused.error?.message).toMatch(/YY\d+/);
  await done(roster('CreateOrEdit', { id, capacity: 16 }));
  const slots = await world.app.query<{ places: number; taken: number }>(
    'Alpha',
    'select places, taken from slot where tenant_id = $1 and subject_id = $2 order by begins_at',
    [id],
  );
  expect(slots.map(({ places, taken }) => [places, taken])).toEqual([
    [4, 2],
    [4, 0],
    [4, 0],
    [4, 0],
  ]);
  const page = await done(
    world.admin.get<{ items: { id: number; booked: number }[] }>('SchedulingTable/GetPagedAll', { MaxResultCount: 50 }),
  );
  expect(page.items.find((row) => row.id === id)?.booked).toBe(2);
});
