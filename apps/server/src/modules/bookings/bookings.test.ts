import type { Answer } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  book,
  type BookingWorld,
  monday,
  openClinics,
  shiftsOf,
  startBookings,
  tickMoves,
  wrongPlaces,
} from '../../../test/booking-world.ts';
import { done } from '../../../test/done.ts';

let world: BookingWorld;
let person: (at: number) => number;
let doctor: number;
let other: number;
const at = (clock: string, day = monday): string => `${day}T${clock}:00+08:00`;
const call = (path: string, body: object): Promise<Answer<unknown>> => world.admin.post(path, body as never);
const refusal = ({ status, error }: Answer<unknown>): unknown => [
  status,
  error?.validationErrors?.map(({ message }) => message).join(),
  error?.validationErrors?.flatMap(({ members }) => members),
];
const says = (words: string): unknown => expect.stringContaining(words);
const stored = async (id: number): Promise<Record<string, unknown>> =>
  (
    await world.app.query<Record<string, unknown>>(
      'Alpha',
      'select * from service_appointment where tenant_id = $1 and id = $2',
      [id],
    )
  )[0] ?? {};
const taken = async (clock: string, day = monday): Promise<readonly number[]> =>
  (
    await world.app.query<{ taken: number }>(
      'Alpha',
      'select taken from slot where tenant_id = $1 and begins_at = $2 order by subject_id',
      [new Date(at(clock, day))],
    )
  ).map((row) => row.taken);

beforeAll(async () => {
  world = await startBookings({ people: 12, doctors: 2, capacity: 2 });
  [doctor = 0, other = 0] = world.doctors;
  person = (nth) => world.people[nth]?.id ?? 0;
  await openClinics(world, [
    [doctor, monday],
    [doctor, '2031-05-13'],
    [other, '2031-05-13'],
    [other, '2031-05-14'],
  ]);
});
afterAll(() => world.app.close());

test('a booking takes the open place of its doctor; the last place gone, the next is refused', async () => {
  const id = await done(book(world, { userId: person(0), doctorId: doctor, appointmentTime: at('08:30') }));
  const row = await stored(id);
  expect(row).toMatchObject({ state: 0, minutes: 30, place: '一诊室', doctor_id: doctor });
  expect(row['appointment_no']).toBe('YY203105120001');
  expect(row['ends_at']).toEqual(new Date(at('09:00')));
  await done(book(world, { userId: person(1), doctorId: doctor, appointmentTime: at('08:30'), state: 1 }));
  expect(await taken('08:30')).toEqual([2]);
  const refused = await book(world, { userId: person(2), doctorId: doctor, appointmentTime: at('08:30') });
  expect([refused.status, refused.error?.reason]).toEqual([409, 'slot.full']);
  expect(refused.error?.message).toContain('号源已满');
  // By the number of the shift alone, the doctor follows.
  const [shift] = await shiftsOf(world);
  const third = await done(book(world, { userId: person(2), scheduleSlotId: shift?.id, appointmentTime: at('09:00') }));
  expect(await stored(third)).toMatchObject({ doctor_id: doctor, state: 0 });
});

test('bookings of a client who died are cancelled, and their places are free', async () => {
  const day = '2031-05-14';
  const asked = { userId: person(11), doctorId: other };
  const id = await done(book(world, { ...asked, appointmentTime: at('08:30', day) }));
  const before = (await taken('08:30', day))[0] ?? 0;
  const death = { id: person(11), state: 'deceased', stateReason: '病逝', stateDate: monday };
  await done(call('C_client/CreateOrEdit', death));
  await expect.poll(async () => (await stored(id))['state']).toBe(3);
  expect(await stored(id)).toMatchObject({ cancel_reason: '客户死亡' });
  expect(await taken('08:30', day)).toEqual([before - 1]);
  const again = await book(world, { ...asked, appointmentTime: at('09:00', day) });
  expect(again.status).toBe(400);
});

test('a client is never at two places at once, whatever is booked', async () => {
  const refused = await book(world, { userId: person(0), appointmentTime: at('08:45') });
  expect([refused.status, refused.error?.reason]).toEqual([409, 'period.taken-by']);
  expect(refused.error?.message).toContain('YY203105120001');
  const visit = { userId: person(0), hospital: '市一院', department: '03', visitType: 'first', visitDate: monday };
  const again = await call('XYJ_OutpatientAppointment/CreateOrEdit', { ...visit, timeRange: '08:00-09:00' });
  expect([again.status, again.error?.reason]).toEqual([409, 'period.taken-by']);
});

