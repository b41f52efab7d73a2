import type { Answer } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingWorld, monday, openClinics, startBookings, wrongPlaces } from '../../../test/booking-world.ts';
import { done } from '../../../test/done.ts';

let world: BookingWorld;
let doctor: number;
const person = (nth: number): number => world.people[nth]?.id ?? 0;
const service = 'XYJ_OutpatientAppointment';
const call = (path: string, body: object): Promise<Answer<unknown>> => world.admin.post(path, body as never);
const usual = { hospital: '康脉门诊', department: '03', visitType: 'first', visitDate: monday } as const;
const visit = (body: object): Promise<Answer<number>> =>
  world.admin.post<number>(`${service}/CreateOrEdit`, { ...usual, ...body } as never);
const stored = async (id: number): Promise<Record<string, unknown>> =>
  (
    await world.app.query<Record<string, unknown>>(
      'Alpha',
      'select * from outpatient_appointment where tenant_id = $1 and id = $2',
      [id],
    )
  )[0] ?? {};
const fieldOf = ({ status, error }: Answer<unknown>): unknown => [
  status,
  error?.validationErrors?.flatMap(({ members }) => members),
  error?.validationErrors?.[0]?.message,
];
const says = (words: string): unknown => expect.stringContaining(words);

beforeAll(async () => {
  world = await startBookings({ people: 8, doctors: 1, capacity: 1 });
  doctor = world.doctors[0] ?? 0;
  await openClinics(world, [
    [doctor, monday],
    [doctor, '2031-05-13'],
  ]);
});
afterAll(() => world.app.close());

test('a visit takes the place of the own doctor at the begin of its range; a hospital outside needs none', async () => {
  const id = await done(visit({ userId: person(0), doctorId: doctor, timeRange: '08:00-08:10' }));
  expect(await stored(id)).toMatchObject({
    appointment_no: 'MZ203105120001',
    time_range: '08:00-08:30',
    starts_at: new Date(`${monday}T00:00:00Z`),
    state: 0,
  });
  const full = await visit({ userId: person(1), doctorId: doctor, timeRange: '08:00-08:30' });
  expect([full.status, full.error?.reason]).toEqual([409, 'slot.full']);
  const outside = await done(visit({ userId: person(1), hospital: '省人民医院', timeRange: '08：00-08:30' }));
  expect(await stored(outside)).toMatchObject({ shift_id: null, time_range: '08:00-08:30' });
  expect(await wrongPlaces(world)).toEqual([]);
});

test('doctors are offered with title and department of their staff file', async () => {
  const file = { ygdm: 'Y1', ygxm: '周立新', ygjb: '231', ksmc: '内科', abpUserId: doctor };
  await done(call('GY_YGDMs/CreateOrEdit', file));
  const { items } = await done(
    world.admin.get<{ items: unknown[] }>(`${service}/GetAllUserForLookupTable?IdFilter=${doctor}`),
  );
  expect(items).toEqual([{ id: doctor, displayName: expect.any(String), facts: '主任医师 · 内科' }]);
});

test('ranges, times gone and closed times are refused at their fields', async () => {
  const mine = { userId: person(2), doctorId: doctor };
  for (const timeRange of ['上午', '9:00-10:00', '10:00-09:00', '08:00-08:00', '24:00-25:00'])
    expect(fieldOf(await visit({ ...mine, timeRange }))).toEqual([400, ['timeRange'], says('09:00-09:30')]);
  expect(fieldOf(await visit({ ...mine, timeRange: '07:00-07:30' }))).toEqual([400, ['timeRange'], says('已过')]);
  expect(fieldOf(await visit({ ...mine, timeRange: '10:30-11:00' }))).toEqual([400, ['timeRange'], says('没有开放')]);
});

test('one department sees a client once a day, and again after a cancellation', async () => {
  const refused = await visit({ userId: person(0), hospital: '省人民医院', timeRange: '14:00-14:30' });
  expect([refused.status, refused.error?.reason]).toEqual([409, 'booking.same-department']);
  expect(refused.error?.message).toContain('MZ203105120001');
  const other = await done(
    visit({ userId: person(0), department: '04', hospital: '省人民医院', timeRange: '14:00-14:30' }),
  );
  await done(call(`${service}/Cancel`, { id: other, cancelReason: '改期' }));
  expect(await stored(other)).toMatchObject({ state: 4, booked_on: null });
  await done(visit({ userId: person(0), department: '04', hospital: '省人民医院', timeRange: '15:00-15:30' }));
});

test('from confirmation over the desk to the outcome, with the counts of the day', async () => {
  const id = await done(visit({ userId: person(3), doctorId: doctor, timeRange: '09:00-09:30' }));
  await done(call(`${service}/Confirm`, { id }));
  await done(call(`${service}/CheckIn`, { id }));
  expect((await visit({ id, timeRange: '09:30-10:00' })).error?.reason).toBe('booking.closed');
  const counts = await done(world.admin.get(`${service}/GetPatientAppointmentCount`));
  expect(counts).toEqual({ today: 4, tomorrow: 0, week: 4, toConfirm: 3, checkedIn: 1, done: 0, noShow: 0 });
  await done(call(`${service}/Complete`, { id, diagnosis: '血压偏高，两周后复查' }));
  const flat = await done(world.admin.get('OutpatientAppointment/GetPatientAppointmentCount'));
  expect(flat).toMatchObject({ checkedIn: 0, done: 1 });
  expect((await world.admin.delete(`${service}/Delete`, { Id: id })).status).toBe(400);
  expect(await wrongPlaces(world)).toEqual([]);
});

test('a visit is neither checked in nor closed before its day, and the refusal says when it is possible', async () => {
  const timeRange = '08:30-09:00';
  const id = await done(visit({ userId: person(5), doctorId: doctor, visitDate: '2031-05-13', timeRange, state: 1 }));
  const early = await call(`${service}/CheckIn`, { id });
  expect([early.status, early.error?.reason, early.error?.details]).toEqual([400, 'state.day-not-come', says('当天')]);
  const outcome = await call(`${service}/Complete`, { id, diagnosis: '血压偏高' });
  expect(outcome.error?.reason).toBe('state.day-not-come');
  expect(await stored(id)).toMatchObject({ state: 1 });
});

test('the flat door writes the same rows, with the number of the examination', async () => {
  const id = await done(
    world.admin.post<number>('OutpatientAppointment/CreateOrEdit', {
      ...usual,
      userId: person(4),
      hospital: '省人民医院',
      timeRange: '16:00-16:30',
      ID_Patient: 'TJ20310001',
    } as never),
  );
  expect(await stored(id)).toMatchObject({ exam_no: 'TJ20310001', appointment_no: says('MZ') });
  const page = await done(
    world.admin.get<{ items: { id: number }[] }>('OutpatientAppointment/GetAll', { ID_PatientFilter: 'TJ20310001' }),
  );
  expect(page.items.map((row) => row.id)).toEqual([id]);
  expect((await world.admin.delete('OutpatientAppointment/Delete', { Id: id })).status).toBe(200);
});
