import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleIdNumber } from '@kangmai/testkit/samples-complete';
import { done } from '../../../test/done.ts';
import { confirmed, imported, problemsOf } from '@kangmai/testkit/importing';

let app: TestApp;
let admin: Client;
let scheduler: Client;
let unit: number;

const types = { day: 0, night: 0, rest: 0 };
let serial = 0;
const next = (): number => (serial += 1);

const newType = (more: object): Promise<number> =>
  done(
    admin.post<number>('DutyTypes/CreateOrEdit', {
      kind: 'duty',
      name: `班${next()}`,
      shortName: '班',
      startTime: '08:00',
      endTime: '16:00',
      color: '#2D8CF0',
      ...more,
    }),
  );

async function newPerson(more: object = {}): Promise<{ readonly id: number; readonly name: string }> {
  const at = next();
  const name = `值班员${at}`;
  const id = await done(
    admin.post<number>('PersonInfos/CreateOrEdit', {
      jobNo: `D${at}`,
      name,
      idNumber: sampleIdNumber(at, '1980-01-01'),
      phone: '13912345678',
      orgUnitId: unit,
      positionId: position,
      entryDate: '2020-01-01',
      ...more,
    }),
  );
  return { id, name };
}
let position = 0;

const assign = (body: object, by = admin): Promise<Answer<number>> => by.post('DutyPersons/CreateOrEdit', body);
interface Row {
  readonly dutyPerson: {
    readonly id: number;
    readonly dutyDate: string;
    readonly startTime: string;
    readonly endTime: string;
    readonly workHours: number;
    readonly orgUnitId: number | null;
    readonly userId: number | null;
    readonly overrideReason: string | null;
  };
  readonly personName: string | null;
}
const rowOf = async (id: number): Promise<Row> => done(admin.get<Row>('DutyPersons/GetDutyPersonForEdit', { Id: id }));
const listed = async (from: string, to: string): Promise<readonly Row[]> =>
  (
    await done(
      admin.get<{ items: readonly Row[] }>('DutyPersons/GetAll', {
        MindutyDateFilter: from,
        MaxdutyDateFilter: to,
        MaxResultCount: 100,
      }),
    )
  ).items;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  const [row] = await app.query<{ id: number }>(
    'Alpha',
    'select id from organization_unit where tenant_id = $1 order by id limit 1',
  );
  unit =
    row?.id ??
    (await done(admin.post<{ id: number }>('OrganizationUnit/CreateOrganizationUnit', { displayName: '值班部' }))).id;
  position = await done(
    admin.post<number>('Positions/CreateOrEdit', { code: 'ZB', name: '值班岗', category: 'nursing' }),
  );
  types.day = await newType({});
  types.night = await newType({ startTime: '20:00', endTime: '08:00', restMinutes: 60 });
  types.rest = await newType({ kind: 'rest', startTime: '00:00', endTime: '00:00' });
  const made = await addUser(app, 'Alpha', { userName: 'scheduler', dataScope: 'all', allPermissions: true });
  scheduler = made.client;
  await app.query(
    'Alpha',
    `delete from role_permission where tenant_id = $1 and permission = 'Pages.Basicplatform.Duty.ShortRest'
       and role_id = (select id from app_role where tenant_id = $1 and name = 'Rolescheduler')`,
  );
});
afterAll(() => app.close());