test('what cannot be booked is refused at its field', async () => {
  const mine = { userId: person(3), doctorId: doctor };
  expect(refusal(await book(world, { ...mine, appointmentTime: at('08:30', '2031-05-11') }))).toEqual([
    400,
    says('已过'),
    ['appointmentTime'],
  ]);
  expect(refusal(await book(world, { ...mine, appointmentTime: at('12:00') }))).toEqual([
    400,
    says('没有开放号源'),
    ['appointmentTime'],
  ]);
  expect(refusal(await book(world, { ...mine, appointmentTime: at('08:35') }))).toEqual([
    400,
    says('没有开放号源'),
    ['appointmentTime'],
  ]);
  expect(refusal(await book(world, { ...mine, appointmentType: 'video', appointmentTime: at('09:00') }))).toEqual([
    400,
    says('没有开放号源'),
    ['appointmentTime'],
  ]);
  const [shift] = await shiftsOf(world);
  expect(
    refusal(await book(world, { ...mine, doctorId: other, scheduleSlotId: shift?.id, appointmentTime: at('09:00') })),
  ).toEqual([400, says('不是该号源班次的医生'), ['doctorId']]);
  expect(refusal(await book(world, { ...mine, appointmentTime: at('09:00'), state: 2 }))).toEqual([
    400,
    says('新预约只能'),
    ['state'],
  ]);
  await world.app.query('Alpha', 'update app_user set is_active = false where tenant_id = $1 and id = $2', [doctor]);
  expect(refusal(await book(world, { ...mine, appointmentTime: at('09:00') }))).toEqual([
    400,
    says('账号已停用'),
    ['doctorId'],
  ]);
  await world.app.query('Alpha', 'update app_user set is_active = true where tenant_id = $1 and id = $2', [doctor]);
  await world.app.query('Alpha', "update client set state = 'deceased' where tenant_id = $1 and id = $2", [person(3)]);
  expect(refusal(await book(world, { ...mine, appointmentTime: at('09:00') }))).toEqual([
    400,
    says('登记死亡'),
    ['userId'],
  ]);
  await world.app.query('Alpha', "update client set state = 'active' where tenant_id = $1 and id = $2", [person(3)]);
});

test('a move takes the new place and gives back the old one, or nothing changes; a cancelled one cannot be changed', async () => {
  const id = await done(book(world, { userId: person(4), doctorId: doctor, appointmentTime: at('09:00') }));
  await done(book(world, { id, appointmentTime: at('09:30') }));
  expect([await taken('09:00'), await taken('09:30')]).toEqual([[1], [1]]);
  expect((await book(world, { id, appointmentTime: at('08:30') })).error?.reason).toBe('slot.full');
  expect((await stored(id))['starts_at']).toEqual(new Date(at('09:30')));
  await done(book(world, { id, doctorId: other, appointmentTime: at('09:00', '2031-05-14') }));
  expect(await stored(id)).toMatchObject({ doctor_id: other, starts_at: new Date(at('09:00', '2031-05-14')) });
  expect(await taken('09:30')).toEqual([0]);
  expect(refusal(await call('XYJ_Appointments/Cancel', { id }))).toEqual([400, says('取消原因'), ['cancelReason']]);
  await done(call('XYJ_Appointments/Cancel', { id, cancelReason: '客户住院' }));
  expect(await taken('09:00', '2031-05-14')).toEqual([0]);
  expect((await book(world, { id, place: '二楼' })).error?.reason).toBe('booking.closed');
  expect(await wrongPlaces(world)).toEqual([]);
});

test('what waits holds its place until it is confirmed, or until the clock gives it back', async () => {
  const id = await done(book(world, { userId: person(5), doctorId: doctor, appointmentTime: at('08:00') }));
  const kept = await done(book(world, { userId: person(6), doctorId: doctor, appointmentTime: at('08:00') }));
  expect((await stored(id))['held_until']).toEqual(new Date(world.clock.now + 24 * 3_600_000));
  await done(call('XYJ_Appointments/Confirm', { id: kept }));
  expect(await stored(kept)).toMatchObject({ state: 1, held_until: null });
  // The clock goes by the time of the database too.
  await world.app.query(
    'Alpha',
    "update service_appointment set held_until = '2026-01-01' where tenant_id = $1 and id = $2",
    [id],
  );
  await tickMoves(world);
  await expect.poll(async () => (await stored(id))['state']).toBe(3);
  expect(await stored(id)).toMatchObject({ cancel_reason: '超时未确认，号源已释放' });
  expect(await taken('08:00')).toEqual([1]);
  expect(await wrongPlaces(world)).toEqual([]);
});

