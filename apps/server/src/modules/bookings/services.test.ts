import type { Answer } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingWorld, monday, startBookings, tickMoves, uploadCover } from '../../../test/booking-world.ts';
import { done } from '../../../test/done.ts';

const [service, records] = ['HealthServices', 'HealthServicesAppointmentRecord'];
const ranges = [
  { start: '09:00', end: '10:00', capacity: 20 },
  { start: '10:00', end: '11:00', capacity: 2 },
];
const [tuesday, thursday, saturday, sunday] = ['2031-05-13', '2031-05-15', '2031-05-17', '2031-05-18'];

let world: BookingWorld;
let cover: string;
let massage: number;
let free: number;
const person = (at: number): number => world.people[at]?.id ?? 0;
const call = (path: string, body: object): Promise<Answer<unknown>> => world.admin.post(path, body as never);
const refusal = ({ status, error }: Answer<unknown>): unknown => [
  status,
  error?.validationErrors?.map(({ message }) => message).join(),
  error?.validationErrors?.flatMap(({ members }) => members),
];
const says = (words: string): unknown => expect.stringContaining(words);

interface Wanted {
  readonly at: number;
  readonly day?: string;
  readonly range?: string;
  readonly of?: number;
}
const book = ({ at, day = tuesday, range = '09:00-10:00', of = massage }: Wanted): Promise<Answer<number>> =>
  world.admin.post<number>(`${records}/CreateOrEdit`, {
    healthServicesId: of,
    userId: person(at),
    appointmentDate: day,
    timeRange: range,
  });
const change = (id: number, more: object): Promise<Answer<unknown>> =>
  world.admin.put(`${records}/UpdateAppointmentRecordStatus`, { id, ...more } as never);
const stored = async (id: number): Promise<Record<string, unknown>> =>
  (
    await world.app.query<Record<string, unknown>>(
      'Alpha',
      'select * from health_service_booking where tenant_id = $1 and id = $2',
      [id],
    )
  )[0] ?? {};
const taken = async (clock: string, day = tuesday): Promise<number | undefined> =>
  (
    await world.app.query<{ taken: number }>(
      'Alpha',
      "select taken from slot where tenant_id = $1 and kind = 'healthService' and subject_id = $2 and begins_at = $3",
      [massage, new Date(`${day}T${clock}:00+08:00`)],
    )
  )[0]?.taken;

const workdays = [1, 2, 3, 4, 5];
const described = (title: string, more: object): object => ({
  title,
  category: 'tcm',
  introduction: '<p>由中医师操作</p>',
  openDays: workdays,
  timeRanges: ranges,
  ...more,
});

beforeAll(async () => {
  world = await startBookings({ people: 230, doctors: 1, capacity: 1 });
  const host = await world.app.as('admin');
  const days = [
    { day: thursday, kind: 'holiday', name: '社区节', nameEn: 'Community Day', weekday: null },
    { day: saturday, kind: 'makeUp', name: '社区节', nameEn: 'Community Day', weekday: 'fri' },
  ];
  await done(
    host.post('WorkCalendar/CreateOrEdit', {
      year: 2031,
      notice: '国办发明电〔2030〕1号',
      issuedOn: '2030-11-04',
      days,
    }),
  );
  cover = await uploadCover(world.admin);
  massage = await done(world.admin.post<number>(`${service}/CreateOrEdit`, described('中医推拿', { cover })));
  free = await done(
    world.admin.post<number>(`${service}/CreateOrEdit`, described('血压检测', { cover, needApprove: false })),
  );
  for (const id of [massage, free]) await done(call(`${service}/Offer`, { id }));
});
afterAll(() => world.app.close());

test('a service is offered with cover and sound ranges alone', async () => {
  const id = await done(
    world.admin.post<number>(`${service}/CreateOrEdit`, described('针灸', { timeRanges: undefined })),
  );
  expect(refusal(await call(`${service}/Offer`, { id }))).toEqual([400, says('封面'), ['cover', 'timeRanges']]);
  const wrong = [
    { start: '10:00', end: '09:00', capacity: 1 },
    { start: '08:00', end: '08:30', capacity: 1 },
    { start: '08:15', end: '09:00', capacity: 1 },
  ];
  expect(refusal(await call(`${service}/CreateOrEdit`, { id, timeRanges: wrong }))).toEqual([
    400,
    says('第 2 个时段重叠'),
    ['timeRanges[0].end', 'timeRanges[2].start'],
  ]);
  expect((await book({ at: 0, of: id })).error?.validationErrors?.[0]?.members).toEqual(['healthServicesId']);
});

