import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { followed } from '@kangmai/testkit/still';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingWorld, monday, openClinics, shiftsOf, startBookings } from '../../../test/booking-world.ts';
import { done } from '../../../test/done.ts';

let world: BookingWorld;
let helper: Client;
let helperId: number;
let stranger: Client;
const person = (nth: number): number => world.people[nth]?.id ?? 0;
const doctor = (nth: number): number => world.doctors[nth] ?? 0;
const service = 'AccompanyingAppointment';
const visits = 'XYJ_OutpatientAppointment';
const at = (clock: string, day = monday): string => `${day}T${clock}:00+08:00`;
const call = (path: string, body: object, by = world.admin): Promise<Answer<unknown>> => by.post(path, body as never);
const book = (body: object, by = world.admin): Promise<Answer<number>> =>
  by.post<number>(`${service}/CreateOrEdit`, body as never);
const escort = (client: number, clock: string, more: object = {}): Promise<Answer<number>> =>
  book({ clientId: person(client), hospital: '市第一人民医院', appointmentTime: at(clock), ...more });
const visit = (body: object): Promise<Answer<number>> =>
  world.admin.post<number>(`${visits}/CreateOrEdit`, {
    hospital: '省人民医院',
    department: '03',
    visitType: 'first',
    visitDate: monday,
    ...body,
  } as never);