describe('types of duty', () => {
  test('know their hours and whether they end on the next day', async () => {
    const shown = async (id: number) =>
      (await done(admin.get<{ dutyType: object }>('DutyTypes/GetDutyTypeForEdit', { Id: id }))).dutyType;
    expect(await shown(types.night)).toMatchObject({ crossDay: true, workHours: 11, startTime: '20:00' });
    expect(await shown(types.day)).toMatchObject({ crossDay: false, workHours: 8 });
    expect(await shown(types.rest)).toMatchObject({ crossDay: false, workHours: 0 });
    expect(await shown(await newType({ endTime: '08:00' }))).toMatchObject({ crossDay: true, workHours: 24 });
    const all = await done(
      admin.get<readonly { id: number; kind: string }[]>('DutyTypes/GetAllForSelect', { kind: 'rest' }),
    );
    expect(all.map(({ id }) => id)).toEqual([types.rest]);
  });

  test('refuse wrong clocks and a break longer than the shift', async () => {
    const bad = { kind: 'duty', name: '错', shortName: '错', color: '#000000' };
    const clock = await admin.post('DutyTypes/CreateOrEdit', { ...bad, startTime: '8点', endTime: '25:00' });
    expect(clock.error?.validationErrors?.flatMap(({ members }) => members)).toEqual(['startTime', 'endTime']);
    const rest = await admin.post('DutyTypes/CreateOrEdit', {
      ...bad,
      startTime: '08:00',
      endTime: '09:00',
      restMinutes: 60,
    });
    expect([rest.status, rest.error?.validationErrors?.[0]?.members]).toEqual([400, ['restMinutes']]);
  });

  test('that are used cannot be deleted, and new times leave made shifts alone', async () => {
    const type = await newType({});
    const { id: personId } = await newPerson();
    const id = await done(assign({ dutyDate: '2026-01-05', dutyTypeId: type, personId }));
    const used = await admin.delete('DutyTypes/Delete', { Id: type });
    expect([used.status, used.error?.reason]).toEqual([400, 'duty-type.in-use']);
    await done(admin.post('DutyTypes/CreateOrEdit', { id: type, startTime: '09:00', endTime: '12:00' }));
    await done(assign({ id, dutyDate: '2026-01-05', dutyTypeId: type, personId, handover: '一切正常' }));
    expect((await rowOf(id)).dutyPerson).toMatchObject({ startTime: '2026-01-05T00:00:00.000Z', workHours: 8 });
  });
});