test('a booking waits or is approved at once; lists stand in result.data', async () => {
  const id = await done(book({ at: 0 }));
  expect(await stored(id)).toMatchObject({
    appointment_no: 'FW203105120001',
    state: 0,
    starts_at: new Date(`${tuesday}T09:00:00+08:00`),
    held_until: new Date(world.clock.now + 24 * 3_600_000),
  });
  const sure = await done(book({ at: 1, of: free, range: ' 09：00 - 10:00' }));
  expect(await stored(sure)).toMatchObject({ state: 1, time_range: '09:00-10:00', held_until: null });
  const { data, totalCount } = await done(
    world.admin.get<{ data: Record<string, unknown>[]; totalCount: number }>(`${records}/GetAll`, {
      healthServicesIdFilter: massage,
      MinappointmentTimeFilter: tuesday,
    }),
  );
  expect([totalCount, data.length]).toEqual([1, 1]);
  expect(data[0]).toMatchObject({ recordNo: 'FW203105120001', serviceTitle: '中医推拿', status: 0 });
});

test('what cannot be booked is refused at its field', async () => {
  const refused = async (wanted: Wanted): Promise<unknown> => refusal(await book(wanted));
  expect(await refused({ at: 2, range: '12:00-13:00' })).toEqual([
    400,
    says('09:00-10:00、10:00-11:00'),
    ['timeRange'],
  ]);
  expect(await refused({ at: 2, day: '2031-05-11' })).toEqual([400, says('已过'), ['timeRange']]);
  expect(await refused({ at: 2, day: thursday })).toEqual([400, says('社区节'), ['appointmentDate']]);
  expect(await refused({ at: 2, day: sunday })).toEqual([400, says('不开放'), ['appointmentDate']]);
  expect(await refused({ at: 2, day: '2031-05-20' })).toEqual([400, says('最晚可约 2031-05-19'), ['appointmentDate']]);
  // A make-up workday has the hours of its Friday.
  const id = await done(book({ at: 2, day: saturday }));
  const again = await book({ at: 2, day: saturday, of: free });
  expect([again.status, again.error?.reason]).toEqual([409, 'period.taken-by']);
  await done(change(id, { status: 4 }));
});

test('of 200 bookings at once for 20 places exactly 20 have one', async () => {
  const day = '2031-05-14';
  // A busy server is asked again.
  const insist = async (wanted: Wanted): Promise<Answer<number>> => {
    const answer = await book(wanted);
    return answer.status === 503 ? insist(wanted) : answer;
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, nth) => insist({ at: 20 + nth, day })));
  const count = (word: string): number =>
    answers.filter(({ status, error }) => `${status} ${error?.reason ?? ''}` === word).length;
  expect([count('200 '), count('409 slot.full')]).toEqual([20, 180]);
  expect(await taken('09:00', day)).toBe(20);
  const grid = await done(
    world.admin.get<{ timeRange: string; days: object[] }[]>(`${records}/GetFreePlaces`, {
      healthServicesId: massage,
      begin: day,
      end: '2031-05-16',
    }),
  );
  expect(grid.find(({ timeRange }) => timeRange === '09:00-10:00')?.days).toEqual([
    { day, total: 20, free: 0 },
    { day: '2031-05-16', total: 20, free: 20 },
  ]);
});

test('the call for a state makes the moves that there are, and refuses all others', async () => {
  const id = await done(book({ at: 3, day: monday, range: '10:00-11:00' }));
  expect(refusal(await change(id, { status: 2 }))).toEqual([400, says('处理说明'), ['remark']]);
  await done(change(id, { status: 1 }));
  expect(refusal(await change(id, { status: 3 }))).toEqual([400, says('服务结果'), ['result']]);
  await done(change(id, { status: 3, remark: '推拿完成' }));
  expect(await stored(id)).toMatchObject({ state: 3, result: '推拿完成', operator_id: expect.any(Number) });
  const back = await change(id, { status: 0 });
  expect([back.status, back.error?.message]).toEqual([400, says('状态不允许变更')]);
  expect(await taken('10:00', monday)).toBe(1);
  const early = await done(book({ at: 4 }));
  await done(change(early, { status: 1 }));
  expect((await change(early, { status: 3, remark: '完成' })).error?.reason).toBe('state.day-not-come');
  const [before = 0] = [await taken('09:00')];
  await done(change(early, { status: 4, remark: '客户出差' }));
  expect(await taken('09:00')).toBe(before - 1);
  expect((await call(`${records}/CreateOrEdit`, { id: early, timeRange: '10:00-11:00' })).error?.reason).toBe(
    'booking.closed',
  );
});