const change = (body: object): Promise<Answer<unknown>> => call(`${visits}/CreateOrEdit`, body);
const says = (words: string): unknown => expect.stringContaining(words);
const refusal = ({ status, error }: Answer<unknown>): unknown => [
  status,
  error?.validationErrors?.[0]?.message ?? error?.message,
  error?.validationErrors?.flatMap(({ members }) => members),
];
const rows = (where: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> =>
  world.app.query(
    'Alpha',
    `select * from escort_booking where tenant_id = $1 and ${where} order by id`,
    values as never,
  );
const stored = async (id: number): Promise<Record<string, unknown>> => (await rows('id = $2', [id]))[0] ?? {};
const ofVisit = (id: number): Promise<Record<string, unknown>[]> => rows('visit_id = $2', [id]);
const userId = async (name: string): Promise<number> =>
  (
    await world.app.query<{ id: number }>('Alpha', 'select id from app_user where tenant_id = $1 and user_name = $2', [
      name,
    ])
  )[0]?.id ?? 0;
const told = async (user: number): Promise<readonly string[]> => {
  await followed(world.app, world.app.tenants.Alpha);
  const found = await world.app.query<{ name: string }>(
    'Alpha',
    'select name from user_notification where tenant_id = $1 and user_id = $2 order by id',
    [user],
  );
  return found.map(({ name }) => name);
};

beforeAll(async () => {
  world = await startBookings({ people: 14, doctors: 3, capacity: 1 });
  helper = (await addUser(world.app, 'Alpha', { userName: 'helper', dataScope: 'own', allPermissions: true })).client;
  helperId = await userId('helper');
  const days = [{ day: '2031-05-29', kind: 'holiday', name: '社区节', nameEn: 'Community Day', weekday: null }];
  const notice = { year: 2031, notice: '国办发明电〔2030〕1号', issuedOn: '2030-11-04', days };
  await done((await world.app.as('admin')).post('WorkCalendar/CreateOrEdit', notice));
  stranger = (await addUser(world.app, 'Alpha', { userName: 'away', dataScope: 'own', allPermissions: true })).client;
});
afterAll(() => world.app.close());

test('from the order over the escort to the report; only the escort starts', async () => {
  const id = await done(escort(0, '09:00', { needs: ['wheelchair', 'medicine'], fee: 80.5, ID_Patient: 'TJ31' }));
  expect(await stored(id)).toMatchObject({ appointment_no: 'PZ203105120001', state: 0, escort_id: null, fee: '80.50' });
  expect(refusal(await call(`${service}/Assign`, { id }))).toEqual([400, says('陪诊人员'), ['escortId']]);
  await done(call(`${service}/Assign`, { id, escortId: helperId }));
  expect(await stored(id)).toMatchObject({ state: 1, escort_id: helperId });
  expect((await call(`${service}/Start`, { id })).error?.reason).toBe('state.other-person');
  await done(call(`${service}/Start`, { id }, helper));
  expect((await call(`${service}/Cancel`, { id, cancelReason: '改期' })).error?.reason).toBe('state.not-allowed');
  expect(refusal(await call(`${service}/Finish`, { id }, helper))).toEqual([400, says('陪诊反馈'), ['feedback']]);
  await done(call(`${service}/Finish`, { id, feedback: '已取药，血压复查正常' }, helper));
  expect(await stored(id)).toMatchObject({ state: 3, feedback: '已取药，血压复查正常' });
  expect((await book({ id, meetPlace: '大厅' })).error?.reason).toBe('booking.closed');
  const page = await done(
    world.admin.get<{ items: { id: number; escortName: string }[] }>(`${service}/GetAll`, { ID_PatientFilter: 'TJ31' }),
  );
  expect(page.items).toMatchObject([{ id, escortName: says('helper') }]);
});

test('a save makes the move that leads to its state; who starts another day is too early', async () => {
  const id = await done(escort(1, '09:00', { appointmentTime: at('09:00', '2031-05-20') }));
  expect(refusal(await book({ id, state: 1 }))).toEqual([400, says('陪诊人员'), ['escortId']]);
  await done(book({ id, state: 1, escortId: helperId }));
  expect(await stored(id)).toMatchObject({ state: 1, escort_id: helperId });
  expect((await call(`${service}/Start`, { id }, helper)).error?.reason).toBe('state.day-not-come');
  expect((await book({ id, state: 0 })).error?.reason).toBe('state.not-allowed');
  expect((await call(`${service}/Reassign`, { id, escortId: helperId })).status).toBe(400);
  await done(call(`${service}/Reassign`, { id, escortId: doctor(0) }));
  await done(book({ id, state: 4, cancelReason: '客户住院' }));
  expect(await stored(id)).toMatchObject({ state: 4, cancel_reason: '客户住院', is_live: null });
  expect(await told(helperId)).toEqual(expect.arrayContaining(['App.EscortAssigned', 'App.EscortEnded']));
  expect(await told(doctor(0))).toEqual(['App.EscortAssigned', 'App.EscortEnded']);
});

test('an escort has four hours to each booking: less is refused with the other one, exactly four are enough', async () => {
  const day = '2031-05-13';
  const mine = { escortId: doctor(0) };
  const first = await done(escort(2, '08:00', { ...mine, appointmentTime: at('08:00', day) }));
  expect(await stored(first)).toMatchObject({ state: 1 });
  const close = await escort(3, '11:59', { ...mine, appointmentTime: at('11:59', day) });
  expect([close.status, close.error?.reason]).toEqual([409, 'occupancy.taken-by']);
  expect(close.error?.message).toMatch(/陪诊人员已被「PZ\d+」占用.*请选择/);
  const later = await done(escort(3, '12:00', { ...mine, appointmentTime: at('12:00', day) }));
  expect((await book({ id: later, appointmentTime: at('10:00', day) })).status).toBe(409);
  await done(call(`${service}/Cancel`, { id: first, cancelReason: '家属陪同' }));
  await done(book({ id: later, appointmentTime: at('10:00', day) }));
  expect((await told(doctor(0))).at(-1)).toBe('App.EscortMoved');
  const twice = await escort(3, '13:00', { appointmentTime: at('13:00', day) });
  expect([twice.status, twice.error?.message]).toEqual([409, says('客户已被')]);
});

test('of two who assign one escort at once exactly one succeeds', async () => {
  const appointmentTime = at('09:00', '2031-05-14');
  const ids = await Promise.all([4, 5].map((nth) => done(escort(nth, '', { appointmentTime }))));
  const answers = await Promise.all(ids.map((id) => call(`${service}/Assign`, { id, escortId: doctor(1) })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await rows('id = any($2) and state = 1', [ids])).length).toBe(1);
});

test('a visit that wants an escort makes one, moves it and cancels it, and never two', async () => {
  const mine = { userId: person(6), visitDate: '2031-05-15', timeRange: '09:00-09:30' };
  const id = await done(visit({ ...mine, needAccompany: true }));
  const [made] = await ofVisit(id);
  expect(made).toMatchObject({ state: 0, hospital: '省人民医院', client_id: person(6), is_live: true });
  expect(made).toMatchObject({ department: says('内科'), starts_at: new Date(at('09:00', '2031-05-15')) });
  await done(change({ id, disease: '头晕' }));
  expect(await ofVisit(id)).toHaveLength(1);
  const second = { clientId: person(6), hospital: '省人民医院', outpatientAppointmentId: id };
  const twice = await book({ ...second, appointmentTime: at('15:00', '2031-05-15') });
  expect([twice.status, twice.error?.message]).toEqual([409, says(String(made?.['appointment_no']))]);
  await done(change({ id, timeRange: '14:00-14:30', hospital: '市中医院' }));
  expect((await ofVisit(id))[0]).toMatchObject({
    starts_at: new Date(at('14:00', '2031-05-15')),
    hospital: '市中医院',
  });
  await done(change({ id, needAccompany: false }));
  expect((await ofVisit(id))[0]).toMatchObject({ state: 4, cancel_reason: says('不再需要') });
  await done(change({ id, needAccompany: true }));
  await done(call(`${visits}/Cancel`, { id, cancelReason: '改期' }));
  expect((await ofVisit(id)).map((row) => row['state'])).toEqual([4, 4]);
});

test('a moved visit keeps its escort who has time, and gives back one who has not', async () => {
  const day = '2031-05-16';
  await done(escort(7, '', { appointmentTime: at('14:00', day), escortId: doctor(2) }));
  const id = await done(
    visit({ userId: person(8), visitDate: day, timeRange: '09:00-09:30', needAccompany: true, state: 1 }),
  );
  const [made] = await ofVisit(id);
  await done(call(`${service}/Assign`, { id: made?.['id'], escortId: doctor(2) }));
  await done(change({ id, timeRange: '10:00-10:30' }));
  expect((await ofVisit(id))[0]).toMatchObject({ state: 1, escort_id: doctor(2) });
  await done(change({ id, timeRange: '11:00-11:30' }));
  expect((await ofVisit(id))[0]).toMatchObject({
    state: 0,
    escort_id: null,
    starts_at: new Date(at('11:00', day)),
  });
  expect((await told(doctor(2))).slice(-3)).toEqual(['App.EscortAssigned', 'App.EscortMoved', 'App.EscortEnded']);
});

test('a second visit within four hours says which escort booking is there; begun escorts stay', async () => {
  const day = monday;
  const id = await done(
    visit({ userId: person(9), visitDate: day, timeRange: '13:00-13:30', needAccompany: true, state: 1 }),
  );
  const [made] = await ofVisit(id);
  const next = { userId: person(9), visitDate: day, department: '04', timeRange: '14:00-14:30' };
  const refused = await visit({ ...next, needAccompany: true });
  expect([refused.status, refused.error?.message]).toEqual([409, says(String(made?.['appointment_no']))]);
  await done(visit(next));
  await done(call(`${service}/Assign`, { id: made?.['id'], escortId: helperId }));
  await done(call(`${service}/Start`, { id: made?.['id'] }, helper));
  await done(call(`${visits}/Cancel`, { id, cancelReason: '停诊' }));
  expect((await ofVisit(id))[0]).toMatchObject({ state: 2 });
});

test('a stopped clinic takes the escorts of its visits along', async () => {
  const day = '2031-06-03';
  await openClinics(world, [[doctor(0), day]], '2031-06-02');
  const own = { hospital: '康脉门诊', doctorId: doctor(0), visitDate: day, timeRange: '08:00-08:30' };
  const id = await done(visit({ ...own, userId: person(13), needAccompany: true, state: 1 }));
  const shift = (await shiftsOf(world)).find((row) => row.day === day);
  await done(call('SchedulingTable/Stop', { id: shift?.id, reason: '设备检修', bookings: 'cancel' }));
  expect((await ofVisit(id))[0]).toMatchObject({ state: 4, cancel_reason: '门诊预约已取消' });
});

test('times gone, other people’s visits and strange ids are refused at their fields', async () => {
  expect(refusal(await escort(10, '07:00'))).toEqual([400, says('已过'), ['appointmentTime']]);
  const closed = await escort(10, '', { appointmentTime: at('09:00', '2031-05-29') });
  expect(refusal(closed)).toEqual([400, says('社区节'), ['appointmentTime']]);
  expect(refusal(await escort(10, '10:00', { state: 2 }))).toEqual([400, says('请改正'), ['state']]);
  const id = await done(visit({ userId: person(11), visitDate: '2031-05-17', timeRange: '09:00-09:30' }));
  const other = { clientId: person(10), hospital: '市一院', appointmentTime: at('09:00', '2031-05-17') };
  expect(refusal(await book({ ...other, outpatientAppointmentId: id }))).toEqual([
    400,
    says('其他客户'),
    ['outpatientAppointmentId'],
  ]);
  expect((await book({ ...other, clientId: 987_654_321 })).status).toBe(400);
  expect((await book({ ...other, escortId: 987_654_321 })).status).toBe(400);
  expect((await call(`${service}/Assign`, { id: 987_654_321, escortId: helperId })).status).toBe(404);
  expect((await call(`${service}/Start`, { id: 987_654_321 })).status).toBe(404);
  await world.app.query('Alpha', 'update app_user set is_active = false where tenant_id = $1 and id = $2', [doctor(1)]);
  expect(refusal(await book({ ...other, escortId: doctor(1) }))).toEqual([400, says('账号已停用'), ['escortId']]);
});

test('the escort sees the own bookings, others in the house do not', async () => {
  const id = await done(escort(10, '', { appointmentTime: at('09:00', '2031-05-21'), escortId: helperId }));
  const seenBy = async (who: Client): Promise<boolean> =>
    (await done(who.get<{ items: { id: number }[] }>(`${service}/GetAll`, { MaxResultCount: 100 }))).items.some(
      (row) => row.id === id,
    );
  expect([await seenBy(helper), await seenBy(stranger), await seenBy(world.admin)]).toEqual([true, false, true]);
  expect((await stranger.get(`${service}/GetAccompanyingAppointmentForEdit`, { Id: id })).status).toBe(404);
  expect((await call(`${service}/Cancel`, { id, cancelReason: '不去了' }, stranger)).status).toBe(404);
});

test('bookings of a client who died are cancelled, and none is made', async () => {
  const id = await done(escort(12, '', { appointmentTime: at('09:00', '2031-05-22'), escortId: helperId }));
  const waiting = await done(
    visit({ userId: person(12), visitDate: '2031-05-23', timeRange: '09:00-09:30', needAccompany: true }),
  );
  const death = { id: person(12), state: 'deceased', stateReason: '病逝', stateDate: monday };
  await done(call('C_client/CreateOrEdit', death));
  await expect.poll(async () => (await stored(id))['state']).toBe(4);
  expect(await stored(id)).toMatchObject({ cancel_reason: '客户死亡' });
  await expect.poll(async () => (await ofVisit(waiting))[0]?.['state']).toBe(4);
  expect(refusal(await escort(12, '', { appointmentTime: at('09:00', '2031-05-24') }))).toEqual([
    400,
    says('登记死亡'),
    ['clientId'],
  ]);
  expect(
    await world.app.query(
      'Alpha',
      "select 1 from occupancy where tenant_id = $1 and kind in ('escort', 'escorted') and source_id = $2",
      [id],
    ),
  ).toEqual([]);
});