describe('shifts', () => {
  test('begin and end by the clocks of the tenant, over midnight, with unit and account of the person', async () => {
    const { id: personId, name } = await newPerson();
    const id = await done(assign({ dutyDate: '2026-01-31', dutyTypeId: types.night, personId }));
    const { dutyPerson, personName } = await rowOf(id);
    expect([dutyPerson.startTime, dutyPerson.endTime, dutyPerson.workHours]).toEqual([
      '2026-01-31T12:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
      11,
    ]);
    expect([dutyPerson.orgUnitId, personName]).toEqual([unit, name]);
  });

  test('of one person do not overlap, also by the account', async () => {
    const userName = `duty${next()}`;
    await addUser(app, 'Alpha', { userName, dataScope: 'own', allPermissions: false });
    const [account] = await app.query<{ id: number }>(
      'Alpha',
      'select id from app_user where tenant_id = $1 and user_name = $2',
      [userName],
    );
    const userId = account?.id;
    const { id: personId, name } = await newPerson({ userId });
    await done(assign({ dutyDate: '2026-02-02', dutyTypeId: types.night, personId }));
    const same = await assign({ dutyDate: '2026-02-02', dutyTypeId: types.night, userId });
    expect([same.status, same.error?.reason]).toEqual([409, 'period.taken-by']);
    expect(same.error?.message).toContain(name);
    const nobody = await assign({ dutyDate: '2026-02-02', dutyTypeId: types.day });
    expect(nobody.error?.validationErrors?.[0]?.members).toEqual(['personId']);
  });

  test('keep a rest of 8 hours, unless somebody who may allow it says why', async () => {
    const { id: personId } = await newPerson();
    await done(assign({ dutyDate: '2026-02-10', dutyTypeId: types.night, personId }));
    const next = { dutyDate: '2026-02-11', dutyTypeId: types.day, personId };
    const short = await assign(next);
    expect([short.status, short.error?.validationErrors?.[0]?.members]).toEqual([400, ['overrideReason']]);
    expect(short.error?.validationErrors?.[0]?.message).toContain('间隔0小时');
    const refused = await assign({ ...next, overrideReason: '人手不足' }, scheduler);
    expect(refused.error?.validationErrors?.[0]?.message).toContain('没有放行');
    const id = await done(assign({ ...next, overrideReason: '人手不足' }));
    expect((await rowOf(id)).dutyPerson.overrideReason).toBe('人手不足');
    const rest = await assign({ dutyDate: '2026-02-12', dutyTypeId: types.rest, personId });
    expect(rest.status).toBe(200);
  });

  test('have one leader a day and unit, also when two are named at once', async () => {
    const people = [await newPerson(), await newPerson(), await newPerson()];
    const lead = (at: number) =>
      assign({ dutyDate: '2026-03-02', dutyTypeId: types.day, personId: people[at]?.id, isLeader: true });
    const answers = await Promise.all([lead(0), lead(1), lead(2)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const first = people[answers.findIndex(({ status }) => status === 200)]?.name ?? '';
    expect(answers.find(({ status }) => status === 409)?.error?.message).toContain(first);
  });

  test('of two hands on one person the second is refused', async () => {
    const { id: personId } = await newPerson();
    const body = { dutyDate: '2026-03-09', dutyTypeId: types.day, personId };
    const answers = await Promise.all([assign(body), assign(body), assign(body)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const close = { ...body, dutyTypeId: types.night };
    const tight = await Promise.all([
      assign({ ...close, dutyDate: '2026-03-20' }),
      assign({ ...body, dutyDate: '2026-03-21' }),
    ]);
    expect(tight.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('are those of the own tenant', async () => {
    const beta = await app.as('admin', 'Beta');
    const { id: personId } = await newPerson();
    const foreign = await assign({ dutyDate: '2026-03-10', dutyTypeId: types.day, personId }, beta);
    expect(foreign.status).toBe(400);
    expect(foreign.error?.validationErrors?.map(({ members }) => members[0])).toEqual(['personId']);
  });

  test('the present ones are on duty now', async () => {
    const { id: personId, name } = await newPerson();
    const whole = await newType({ startTime: '00:00', endTime: '00:00' });
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
    await done(assign({ dutyDate: today, dutyTypeId: whole, personId, phone: '13987654321' }));
    const now = await done(admin.get<readonly { personName: string; phone: string }[]>('DutyPersons/GetToday'));
    expect(now.find(({ personName }) => personName === name)).toMatchObject({ phone: '13987654321' });
    const { client: stranger } = await addUser(app, 'Alpha', {
      userName: 'duty.stranger',
      dataScope: 'all',
      allPermissions: false,
    });
    expect((await stranger.get('DutyPersons/GetToday')).status).toBe(403);
  });
});

describe('a week', () => {
  test('is copied whole, or not at all with what collides', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    await done(assign({ dutyDate: '2099-04-06', dutyTypeId: types.day, personId: one.id, isLeader: true }));
    await done(assign({ dutyDate: '2099-04-12', dutyTypeId: types.night, personId: two.id }));
    const copy = (toMonday: string, fromMonday = '2099-04-06') =>
      admin.post<{ count: number }>('DutyPersons/CopyWeek', { fromMonday, toMonday });
    expect((await copy('2099-04-14')).error?.validationErrors?.[0]?.members).toEqual(['toMonday']);
    expect((await copy('2099-04-06')).status).toBe(400);
    expect((await copy('2099-05-04', '2099-06-01')).error?.reason).toBe('duty.week-empty');
    expect(await done(copy('2099-04-13'))).toEqual({ count: 2 });
    const made = await listed('2099-04-13', '2099-04-19');
    expect(made.map(({ dutyPerson }) => dutyPerson.dutyDate.slice(0, 10)).toSorted()).toEqual([
      '2099-04-13',
      '2099-04-19',
    ]);
    const again = await copy('2099-04-13');
    expect([again.status, again.error?.reason]).toEqual([409, 'duty.week-collides']);
    expect(again.error?.message).toContain(`2099-04-13 ${one.name}`);
    await done(assign({ dutyDate: '2099-04-21', dutyTypeId: types.day, personId: two.id }));
    await done(assign({ dutyDate: '2099-04-27', dutyTypeId: types.day, personId: two.id }));
    const half = await copy('2099-04-20');
    expect(half.error?.message).toContain(`2099-04-26 ${two.name}`);
    expect(half.error?.message).toContain('间隔不足');
    expect(await listed('2099-04-20', '2099-04-26')).toHaveLength(1);
  });

  test('is copied once by two hands', async () => {
    const { id: personId } = await newPerson();
    await done(assign({ dutyDate: '2099-05-11', dutyTypeId: types.day, personId }));
    const body = { fromMonday: '2099-05-11', toMonday: '2099-05-18' };
    const answers = await Promise.all([1, 2].map(() => admin.post('DutyPersons/CopyWeek', body)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

test('a spreadsheet is written whole, wrong rows are named', async () => {
  const { name } = await newPerson();
  const type = `表${next()}`;
  await newType({ name: type });
  const line = (day: string, more: object = {}) => ({ 值班日期: day, 班次: type, 值班人员: name, ...more });
  const batch = await imported(admin, 'DutyPersons', [
    line('2026-06-01'),
    line('2026-06-02'),
    line('2026-06-03', { 班次: '没有的班' }),
  ]);
  expect([batch.validRows, batch.problemRows]).toEqual([2, 1]);
  expect((await problemsOf(admin, batch)).map(({ line: row, column }) => [row, column])).toEqual([[4, '班次']]);
  expect((await confirmed(admin, batch, { leaveOutProblems: true })).writtenRows).toBe(2);
  expect(await listed('2026-06-01', '2026-06-03')).toHaveLength(2);
});
