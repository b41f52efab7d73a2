import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { sampleIdNumber } from '@kangmai/testkit/samples-complete';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import { confirmed, imported, problemsOf } from '@kangmai/testkit/importing';

let app: TestApp;
let admin: Client;
let own: Client;
let [unit, otherUnit, type, position] = [0, 0, 0, 0];
let serial = 0;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  const newUnit = async (displayName: string): Promise<number> =>
    (await done(admin.post<{ id: number }>('OrganizationUnit/CreateOrganizationUnit', { displayName }))).id;
  [unit, otherUnit] = [await newUnit('值班一部'), await newUnit('值班二部')];
  position = await done(
    admin.post<number>('Positions/CreateOrEdit', { code: 'ZG', name: '值班岗位', category: 'nursing' }),
  );
  type = await done(
    admin.post<number>('DutyTypes/CreateOrEdit', {
      kind: 'duty',
      name: '守班',
      shortName: '守',
      startTime: '08:00',
      endTime: '16:00',
      color: '#2D8CF0',
    }),
  );
  const made = await addUser(app, 'Alpha', { userName: 'duty.unit', dataScope: 'unit', allPermissions: true });
  await app.query(
    'Alpha',
    `insert into user_organization_unit (tenant_id, user_id, organization_unit_id)
     select $1, id, $2 from app_user where tenant_id = $1 and user_name = 'duty.unit'`,
    [unit],
  );
  own = made.client;
});
afterAll(() => app.close());

const personBody = (orgUnitId: number): object => ({
  jobNo: `G${(serial += 1)}`,
  name: `守班员${serial}`,
  idNumber: sampleIdNumber(serial, '1980-01-01'),
  phone: '13912345678',
  orgUnitId,
  positionId: position,
  entryDate: '2020-01-01',
});
const newPerson = (orgUnitId = unit): Promise<number> =>
  done(admin.post<number>('PersonInfos/CreateOrEdit', personBody(orgUnitId) as never));
const shiftOf = (personId: number, dutyDate: string): Promise<number> =>
  done(admin.post<number>('DutyPersons/CreateOrEdit', { dutyDate, dutyTypeId: type, personId }));
const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

test('shifts of persons out of sight are not changed, and worked ones not deleted', async () => {
  const id = await shiftOf(await newPerson(otherUnit), '2099-05-04');
  const refused = await own.post('DutyPersons/CreateOrEdit', { id, handover: '改写' });
  expect([refused.status, refused.error?.reason]).toEqual([400, 'duty.out-of-sight']);
  expect((await own.delete('DutyPersons/Delete', { Id: id })).error?.reason).toBe('duty.out-of-sight');
  const seen = await shiftOf(await newPerson(), '2026-02-02');
  await done(own.post('DutyPersons/CreateOrEdit', { id: seen, handover: '平稳' }));
  await app.query('Alpha', "update shift set created_at = '2026-02-01' where tenant_id = $1 and id = $2", [seen]);
  expect((await admin.delete('DutyPersons/Delete', { Id: seen })).error?.reason).toBe('duty.worked');
  await done(admin.delete('DutyPersons/Delete', { Id: id }));
});

test('who has shifts ahead neither leaves nor is deleted', async () => {
  const id = await newPerson();
  const ahead = await shiftOf(id, '2099-05-05');
  const leave = () => admin.post('PersonInfos/Leave', { id, leaveDate: today(), leaveReason: '回乡' });
  expect((await leave()).error?.reason).toBe('staff.on-roster');
  expect((await admin.delete('PersonInfos/Delete', { Id: id })).error?.reason).toBe('staff.on-roster');
  await done(admin.delete('DutyPersons/Delete', { Id: ahead }));
  await done(admin.delete('PersonInfos/Delete', { Id: id }));
});

