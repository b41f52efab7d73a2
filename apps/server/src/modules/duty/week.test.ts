import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';

let app: TestApp;
let admin: Client;
let other: Client;
let doctor: number;
let nurse: number;
// The clock job finishes shifts that have ended by the database's clock, so the test uses a future year.
const clock = Date.parse('2031-05-07T02:00:00Z');
const monday = '2031-05-12';
const types = { clinic: 0, day: 0, night: 0, off: 0 };

const newType = (more: object): Promise<number> =>
  done(admin.post<number>('DutyType/CreateOrEdit', { shortName: '班', color: '#2D8CF0', ...more }));
const put = (call: string, body: object, by = admin): Promise<Answer<unknown>> =>
  by.post(`SchedulingTable/${call}`, body as never);

interface Entry {
  readonly id: number;
  readonly rowVersion: number;
  readonly workDate: string;
  readonly dutyTypeId: number;
  readonly state: string;
  readonly booked: number;
}
interface Week {
  readonly staff: readonly {
    readonly userId: number | null;
    readonly personId: number | null;
    readonly userName: string;
    readonly hours: number;
    readonly days: Readonly<Record<string, readonly Entry[]>>;
  }[];
  readonly totals: readonly { readonly workDate: string; readonly dutyTypeId: number; readonly count: number }[];
  readonly gaps: readonly { readonly from: string; readonly to: string }[];
}
const week = (weekStart = monday, by = admin): Promise<Week> =>
  done(by.get<Week>('SchedulingTable/GetWeek', { weekStart }));
async function entriesOf(userId: number): Promise<readonly Entry[]> {
  const row = (await week()).staff.find((each) => each.userId === userId);
  return Object.values(row?.days ?? {}).flat();
}
const drafts = async (...users: readonly number[]): Promise<readonly { id: number; rowVersion: number }[]> =>
  (await Promise.all(users.map(entriesOf)))
    .flat()
    .filter(({ state }) => state === 'draft')
    .map(({ id, rowVersion }) => ({ id, rowVersion }));

type On = readonly [userId: number, workDate: string, dutyTypeId: number];
const entry = (...[userId, workDate, dutyTypeId]: On) => ({ userId, workDate, dutyTypeId });
const save = async (entries: readonly object[], more: object = {}, by = admin) =>
  put('SaveWeek', { weekStart: monday, entries, ...more }, by);

const roundTheClock = (isOn: boolean) =>
  done(admin.post('BusinessSettings/Update', { group: 'duty', values: { 'App.Duty.RoundTheClock': isOn } }));

beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock) });
  admin = await app.as('admin', 'Alpha');
  other = (await addUser(app, 'Alpha', { userName: 'planner', dataScope: 'all', allPermissions: true })).client;
  const idOf = async (userName: string): Promise<number> => {
    await addUser(app, 'Alpha', { userName, dataScope: 'all', allPermissions: false });
    const [row] = await app.query<{ id: number }>(
      'Alpha',
      'select id from app_user where tenant_id = $1 and user_name = $2',
      [userName],
    );
    return row?.id ?? 0;
  };
  [doctor, nurse] = [await idOf('clinic-doctor'), await idOf('night-nurse')];
  types.clinic = await newType({
    kind: 'outpatient',
    name: '门诊',
    startTime: '08:00',
    endTime: '10:00',
    slotMinutes: 30,
    capacityPerSlot: 2,
  });
  types.day = await newType({ kind: 'duty', name: '白班', startTime: '08:00', endTime: '20:00' });
  types.night = await newType({ kind: 'duty', name: '夜班', startTime: '20:00', endTime: '08:00' });
  types.off = await newType({ kind: 'leave', name: '请假', startTime: '00:00', endTime: '00:00' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.query('Alpha', 'delete from slot_place where tenant_id = $1');
  await app.query('Alpha', 'delete from slot where tenant_id = $1');
  await app.query('Alpha', 'delete from shift where tenant_id = $1');
  await app.query('Alpha', 'delete from user_notification where tenant_id = $1');
});

test('the week of the whole organisation lists who has a staff code alone, once', async () => {
  const listed = async () => (await week()).staff.filter(({ userId }) => userId === nurse).length;
  const before = await listed();
  await app.query(
    'Alpha',
    "insert into staff_profile (tenant_id, code, name, account_id) values ($1, 'K1', '新护士', $2) returning id",
    [nurse],
  );
  expect([before, await listed()]).toEqual([0, 1]);
  await app.query('Alpha', "delete from staff_profile where tenant_id = $1 and code = 'K1' returning id");
});

