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
  const [record] = await ward.sql<{ id: number; caseId: number }>(
    'select id, case_id as "caseId" from sos_record where tenant_id = $1 and client_id = $2',
    [clientId],
  );
  if (!record) throw new Error('no record');
  return { clientId, imei, ...record };
}

interface CaseRow {
  readonly state: number;
  readonly contactAt: Date | null;
  readonly due: Date | null;
  readonly finding: string;
  readonly value: string | null;
  readonly callOutcome: number | null;
}
async function caseOf(id: number): Promise<CaseRow> {
  const [row] = await ward.sql<CaseRow>(
    `select state, first_contact_at as "contactAt", next_due_at as due, finding, value, call_outcome as "callOutcome" from abnormal_case where tenant_id = $1 and id = $2`,
    [id],
  );
  if (!row) throw new Error('no case');
  return row;
}

const saveCase = (body: object): Promise<Answer<number>> => nurse.post<number>('AbnormalData/CreateOrEdit', body);
const saveRecord = (body: object): Promise<Answer<number>> => nurse.post<number>('SOS_Records/CreateOrEdit', body);
const refusedAt = ({ status, error }: Answer<unknown>): unknown => [status, error?.validationErrors?.[0]?.members];
const fault = { state: 3, handleType: 10, handleResult: '按键卡住，设备已更换' };

async function bindingOf({ clientId }: Called): Promise<number> {
  const [row] = await ward.sql<{ id: number }>(
    'select id from device_binding where tenant_id = $1 and client_id = $2',
    [clientId],
  );
  return row?.id ?? 0;
}

test('a watch that is paused counts as worn', async () => {
  const call = await called();
  expect(await nurse.post('Device_binds/CreateOrEdit', { id: await bindingOf(call), state: 3 })).toMatchObject({
    status: 200,
  });
  expect(refusedAt(await saveCase({ id: call.caseId, ...fault }))).toEqual([400, ['callOutcome']]);
  expect(await caseOf(call.caseId)).toMatchObject({ state: 0, contactAt: null });
});

test('a watch that was taken off the person after the press counts as worn, even when the binding is deleted', async () => {
  const call = await called();
  ward.advance(1);
  const bindingId = await bindingOf(call);
  expect(
    await nurse.post('Device_binds/WatchRemoveBind', { imei: call.imei, relation: 0, userId: call.clientId }),
  ).toMatchObject({ status: 200 });
  expect(refusedAt(await saveCase({ id: call.caseId, ...fault }))).toEqual([400, ['callOutcome']]);
  expect(await nurse.delete('Device_binds/Delete', { id: bindingId })).toMatchObject({ status: 200 });
  expect(refusedAt(await saveCase({ id: call.caseId, ...fault }))).toEqual([400, ['callOutcome']]);
  const { result } = await nurse.get<{ readonly deviceFaultEnds: boolean }>('AbnormalData/GetAbnormalDataForEdit', {
    Id: call.caseId,
  });
  expect(result.deviceFaultEnds).toBe(false);
});

test('a watch that was taken off between a press and its late arrival counts as worn', async () => {
  const imei = '860000007009001';
  const clientId = await ward.wearer(imei);
  const pressedAt = ward.now();
  ward.advance(5);
  expect(await nurse.post('Device_binds/WatchRemoveBind', { imei, relation: 0, userId: clientId })).toMatchObject({
    status: 200,
  });
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
  await ward.sql('update sos_record set case_id = $3, client_id = $4 where tenant_id = $1 and id = $2', [
    other.id,
    call.caseId,
    call.clientId,
  ]);
  await ward.sql('update device_binding set client_id = $3 where tenant_id = $1 and client_id = $2', [
    other.clientId,
    call.clientId,
  ]);
  expect(refusedAt(await saveCase({ id: call.caseId, ...fault }))).toEqual([400, ['callOutcome']]);
  await ward.sql(`${unbind} and state = 1`, [call.clientId, new Date(ward.now().getTime() - 60_000)]);
  expect(await saveCase({ id: call.caseId, ...fault })).toMatchObject({ status: 200 });
});

