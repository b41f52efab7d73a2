import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

interface Row {
  readonly id: number;
  readonly level: number;
  readonly state: number;
  readonly due: Date | null;
  readonly contactAt: Date | null;
  readonly notices: number;
}

let ward: Ward;
let admin: Client;

beforeAll(async () => {
  ward = await openWard('2031-03-10', '09:00');
  admin = await ward.app.as('admin', 'Alpha');
});
afterAll(() => ward.close());

async function rowOf(person: number): Promise<Row> {
  const [row, ...more] = await ward.sql<Row>(
    `select c.id, c.level, c.state, c.next_due_at as due, c.first_contact_at as "contactAt",
       (select count(*)::int from alarm_notice n where n.tenant_id = $1 and n.case_id = c.id and n.run = c.ladder_run) as notices
     from abnormal_case c where c.tenant_id = $1 and c.client_id = $2 and not c.is_deleted`,
    [person],
  );
  if (!row || more.length > 0) throw new Error(`${row ? more.length + 1 : 0} cases`);
  return row;
}

async function ok<T>(
  call: Promise<{ readonly status: number; readonly text: string; readonly result: T }>,
): Promise<T> {
  const { status, text, result } = await call;
  expect(status, text).toBe(200);
  return result;
}

let device = 0;
async function cuff(): Promise<{ readonly imei: string; readonly person: number }> {
  device += 1;
  const imei = `8600000000071${String(device).padStart(2, '0')}`;
  return { imei, person: await ward.wearer(imei, { type: 'bp_monitor', registered: true }) };
}

async function pressure(imei: string, [high, low]: readonly [number, number], at: Date = ward.now()): Promise<void> {
  await ward.send({ imei, dataType: 'bp', measuredAt: at.toISOString(), values: { high, low } });
  await ward.follow();
}
const ago = (minutes: number): Date => new Date(ward.now().getTime() - minutes * 60_000);
const enter = (body: object) => ok(admin.post<{ readonly id: number }>('Watch_bps/CreateOrEdit', body));

test('a claimed case that a correction lowers to level 3 stays claimed for the time of a claim, then climbs', async () => {
  ward.setTime('10:00');
  const { person } = await cuff();
  await enter({ userId: person, high: 185, low: 112, ['measure_time']: ago(20).toISOString() });
  const at = ago(5).toISOString();
  const { id } = await enter({ userId: person, high: 215, low: 121, ['measure_time']: at });
  await ward.follow();
  const found = await rowOf(person);
  expect(found).toMatchObject({ level: 4, state: 0 });
  await ok(admin.post('AbnormalData/Claim', { id: found.id }));
  await enter({ id, userId: person, high: 121, low: 81, ['measure_time']: at, reason: '录入错误' });
  await ward.follow();
  expect(await rowOf(person)).toMatchObject({ level: 3, state: 1, due: ward.at('10:30') });
  ward.setTime('10:30');
  await ward.bringForward('case.due');
  expect(await rowOf(person)).toMatchObject({ state: 0, due: ward.at('11:00') });
});

test('a proven contact stays one when a correction lowers the level', async () => {
  ward.setTime('11:00');
  const { person } = await cuff();
  await enter({ userId: person, high: 185, low: 112, ['measure_time']: ago(20).toISOString() });
  const at = ago(5).toISOString();
  const { id } = await enter({ userId: person, high: 215, low: 121, ['measure_time']: at });
  await ward.follow();
  await ok(admin.post('AbnormalData/LogContact', { id: (await rowOf(person)).id, callOutcome: 1 }));
  await enter({ id, userId: person, high: 121, low: 81, ['measure_time']: at, reason: '录入错误' });
  await ward.follow();
  expect(await rowOf(person)).toMatchObject({ level: 3, state: 2, due: null, contactAt: ward.at('11:00') });
});

test('a reading of yesterday that raises a case after its contact is followed by a rung within the hour', async () => {
  ward.setTime('12:00');
  const { imei, person } = await cuff();
  await pressure(imei, [186, 112]);
  await ok(admin.post('AbnormalData/LogContact', { id: (await rowOf(person)).id, callOutcome: 1 }));
  expect(await rowOf(person)).toMatchObject({ level: 3, due: null });
  await pressure(imei, [185, 112], ago(26 * 60));
  await pressure(imei, [215, 125], ago(25 * 60));
  expect(await rowOf(person)).toMatchObject({ level: 4, due: ward.at('13:00'), contactAt: null, notices: 0 });
  ward.setTime('13:00');
  await ward.bringForward('case.due');
  expect((await rowOf(person)).notices).toBeGreaterThan(0);
});

const byHand = (person: number) => ({
  ['USERID']: person,
  ['ABNORMAL_TYPE']: 'bpHigh',
  ['ABNORMAL_LEVEL']: 4,
  ['ABNORMAL_DIA']: '家属来电：血压 215/125',
  ['FROM_TIME']: ago(5).toISOString(),
  ['TO_TIME']: ago(1).toISOString(),
});

test('a critical case that staff enter notifies and climbs, and no device fault closes it', async () => {
  ward.setTime('14:00');
  const { person } = await cuff();
  const other = await cuff();
  await ok(admin.post('AbnormalData/CreateOrEdit', { ...byHand(person), imei: other.imei }));
  await ward.follow();
  const { id, ...found } = await rowOf(person);
  expect(found).toMatchObject({ level: 4, state: 0, due: ward.at('14:03') });
  expect(found.notices).toBeGreaterThan(0);
  expect(ward.shown.findLast(({ event }) => event === 'newabnormal')?.payload).toMatchObject({ userid: person, id });
  const closing = { id, state: 3, handleType: 10, handleResult: '设备坏了换新的' };
  expect((await admin.post('AbnormalData/CreateOrEdit', closing)).status).toBe(400);
});

test('a case that is given back climbs when it would without the claim; a claim holds it once in a run', async () => {
  ward.setTime('15:00');
  const { imei, person } = await cuff();
  await pressure(imei, [186, 112]);
  const { id } = await rowOf(person);
  ward.setTime('15:10');
  await ok(admin.post('AbnormalData/Claim', { id }));
  expect(await rowOf(person)).toMatchObject({ state: 1, due: ward.at('15:40') });
  ward.setTime('15:20');
  await ok(admin.post('AbnormalData/CreateOrEdit', { id, state: 0 }));
  expect(await rowOf(person)).toMatchObject({ state: 0, due: ward.at('15:30') });
  await ok(admin.post('AbnormalData/Claim', { id }));
  expect(await rowOf(person)).toMatchObject({ state: 1, due: ward.at('15:30') });
  ward.setTime('15:30');
  await ward.bringForward('case.due');
  expect(await rowOf(person)).toMatchObject({ state: 0, due: ward.at('16:00') });
});