test('a painted week is whole or nothing, and keeps what is the same', async () => {
  const answer = await save([entry(doctor, monday, types.clinic), entry(nurse, '2031-05-13', types.night)]);
  expect(answer.result).toMatchObject({ added: 2, removed: 0, warnings: [] });
  const [kept] = await entriesOf(doctor);
  expect(kept).toMatchObject({ workDate: monday, state: 'draft', dutyTypeId: types.clinic });
  // Two shifts of a person at once: nothing of the week is saved.
  const refused = await save([
    entry(doctor, '2031-05-14', types.clinic),
    entry(doctor, '2031-05-15', types.day),
    entry(doctor, '2031-05-15', types.clinic),
  ]);
  expect([refused.status, refused.error?.reason]).toEqual([409, 'duty.week-not-saved']);
  expect(refused.error?.message).toContain('2031-05-15');
  expect(await entriesOf(doctor)).toHaveLength(1);
  // A leave takes no time; the first day stays the row it was.
  await save([entry(doctor, monday, types.clinic), entry(doctor, monday, types.off)]);
  const now = await entriesOf(doctor);
  expect(now.map(({ id }) => id)).toContain(kept?.id);
  expect(now).toHaveLength(2);
  expect(await entriesOf(nurse)).toHaveLength(1);
  await save([], { staff: [{ userId: doctor }] });
  expect(await entriesOf(doctor)).toEqual([]);
  expect((await week()).totals).toEqual([{ workDate: '2031-05-13', dutyTypeId: types.night, count: 1 }]);
});