test('a call for help keeps its person; sent back unchanged it is no error', async () => {
  const call = await called();
  const other = await called();
  for (const userId of [other.clientId, null])
    expect(refusedAt(await saveRecord({ id: call.id, userId }))).toEqual([400, ['userId']]);
  const [row] = await ward.sql('select client_id as client from sos_record where tenant_id = $1 and id = $2', [
    call.id,
  ]);
  expect(row).toEqual({ client: call.clientId });
  expect(await saveRecord({ id: call.id, userId: call.clientId, called120: true })).toMatchObject({ status: 200 });
  expect((await saveRecord({ id: call.id, userId: other.clientId })).text).toContain('不能在此修改');
});

test('a call without a person gets none by a save', async () => {
  const call = await called();
  await ward.sql('update sos_record set client_id = null where tenant_id = $1 and id = $2', [call.id]);
  expect(refusedAt(await saveRecord({ id: call.id, userId: call.clientId }))).toEqual([400, ['userId']]);
});

test('words and value of a case are written once, what came of a contact by logging it; unchanged values are no error', async () => {
  const call = await called();
  const { finding } = await caseOf(call.caseId);
  for (const [member, value] of Object.entries({
    ['ABNORMAL_DIA']: '血压 121/78 正常',
    ['ABNORMAL_VALUE']: '121/78',
    ['NORMAL_RANGE']: '90-140',
    callOutcome: 1,
  })) {
    const answer = await saveCase({ id: call.caseId, [member]: value });
    expect([answer.status, answer.error?.validationErrors?.length], answer.text).toEqual([400, 1]);
    expect(answer.error?.validationErrors?.[0]?.members?.[0]?.toLowerCase()).toBe(member.toLowerCase());
  }
  expect(await caseOf(call.caseId)).toMatchObject({ finding, value: null, callOutcome: null });
  const whole = {
    id: call.caseId,
    ['abnormaL_DIA']: ` ${finding} `,
    ['abnormaL_VALUE']: null,
    ['normaL_RANGE']: '',
    callOutcome: null,
  };
  expect(await saveCase({ ...whole, nextVisitTime: null })).toMatchObject({ status: 200 });
  await nurse.post('AbnormalData/LogContact', { id: call.caseId, callOutcome: 2 });
  expect(await saveCase({ ...whole, callOutcome: 2 })).toMatchObject({ status: 200 });
  expect(refusedAt(await saveCase({ ...whole, callOutcome: 1 }))).toEqual([400, ['callOutcome']]);
});

const minutesAgo = (minutes: number): string => new Date(ward.now().getTime() - minutes * 60_000).toISOString();
const written = (clientId: number, more: object = {}): object => ({
  ['USERID']: clientId,
  ['ABNORMAL_TYPE']: 'bpHigh',
  ['ABNORMAL_DIA']: '血压 205/122',
  ['ABNORMAL_VALUE']: '205/122',
  ['ABNORMAL_LEVEL']: 4,
  ['FROM_TIME']: minutesAgo(30),
  ['TO_TIME']: minutesAgo(10),
  ...more,
});

test('a case is not created with the outcome of a contact that nobody logged', async () => {
  const { clientId } = await called();
  expect(refusedAt(await saveCase(written(clientId, { callOutcome: 1 })))).toEqual([400, ['callOutcome']]);
  expect(await saveCase(written(clientId, { callOutcome: null }))).toMatchObject({ status: 200 });
});