test('a save does not take a row out of the sight of whoever saves it', async () => {
  const id = await newPerson();
  const moved = await own.post('PersonInfos/CreateOrEdit', { id, orgUnitId: otherUnit });
  expect([moved.status, moved.error?.validationErrors?.[0]?.members]).toEqual([400, ['orgUnitId']]);
  expect((await own.get('PersonInfos/GetPersonInfoForEdit', { Id: id })).status).toBe(200);
  const made = await own.post('PersonInfos/CreateOrEdit', personBody(otherUnit) as never);
  expect([made.status, made.error?.validationErrors?.[0]?.members]).toEqual([400, ['orgUnitId']]);
  await done(own.post('PersonInfos/CreateOrEdit', personBody(unit) as never));
});

test('a week is not copied into the past', async () => {
  const { status, error } = await admin.post('DutyPersons/CopyWeek', {
    fromMonday: '2026-04-06',
    toMonday: '2026-04-13',
  });
  expect([status, error?.validationErrors?.[0]?.members]).toEqual([400, ['toMonday']]);
});

test('a line that the database refuses is a problem of that line alone', async () => {
  await newPerson();
  const line = (day: string) => ({ 值班日期: day, 班次: '守班', 值班人员: `守班员${serial}` });
  const batch = await imported(admin, 'DutyPersons', [line('2099-06-01'), line('0001-01-01'), line('2099-06-03')]);
  expect([batch.state, batch.validRows, batch.problemRows]).toEqual(['checked', 2, 1]);
  expect((await problemsOf(admin, batch)).map((problem) => problem.line)).toEqual([3]);
});

test('an overlap is a problem of the check, and between two lines of the file of the line that is refused', async () => {
  const id = await newPerson();
  await shiftOf(id, '2099-07-01');
  const line = (day: string) => ({ 值班日期: day, 班次: '守班', 值班人员: `守班员${serial}` });
  const checked = await imported(admin, 'DutyPersons', [line('2099-07-02'), line('2099-07-01')]);
  expect([checked.validRows, checked.problemRows]).toEqual([1, 1]);
  expect(await problemsOf(admin, checked)).toMatchObject([
    { line: 3, problem: expect.stringContaining('占用') as string },
  ]);

  const twice = await imported(admin, 'DutyPersons', [line('2099-08-01'), line('2099-08-02'), line('2099-08-02')]);
  const refused = await confirmed(admin, twice);
  expect([refused.state, refused.failureRow, refused.failureText]).toEqual([
    'failed',
    4,
    expect.stringContaining('占用'),
  ]);
});

test.each(['9999-12-27', '0001-01-01'])('a week from %s is refused at the field', async (toMonday) => {
  const { status, error } = await admin.post('DutyPersons/CopyWeek', { fromMonday: '2026-04-06', toMonday });
  expect([status, error?.validationErrors?.[0]?.members]).toEqual([400, ['toMonday']]);
});

test.each([
  ['9999-12-01', '9999-12-31'],
  ['0001-01-01', '0001-01-31'],
])('a calendar from %s is refused at the field', async (From, To) => {
  const { status, error } = await admin.get('XYJ_Contract/GetCalendar', { From, To });
  expect([status, error?.validationErrors?.[0]?.members]).toEqual([400, ['From']]);
});

test('care staff read the roster and the bookings of rooms, and change neither', async () => {
  const day = today();
  await shiftOf(await newPerson(), day);
  for (const userName of ['nurse', 'doctor', 'manager'] as const) {
    const client = await app.as(userName, 'Alpha');
    const shifts = await done(client.get<{ totalCount: number }>('DutyPersons/GetAll', { MaxResultCount: 1 }));
    expect(shifts.totalCount, userName).toBeGreaterThan(0);
    expect((await client.get('ActivityRoomBookings/GetAll')).status, userName).toBe(200);
    expect((await client.post('DutyPersons/CreateOrEdit', { dutyDate: day })).status, userName).toBe(403);
    expect((await client.post('ActivityRoomBookings/CreateOrEdit', { title: '书法' })).status, userName).toBe(403);
  }
});
