import { addUser } from '@kangmai/testkit/isolation-people';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** Ways that a curious employee tried around the proof of contact. */

let ward: Ward;
let nurse: Client;
let serial = 0;

beforeAll(async () => {
  ward = await openWard('2032-05-12', '09:00');
  nurse = (await addUser(ward.app, 'Alpha', { userName: 'curious', dataScope: 'all', allPermissions: true })).client;
});
afterAll(() => ward.close());

interface Called {
  readonly clientId: number;
  readonly imei: string;
  readonly id: number;
  readonly caseId: number;
}

async function press(imei: string, at = ward.now()): Promise<void> {
  await ward.send({ imei, dataType: 'event', measuredAt: at.toISOString(), values: { event: 'sos' } });
  await ward.follow();
}

async function called(): Promise<Called> {
  const imei = `86000000700${String((serial += 1)).padStart(4, '0')}`;
  const clientId = await ward.wearer(imei);
  await press(imei);
  const [record] = await ward.sql<{ id: number; caseId: number }>('select id, case_id as "caseId" from sos_record where tenant_id = $1 and client_id = $2', [clientId]);
  if (!record) throw new Error('no record');
  return { clientId, imei, ...record };
}

interface CaseRow { readonly state: number; readonly contactAt: Date | null; readonly due: Date | null; readonly finding: string; readonly value: string | null; readonly callOutcome: number | null }
async function caseOf(id: number): Promise<CaseRow> {
  const [row] = await ward.sql<CaseRow>(
    `select state, first_contact_at as "contactAt", next_due_at as due, finding, value, call_outcome as "callOutcome" from abnormal_case where tenant_id = $1 and id = $2`, [id]);
  if (!row) throw new Error('no case');
  return row;
}

const saveCase = (body: object): Promise<Answer<number>> => nurse.post<number>('AbnormalData/CreateOrEdit', body);
const saveRecord = (body: object): Promise<Answer<number>> => nurse.post<number>('SOS_Records/CreateOrEdit', body);
const refusedAt = ({ status, error }: Answer<unknown>): unknown => [status, error?.validationErrors?.[0]?.members];
const fault = { state: 3, handleType: 10, handleResult: '按键卡住，设备已更换' };

async function bindingOf({ clientId }: Called): Promise<number> {
  const [row] = await ward.sql<{ id: number }>('select id from device_binding where tenant_id = $1 and client_id = $2', [clientId]);
  return row?.id ?? 0;
}

test('a watch that is paused counts as worn', async () => {
  const call = await called();
  expect(await nurse.post('Device_binds/CreateOrEdit', { id: await bindingOf(call), state: 3 })).toMatchObject({ status: 200 });
  expect(refusedAt(await saveCase({ id: call.caseId, ...fault }))).toEqual([400, ['callOutcome']]);
  expect(await caseOf(call.caseId)).toMatchObject({ state: 0, contactAt: null });
});

test('a watch that was taken off the person after the press counts as worn, even when the binding is deleted', async () => {
  const call = await called();
  ward.advance(1);
  const bindingId = await bindingOf(call);
  expect(await nurse.post('Device_binds/WatchRemoveBind', { imei: call.imei, relation: 0, userId: call.clientId })).toMatchObject({ status: 200 });
  expect(refusedAt(await saveCase({ id: call.caseId, ...fault }))).toEqual([400, ['callOutcome']]);
  expect(await nurse.delete('Device_binds/Delete', { id: bindingId })).toMatchObject({ status: 200 });
  expect(refusedAt(await saveCase({ id: call.caseId, ...fault }))).toEqual([400, ['callOutcome']]);
  const { result } = await nurse.get<{ readonly deviceFaultEnds: boolean }>('AbnormalData/GetAbnormalDataForEdit', { Id: call.caseId });
  expect(result.deviceFaultEnds).toBe(false);
});

test('a watch that was taken off between a press and its late arrival counts as worn', async () => {
  const imei = '860000007009001';
  const clientId = await ward.wearer(imei);
  const pressedAt = ward.now();
  ward.advance(5);
  expect(await nurse.post('Device_binds/WatchRemoveBind', { imei, relation: 0, userId: clientId })).toMatchObject({ status: 200 });
  ward.advance(5);
  await press(imei, pressedAt);
  const [row] = await ward.cases(clientId);
  expect(row).toMatchObject({ type: 'sos', state: 0 });
  expect(refusedAt(await saveCase({ id: row?.id, ...fault }))).toEqual([400, ['callOutcome']]);
});

test('a watch that was off the person before the press ends it; another watch of the same case, worn, does not', async () => {
  const call = await called();
  const unbind = 'update device_binding set state = 0, unbound_at = $3 where tenant_id = $1 and client_id = $2';
  await ward.sql(unbind, [call.clientId, new Date(ward.now().getTime() - 60_000)]);
  const other = await called();
  await ward.sql('update sos_record set case_id = $3, client_id = $4 where tenant_id = $1 and id = $2', [other.id, call.caseId, call.clientId]);
  await ward.sql('update device_binding set client_id = $3 where tenant_id = $1 and client_id = $2', [other.clientId, call.clientId]);
  expect(refusedAt(await saveCase({ id: call.caseId, ...fault }))).toEqual([400, ['callOutcome']]);
  await ward.sql('update device_binding set state = 0, unbound_at = $3 where tenant_id = $1 and client_id = $2 and state = 1', [call.clientId, new Date(ward.now().getTime() - 60_000)]);
  expect(await saveCase({ id: call.caseId, ...fault })).toMatchObject({ status: 200 });
});