test('free places by doctor and day, and the slots of a day', async () => {
  const grid = await done(
    world.admin.get<{ doctorId: number; days: { day: string; total: number; free: number }[] }[]>(
      'XYJ_Appointments/GetFreePlaces',
      { begin: monday, end: '2031-05-18' },
    ),
  );
  expect(grid.map(({ doctorId }) => doctorId)).toEqual([doctor, other]);
  expect(grid[0]?.days[1]).toEqual({ day: '2031-05-13', total: 8, free: 8 });
  const slots = await done(
    world.admin.get<{ left: number; total: number }[]>('XYJ_Appointments/GetFreeSlots', {
      doctorId: doctor,
      date: monday,
    }),
  );
  expect(slots.map(({ left, total }) => [left, total])).toEqual([
    [1, 2],
    [0, 2],
    [1, 2],
    [2, 2],
  ]);
});

test('free slots of several days leave out doctors whose staff file names another department', async () => {
  await world.app.query(
    'Alpha',
    "insert into staff_profile (tenant_id, code, name, department, account_id) values ($1, 'K1', '内科医生', '内科', $2) returning id",
    [doctor],
  );
  const slotsOf = (more: object) =>
    world.admin.get<{ doctorId: number; begin: string; shiftBegin: string; shiftEnd: string }[]>(
      'XYJ_Appointments/GetFreeSlots',
      { date: monday, end: '2031-05-18', ...more },
    );
  const doctors = async (department: string) =>
    new Set((await done(slotsOf({ department }))).map(({ doctorId }) => doctorId));
  expect(await doctors('03')).toEqual(new Set([doctor, other]));
  expect(await doctors('04')).toEqual(new Set([other]));
  const own = await done(slotsOf({ doctorId: doctor }));
  expect(new Set(own.map(({ begin }) => begin.slice(0, 10))).size).toBeGreaterThan(1);
  for (const { begin, shiftBegin, shiftEnd } of own) expect(shiftBegin <= begin && begin < shiftEnd).toBe(true);
  for (const end of ['2031-05-11', '2031-07-18'])
    expect((await slotsOf({ end })).error?.validationErrors?.[0]?.members).toEqual(['end']);
});

test('an outcome is entered from the day of the booking; who does not come is a no-show after a day', async () => {
  const [id] = (
    await world.app.query<{ id: number }>(
      'Alpha',
      'select id from service_appointment where tenant_id = $1 and state = 1 order by id',
    )
  ).map((row) => row.id);
  const later = { userId: person(9), doctorId: other, appointmentTime: at('09:30', '2031-05-14'), state: 1 };
  const early = { id: await done(book(world, later)), result: '已咨询' };
  expect((await call('XYJ_Appointments/Complete', early)).error?.reason).toBe('state.day-not-come');
  await done(call('XYJ_Appointments/Complete', { id, result: '血压控制良好' }));
  expect(await stored(Number(id))).toMatchObject({ state: 2, result: '血压控制良好' });
  const missed = await done(book(world, { userId: person(7), appointmentTime: at('15:00'), state: 1 }));
  await world.app.query(
    'Alpha',
    "update service_appointment set starts_at = '2026-01-01' where tenant_id = $1 and id = $2",
    [missed],
  );
  await tickMoves(world);
  await expect.poll(async () => (await stored(missed))['state']).toBe(4);
});

test('who did not come three times within 90 days is called before a booking is certain', async () => {
  await world.app.query(
    'Alpha',
    `insert into service_appointment (tenant_id, client_id, type, starts_at, minutes, state)
     select $1, $2, 'consult', $3::timestamptz - make_interval(days => n), 30, 4 from generate_series(1, 3) n`,
    [person(8), new Date(world.clock.now)],
  );
  const body = { userId: person(8), doctorId: other, appointmentTime: at('08:00', '2031-05-14') };
  expect(refusal(await book(world, { ...body, state: 1 }))).toEqual([400, says('爽约 3 次'), ['state']]);
  const id = await done(book(world, body));
  await done(call('XYJ_Appointments/Confirm', { id }));
});
