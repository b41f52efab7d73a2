import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';

let app: TestApp;
let admin: Client;
let doctor: number;
let nurse: number;
// A future year: the clock job finishes shifts that have ended by the database's clock.
const now = Date.parse('2031-05-07T02:00:00Z');
const monday = '2031-05-12';
const types = { clinic: 0, day: 0, off: 0 };

const newType = (more: object): Promise<number> =>
  done(admin.post<number>('DutyType/CreateOrEdit', { shortName: '班', color: '#2D8CF0', ...more }));
const put = (body: object) => admin.post<number>('DutyPerson/CreateOrEdit', body as never);
const entry = (userId: number, workDate: string, dutyTypeId: number) => ({ userId, workDate, dutyTypeId });
const save = (entries: readonly object[]) =>
  admin.post<{ warnings: readonly string[] }>('SchedulingTable/SaveWeek', { weekStart: monday, entries } as never);

beforeAll(async () => {
  app = await startApp({ now: () => new Date(now) });
  admin = await app.as('admin', 'Alpha');
  const idOf = async (userName: string): Promise<number> => {
    await addUser(app, 'Alpha', { userName, dataScope: 'all', allPermissions: true });
    const [row] = await app.query<{ id: number }>(
      'Alpha',
      'select id from app_user where tenant_id = $1 and user_name = $2',
      [userName],
    );
    return row?.id ?? 0;
  };
  [doctor, nurse] = [await idOf('clinic-doctor'), await idOf('night-nurse')];
  types.clinic = await newType({ kind: 'outpatient', name: '门诊', startTime: '08:00', endTime: '10:00' });
  types.day = await newType({ kind: 'duty', name: '白班', startTime: '08:00', endTime: '20:00' });
  types.off = await newType({ kind: 'leave', name: '请假', startTime: '00:00', endTime: '00:00' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.query('Alpha', 'delete from shift where tenant_id = $1');
  await app.query('Alpha', 'delete from roster_person where tenant_id = $1');
});

test('somebody is scheduled only for the kinds that are named, and for leave', async () => {
  const id = await done(put({ userId: nurse, kind: ['duty'], phone: '13800001234' }));
  const refused = await save([entry(nurse, monday, types.clinic), entry(doctor, monday, types.clinic)]);
  expect([refused.status, refused.error?.reason]).toEqual([409, 'duty.week-not-saved']);
  expect(refused.error?.message).toContain('此人不能排此类别');
  const single = { dutyDate: monday, dutyTypeId: types.clinic, userId: nurse };
  const one = await admin.post('DutyPersons/CreateOrEdit', single as never);
  expect(one.status).toBe(400);
  expect(one.error?.validationErrors?.[0]?.message).toContain('不能排「门诊班」');
  expect(await app.query('Alpha', 'select id from shift where tenant_id = $1')).toEqual([]);
  await done(save([entry(nurse, monday, types.day), entry(nurse, '2031-05-13', types.off)]));
  await done(put({ id, userId: nurse, kind: ['duty'], phone: '13800001234', valid: false }));
  const published = await admin.post('SchedulingTable/Publish', { weekStart: monday } as never);
  expect([published.status, published.error?.reason]).toEqual([409, 'duty.not-published']);
});

test('more shifts in a week than wanted are saved and named', async () => {
  await done(put({ userId: doctor, kind: ['duty', 'outpatient'], phone: '13800001234', maxShiftsWeek: 2 }));
  const days = ['2031-05-12', '2031-05-13', '2031-05-14'] as const;
  const within = await done(save(days.slice(0, 2).map((day) => entry(doctor, day, types.clinic))));
  expect(within.warnings).toEqual([]);
  const above = await done(save(days.map((day) => entry(doctor, day, types.clinic))));
  expect(above.warnings).toEqual([expect.stringContaining('本周 3 个班次，多于 2 个')]);
});

test('one row a user; nobody stands in for oneself; a shift without a number shows that of the person', async () => {
  await done(put({ userId: nurse, kind: ['duty'], phone: '13800001234', backupUserId: doctor }));
  expect((await put({ userId: nurse, kind: ['video'], phone: '13800001234' })).status).toBe(409);
  const own = await put({ userId: doctor, kind: ['duty'], phone: '13800001234', backupUserId: doctor });
  expect(own.status).toBe(400);
  expect(own.error?.validationErrors?.[0]?.message).toContain('替班人不能是本人');
  await done(
    admin.post('DutyPersons/CreateOrEdit', { dutyDate: monday, dutyTypeId: types.day, userId: nurse } as never),
  );
  const time = '2031-05-12T04:00:00Z';
  const onDuty = await done(admin.get<readonly object[]>('SchedulingTable/GetOnDuty', { time }));
  expect(onDuty).toMatchObject([{ userId: nurse, phone: '13800001234' }]);
  expect(onDuty[0]).not.toHaveProperty('standIn');
});