test('the history of a case tells new words and values, not those of a further reading', async () => {
  const { clientId } = await called();
  const { result: id } = await saveCase(written(clientId));
  const change = (before: object, after: object): Promise<unknown> =>
    ward.sql(
      "insert into entity_change (tenant_id, resource, row_id, kind, before, after) values ($1, 'abnormalCase', $2, 'updated', $3, $4)",
      [id, JSON.stringify(before), JSON.stringify(after)],
    );
  await change({ finding: '血压 205/122' }, { finding: '血压 121/78' });
  await change({ value: '205/122', readingCount: 1 }, { value: '208/124', readingCount: 2 });
  await change({ value: '208/124' }, { value: '121/78' });
  const { result } = await nurse.get<{ readonly history: readonly { readonly after: object }[] }>(
    'AbnormalData/GetAbnormalDataForEdit',
    { Id: id },
  );
  expect(result.history.map(({ after }) => after)).toMatchObject([
    { value: '121/78' },
    { finding: '血压 121/78' },
    { state: 'open' },
  ]);
});

const contacted = (clientId: number, sosTime: string): Promise<Answer<number>> =>
  saveRecord({ userId: clientId, sosType: 6, sosTime, guardianContacted: true });

test('a contact that comes with a record of an earlier call does not stop the ladder of a later press', async () => {
  const { clientId, caseId } = await called();
  expect(await contacted(clientId, minutesAgo(60))).toMatchObject({ status: 200 });
  const ringing = await caseOf(caseId);
  expect(ringing).toMatchObject({ state: 0, contactAt: null });
  expect(ringing.due).not.toBeNull();
  expect(await ward.sql('select 1 from case_contact where tenant_id = $1 and case_id = $2', [caseId])).toEqual([]);
  expect(await contacted(clientId, minutesAgo(0))).toMatchObject({ status: 200 });
  expect(await caseOf(caseId)).toMatchObject({ state: 2, contactAt: ward.now(), due: null });
});

test('a record by hand that opens its case brings its contact', async () => {
  const clientId = await ward.wearer('860000007009002');
  expect(await contacted(clientId, minutesAgo(60))).toMatchObject({ status: 200 });
  const [row] = await ward.cases(clientId);
  expect(await caseOf(row?.id ?? 0)).toMatchObject({ state: 2, contactAt: ward.now(), due: null });
});

test('a call by hand is at most a day old and not in the future', async () => {
  const clientId = await ward.wearer('860000007009003');
  for (const sosTime of ['2020-01-01', minutesAgo(24 * 60 + 1), minutesAgo(-6)]) {
    expect(refusedAt(await contacted(clientId, sosTime)), sosTime).toEqual([400, ['sosTime']]);
  }
  expect(await ward.cases(clientId)).toEqual([]);
  for (const sosTime of [minutesAgo(24 * 60 - 1), minutesAgo(-4)]) {
    expect(await saveRecord({ userId: clientId, sosType: 6, sosTime }), sosTime).toMatchObject({ status: 200 });
  }
});

test('a case by hand lies in the life of its person and not in the future', async () => {
  const clientId = await ward.wearer('860000007009004', { birthday: '1981-01-02' });
  const tried = async (more: object): Promise<unknown> => refusedAt(await saveCase(written(clientId, more)));
  expect(await tried({ ['FROM_TIME']: minutesAgo(-6), ['TO_TIME']: minutesAgo(-6) })).toEqual([400, ['froM_TIME']]);
  expect(await tried({ ['TO_TIME']: minutesAgo(-6) })).toEqual([400, ['tO_TIME']]);
  expect(await tried({ ['FROM_TIME']: '1981-01-01 23:59' })).toEqual([400, ['froM_TIME']]);
  expect(await tried({ ['FROM_TIME']: minutesAgo(10), ['TO_TIME']: minutesAgo(30) })).toEqual([400, ['tO_TIME']]);
  expect(await ward.cases(clientId)).toEqual([]);
  expect(await saveCase(written(clientId, { ['FROM_TIME']: '1981-01-02 00:00' }))).toMatchObject({ status: 200 });
});

test('a person of an unknown birthday limits nothing', async () => {
  const clientId = await ward.wearer('860000007009005', { birthday: '1900-01-01' });
  expect(await saveCase(written(clientId, { ['FROM_TIME']: '1890-01-01' }))).toMatchObject({ status: 200 });
});