test('a booking is moved with its place, and the client hears of each change', async () => {
  const id = await done(book({ at: 5 }));
  await done(change(id, { status: 1 }));
  await done(call(`${records}/CreateOrEdit`, { id, timeRange: '10:00-11:00' }));
  expect(await taken('10:00')).toBe(1);
  await done(change(id, { status: 4 }));
  expect(await taken('10:00')).toBe(0);
  const refused = await done(book({ at: 6 }));
  await done(change(refused, { status: 2, remark: '近期发热' }));
  const sent = (at: number): Promise<{ purpose: string }[]> =>
    world.app.query(
      'Alpha',
      'select purpose from outgoing_message where tenant_id = $1 and recipient = $2 order by id',
      [world.people[at]?.phone],
    );
  await expect
    .poll(async () => (await sent(5)).map(({ purpose }) => purpose))
    .toEqual(['bookingApproved', 'bookingMoved', 'bookingCancelled']);
  await expect.poll(async () => (await sent(6)).map(({ purpose }) => purpose)).toEqual(['bookingRefused']);
});

test('the clock gives back what nobody approved, and records who did not come', async () => {
  const waiting = await done(book({ at: 7, range: '10:00-11:00' }));
  const missed = await done(book({ at: 8, of: free, range: '10:00-11:00' }));
  // The clock goes by the time of the database too.
  await world.app.query(
    'Alpha',
    `update health_service_booking set held_until = case id when $2 then timestamptz '2026-01-01' end,
       day = case id when $3 then date '2026-01-01' else day end where tenant_id = $1 and id in ($2, $3)`,
    [waiting, missed],
  );
  await tickMoves(world);
  await expect.poll(async () => (await stored(waiting))['state']).toBe(4);
  await expect.poll(async () => (await stored(missed))['state']).toBe(5);
  expect(await stored(waiting)).toMatchObject({ remark: '超时未审核，名额已释放' });
  expect(await taken('10:00')).toBe(0);
});

test('ranges keep to what is booked; a service with open bookings stays', async () => {
  const [one, other] = [
    await done(book({ at: 9, range: '10:00-11:00' })),
    await done(book({ at: 10, range: '10:00-11:00' })),
  ];
  const save = (timeRanges: object): Promise<Answer<unknown>> =>
    call(`${service}/CreateOrEdit`, { id: massage, timeRanges });
  const [first, second] = ranges;
  const fewer = await save([first, { ...second, capacity: 1 }]);
  expect([fewer.status, fewer.error?.reason, fewer.error?.message]).toEqual([
    409,
    'slot.below-taken-by',
    says('FW20310512'),
  ]);
  expect((await save([first])).status).toBe(409);
  await done(save([first, { ...second, capacity: 3 }]));
  await done(book({ at: 11, range: '10:00-11:00' }));
  expect((await book({ at: 12, range: '10:00-11:00' })).error?.reason).toBe('slot.full');
  const kept = await world.admin.delete(`${service}/Delete`, { Id: massage });
  expect([kept.status, kept.error?.message]).toEqual([409, expect.stringMatching(/还有 \d+ 个未完成的预约/)]);
  await done(
    call('C_client/CreateOrEdit', {
      id: person(9),
      state: 'deceased',
      stateReason: '病逝',
      stateDate: monday,
    }),
  );
  await expect.poll(async () => (await stored(one))['state']).toBe(4);
  expect(await stored(one)).toMatchObject({ remark: '客户死亡' });
  expect((await stored(other))['state']).toBe(0);
  expect((await book({ at: 9 })).error?.validationErrors?.[0]?.members).toEqual(['userId']);
});