test('who paints what somebody else changed meanwhile is told whose change it was', async () => {
  await save([entry(doctor, monday, types.clinic)]);
  const seen = await drafts(doctor);
  await save([entry(doctor, monday, types.clinic), entry(doctor, '2031-05-13', types.clinic)], { seen }, other);
  const refused = await save([entry(doctor, '2031-05-16', types.clinic)], { seen });
  expect([refused.status, refused.error?.reason]).toEqual([409, 'duty.week-changed']);
  expect(refused.error?.message).toMatch(/planner.*2031-05-13/);
  expect((await entriesOf(doctor)).map(({ workDate }) => workDate)).toEqual([monday, '2031-05-13']);
  // Other persons of the same week are free.
  expect((await save([entry(nurse, '2031-05-16', types.day)], { seen: [] })).error).toBe(null);
  // Two at once: one is refused.
  const both = await drafts(doctor);
  const answers = await Promise.all(
    [admin, other].map((by, at) => save([entry(doctor, `2031-05-1${5 + at}`, types.clinic)], { seen: both }, by)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('a deleted draft counts as a change', async () => {
  await save([entry(doctor, monday, types.clinic)]);
  const seen = await drafts(doctor);
  await save([], { staff: [{ userId: doctor }], seen }, other);
  const refused = await save([entry(doctor, '2031-05-16', types.clinic)], { seen });
  expect(refused.error?.message).toContain('planner');
});

test('a gap stops publishing while somebody must be on duty at each hour', async () => {
  await roundTheClock(true);
  const days = Array.from({ length: 7 }, (_, at) => `2031-05-${12 + at}`);
  await save(days.map((day) => entry(nurse, day, types.day)));
  const refused = await put('Publish', { weekStart: monday });
  expect([refused.status, refused.error?.reason]).toEqual([400, 'duty.uncovered']);
  expect(refused.error?.message).toContain('05-12 20:00 – 05-13 08:00');
  expect((await week()).gaps).toHaveLength(8);
  await roundTheClock(false);
  expect((await put('Publish', { weekStart: monday })).result).toEqual({ count: 7 });
  expect((await put('Publish', { weekStart: monday })).error?.reason).toBe('duty.nothing-to-publish');
});

test('publishing opens the places, notifies those concerned and leaves other teams alone', async () => {
  const [team] = await app.query<{ id: number }>(
    'Alpha',
    "insert into care_team (tenant_id, name) values ($1, '一组') returning id",
  );
  await save([{ ...entry(doctor, monday, types.clinic), capacity: 5 }], { teamId: team?.id });
  await save([entry(nurse, monday, types.day)]);
  const slots = () =>
    admin.get<readonly { total: number; left: number }[]>('SchedulingTable/GetSlots', {
      userId: doctor,
      begin: monday,
      end: '2031-05-18',
    });
  expect(await slots()).toMatchObject({ result: [] });
  expect((await put('Publish', { weekStart: monday, teamId: team?.id })).result).toEqual({ count: 1 });
  expect((await slots()).result.map(({ total, left }) => [total, left])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 2],
  ]);
  const told = await app.query(
    'Alpha',
    'select user_id as "userId", name from user_notification where tenant_id = $1 and name like \'App.Roster%\'',
  );
  expect(told).toEqual([{ userId: doctor, name: 'App.RosterPublished' }]);
  expect((await entriesOf(nurse)).map(({ state }) => state)).toEqual(['draft']);
  expect((await slots()).result).toHaveLength(4);
  const listed = await done(
    admin.get<{ items: readonly object[] }>('SchedulingTable/GetPagedAll', { stateFilter: 'published' }),
  );
  expect(listed.items).toMatchObject([{ state: 'published', capacity: 5, teamName: '一组' }]);
});

test('a short rest is painted with a warning and published with a reason of who may allow it', async () => {
  const answer = await save([entry(nurse, monday, types.night), entry(nurse, '2031-05-13', types.day)]);
  expect((answer.result as { warnings: readonly string[] }).warnings).toHaveLength(2);
  const refused = await put('Publish', { weekStart: monday });
  expect(refused.error?.validationErrors).toMatchObject([{ members: ['overrideReason'] }]);
  expect((await put('Publish', { weekStart: monday, overrideReason: '人员不足' })).result).toEqual({ count: 2 });
});

test('only published shifts are on duty, of the kinds that alarms reach', async () => {
  const onDuty = async (more: object = {}) =>
    (
      await done(
        admin.get<readonly { userId: number }[]>('SchedulingTable/GetOnDuty', {
          time: '2031-05-12T01:00:00Z',
          ...more,
        }),
      )
    ).map(({ userId }) => userId);
  await save([entry(nurse, monday, types.day), entry(doctor, monday, types.clinic)]);
  expect(await onDuty()).toEqual([]);
  await put('Publish', { weekStart: monday });
  expect(await onDuty()).toEqual([nurse]);
  expect(await onDuty({ kind: 'outpatient' })).toEqual([doctor]);
  expect(await onDuty({ time: '2031-05-12T13:00:00Z' })).toEqual([]);
});

test('a shift with taken places cannot be stopped; a stopped one frees the time of its person', async () => {
  await save([entry(doctor, monday, types.clinic)]);
  await put('Publish', { weekStart: monday });
  const [one] = await entriesOf(doctor);
  const id = one?.id;
  await app.query(
    'Alpha',
    `with s as (update slot set taken = 1 where tenant_id = $1 and id = (select min(id) from slot where tenant_id = $1) returning id)
     insert into slot_place (tenant_id, slot_id, source, source_id, places) select $1, s.id, 'test', 1, 1 from s`,
  );
  expect((await entriesOf(doctor))[0]?.booked).toBe(1);
  expect((await put('Stop', { id, reason: '外出培训' })).error?.reason).toBe('slot.below-taken');
  await app.query('Alpha', 'delete from slot_place where tenant_id = $1');
  await app.query('Alpha', 'update slot set taken = 0 where tenant_id = $1');
  expect((await put('Stop', { id })).error?.validationErrors).toMatchObject([{ members: ['reason'] }]);
  expect((await put('Stop', { id, reason: '外出培训' })).error).toBe(null);
  expect((await put('CreateOrEdit', { id, place: '二楼' })).error?.reason).toBe('duty.stopped');
  expect(await app.query('Alpha', 'select id from slot where tenant_id = $1')).toEqual([]);
  expect((await save([entry(doctor, monday, types.clinic)])).error).toBe(null);
  const told = await app.query<{ name: string }>(
    'Alpha',
    "select name from user_notification where tenant_id = $1 and user_id = $2 and key like 'shift %'",
    [doctor],
  );
  expect(told).toEqual([{ name: 'App.ShiftStopped' }]);
});

test('two shifts exchange their persons, also on the same day', async () => {
  await save([entry(doctor, monday, types.day), entry(nurse, monday, types.clinic)]);
  await put('Publish', { weekStart: monday });
  const [[a], [b]] = [await entriesOf(doctor), await entriesOf(nurse)];
  const body = { idA: a?.id, idB: b?.id, reason: '家中有事' };
  expect((await put('Swap', { ...body, idB: a?.id })).status).toBe(400);
  expect((await put('Swap', body)).error).toBe(null);
  expect((await entriesOf(doctor)).map(({ id }) => id)).toEqual([b?.id]);
  expect((await entriesOf(nurse)).map(({ id }) => id)).toEqual([a?.id]);
  // A third shift that overlaps after the swap refuses it whole.
  await save([entry(doctor, '2031-05-13', types.day), entry(doctor, '2031-05-14', types.day)]);
  await save([entry(nurse, '2031-05-13', types.clinic)], {});
  const [first] = (await entriesOf(nurse)).filter(({ workDate }) => workDate === monday);
  const [second] = (await entriesOf(doctor)).filter(({ workDate }) => workDate === '2031-05-13');
  const refused = await put('Swap', { idA: first?.id, idB: second?.id, reason: '家中有事' });
  expect([refused.status, refused.error?.reason]).toEqual([409, 'duty.not-swapped']);
});

test('a week is copied as drafts, of some persons where they are named', async () => {
  await save([entry(doctor, monday, types.clinic), entry(nurse, monday, types.day)]);
  await put('Publish', { weekStart: monday });
  const copied = await put('CopyWeek', { fromWeek: monday, toWeek: '2031-05-19', userIds: [doctor] });
  expect(copied.result).toEqual({ count: 1 });
  const next = await week('2031-05-19');
  expect(next.staff.flatMap(({ days }) => Object.values(days).flat())).toMatchObject([
    { workDate: '2031-05-19', state: 'draft' },
  ]);
});

test('the week of a team is copied and published as its grid shows it, with shifts written under no team', async () => {
  const [team] = await app.query<{ id: number }>(
    'Alpha',
    "insert into care_team (tenant_id, name) values ($1, '二组') returning id",
  );
  await app.query(
    'Alpha',
    'insert into care_team_member (tenant_id, care_team_id, user_id) values ($1, $2, $3) returning id',
    [team?.id, nurse],
  );
  await save([entry(doctor, monday, types.clinic), entry(nurse, monday, types.day)]);
  await put('Publish', { weekStart: monday });
  const copied = await put('CopyWeek', { fromWeek: monday, toWeek: '2031-05-19', teamId: team?.id });
  expect(copied.result).toEqual({ count: 1 });
  expect((await put('Publish', { weekStart: '2031-05-19', teamId: team?.id })).result).toEqual({ count: 1 });
});

test('a month counts shifts, nights, days off worked and hours of what was published', async () => {
  const statistics = () => done(admin.get<readonly object[]>('SchedulingTable/GetStatistics', { month: '2031-05' }));
  // Monday by day, Saturday at night; a leave counts nothing.
  await save([
    entry(nurse, monday, types.day),
    entry(nurse, '2031-05-17', types.night),
    entry(nurse, monday, types.off),
  ]);
  expect(await statistics()).toEqual([]);
  await put('Publish', { weekStart: monday });
  expect(await statistics()).toMatchObject([{ userId: nurse, shifts: 2, nights: 1, restDays: 1, hours: 24 }]);
  expect((await admin.get('SchedulingTable/GetStatistics', { month: '2031-13' })).status).toBe(400);
});

test('weeks that are over, other tenants and strangers change nothing', async () => {
  const past = await put('SaveWeek', { weekStart: '2031-04-28', entries: [] });
  expect(past.error?.validationErrors).toMatchObject([{ members: ['weekStart'] }]);
  expect((await save([entry(doctor, '2031-05-20', types.clinic)])).status).toBe(400);
  const beta = await app.as('admin', 'Beta');
  const foreign = await save([entry(doctor, monday, types.clinic)], {}, beta);
  expect(foreign.status).toBe(400);
  const nobody = await addUser(app, 'Alpha', { userName: 'no-roster', dataScope: 'own', allPermissions: false });
  expect((await save([], {}, nobody.client)).status).toBe(403);
  expect((await put('Publish', { weekStart: monday }, nobody.client)).status).toBe(403);
});
