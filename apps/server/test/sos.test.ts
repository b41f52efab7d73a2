import { wgsToGcj } from '@kangmai/domain';
import { addUser } from '@kangmai/testkit/isolation-people';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWard, type Taken, type Ward } from './ward.ts';

interface RecordRow {
  readonly id: number;
  readonly caseId: number | null;
  readonly state: number;
  readonly cause: number | null;
  readonly presses: number;
  readonly responder: number | null;
}
interface CaseState {
  readonly state: number;
  readonly handledBy: number | null;
  readonly contactAt: Date | null;
  readonly dueAt: Date | null;
}

let ward: Ward;
let nurse: Client;
let doctor: Client;
let serial = 0;

beforeAll(async () => {
  ward = await openWard('2032-05-10', '09:00');
  [nurse, doctor] = await Promise.all([
    ward.app.as('admin', 'Alpha'),
    addUser(ward.app, 'Alpha', { userName: 'wang', dataScope: 'all', allPermissions: true }).then(
      ({ client }) => client,
    ),
  ]);
});
afterAll(() => ward.close());

const newImei = (): string => `86000000000${String((serial += 1)).padStart(4, '0')}`;
async function call(imei: string, event = 'sos', more: object = {}): Promise<Taken> {
  const [answer] = await ward.send({
    imei,
    dataType: 'event',
    measuredAt: ward.now().toISOString(),
    values: { event },
    ...more,
  });
  await ward.follow();
  return answer as Taken;
}
test('a press is a sign of life of its device', async () => {
  const imei = newImei();
  await ward.wearer(imei);
  await call(imei);
  const rows = await ward.sql<{ at: Date }>(
    'select last_seen_at as at from device where tenant_id = $1 and imei = $2',
    [imei],
  );
  expect(rows).toEqual([{ at: ward.now() }]);
});

test('the news of a press waits for no other alarm that is followed', async () => {
  const imei = newImei();
  const clientId = await ward.wearer(imei);
  const isHeard = (): boolean =>
    ward.shown.some(({ event, payload }) => event === 'newsos' && (payload as { userId: number }).userId === clientId);
  await ward.unfollowed(async () => {
    await ward.send({ imei, dataType: 'event', measuredAt: ward.now().toISOString(), values: { event: 'sos' } });
    await expect.poll(isHeard, { timeout: 15_000 }).toBe(true);
  });
  await ward.follow();
});

const recordsOf = (clientId: number): Promise<RecordRow[]> =>
  ward.sql<RecordRow>(
    'select id, case_id as "caseId", state, cause, press_count as presses, responder_id as responder from sos_record where tenant_id = $1 and client_id = $2 order by id',
    [clientId],
  );
async function caseOf(id: number | null | undefined): Promise<CaseState> {
  const [row] = await ward.sql<CaseState>(
    'select state, handled_by_id as "handledBy", first_contact_at as "contactAt", next_due_at as "dueAt" from abnormal_case where tenant_id = $1 and id = $2',
    [id],
  );
  if (!row) throw new Error('no case');
  return row;
}
const saveRecord = (as: Client, body: object): Promise<Answer<number>> =>
  as.post<number>('SOS_Records/CreateOrEdit', body);
const reach = (id: number | null, callOutcome = 2): Promise<Answer<unknown>> =>
  nurse.post('AbnormalData/LogContact', { id, callOutcome, note: '测试' });
const closing = { state: 3, cause: 5, handleResult: '已联系家属上门，本人平安' };

interface Pressed {
  readonly clientId: number;
  readonly imei: string;
  readonly id: number;
  readonly caseId: number;
}
async function pressed(event = 'sos'): Promise<Pressed> {
  const imei = newImei();
  const clientId = await ward.wearer(imei);
  await call(imei, event);
  const [record] = await recordsOf(clientId);
  if (!record?.caseId) throw new Error('the record has no case');
  return { clientId, imei, id: record.id, caseId: record.caseId };
}

describe('a record of a call for help and its case', () => {
  test('responding claims the case for five minutes; the second responder learns who was first', async () => {
    const { id, caseId } = await pressed();
    expect(await saveRecord(nurse, { id, state: 1 })).toMatchObject({ status: 200 });
    const held = await caseOf(caseId);
    expect(held).toMatchObject({ state: 1, contactAt: null, dueAt: new Date(ward.now().getTime() + 5 * 60_000) });
    const second = await saveRecord(doctor, { id, state: 1 });
    expect(second).toMatchObject({ status: 409, error: { reason: 'case.claimed' } });
    expect(await doctor.post('AbnormalData/Claim', { id: caseId })).toMatchObject({ status: 409 });
    expect(await caseOf(caseId)).toEqual(held);
  });

  test('claiming the case makes its waiting records responded, and tells the screens', async () => {
    const { clientId, id, caseId } = await pressed();
    await nurse.post('AbnormalData/Claim', { id: caseId });
    const claimed = await caseOf(caseId);
    expect(await recordsOf(clientId)).toMatchObject([{ state: 1, responder: claimed.handledBy }]);
    await ward.follow();
    expect(
      ward.shown.filter(({ event, payload }) => event === 'soschange' && (payload as { id: number }).id === id),
    ).toMatchObject([{ payload: { state: 1 } }]);
  });

  test('nothing is closed and nothing called false before somebody was reached; no contact is stamped that nobody logged', async () => {
    const { clientId, id, caseId } = await pressed();
    await saveRecord(nurse, { id, state: 1 });
    for (const body of [closing, { state: 2 }, { state: 4, cause: 6 }, { ...closing, cause: 8 }])
      expect(await saveRecord(nurse, { id, ...body }), JSON.stringify(body)).toMatchObject({ status: 400 });
    expect(await caseOf(caseId)).toMatchObject({ state: 1, contactAt: null });
    expect(await reach(caseId, 4)).toMatchObject({ status: 200 });
    expect(await saveRecord(nurse, { id, ...closing })).toMatchObject({ status: 400 });
    expect(await recordsOf(clientId)).toMatchObject([{ state: 1 }]);
    expect(await reach(caseId, 2)).toMatchObject({ status: 200 });
    expect(await recordsOf(clientId)).toMatchObject([{ state: 2 }]);
    expect(await saveRecord(nurse, { id, ...closing })).toMatchObject({ status: 200 });
    expect(await caseOf(caseId)).toMatchObject({ state: 3, dueAt: null });
  });

  test('after a contact it may be called false, by staff for a cause of theirs', async () => {
    const { clientId, id, caseId } = await pressed();
    await reach(caseId, 1);
    expect(await saveRecord(nurse, { id, state: 4, cause: 8 })).toMatchObject({ status: 400 });
    expect(await saveRecord(nurse, { id, state: 4, cause: 6 })).toMatchObject({ status: 200 });
    expect(await recordsOf(clientId)).toMatchObject([{ state: 4, cause: 6 }]);
    expect(await caseOf(caseId)).toMatchObject({ state: 4 });
  });

  test('an old client that says the guardian was reached logs a contact by its user', async () => {
    const { id, caseId } = await pressed();
    await saveRecord(nurse, { id, state: 1 });
    expect(await saveRecord(nurse, { id, state: 2, guardianContacted: true })).toMatchObject({ status: 200 });
    expect(
      await ward.sql('select outcome, user_name as by from case_contact where tenant_id = $1 and case_id = $2', [
        caseId,
      ]),
    ).toEqual([{ outcome: 2, by: 'admin' }]);
    expect((await caseOf(caseId)).contactAt).toEqual(ward.now());
    // Sending a flag that is set already logs no new contact.
    ward.advance(1);
    await ward.sql('update abnormal_case set first_contact_at = null where tenant_id = $1 and id = $2', [caseId]);
    const refused = await saveRecord(nurse, { id, ...closing, guardianContacted: true });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('请先登记联系本人、监护人或现场人员的结果');
    expect(refused.text).not.toContain('LogContact');
  });

  test('closing the case closes every record of it; closing a record closes the case only when it was the last open one', async () => {
    const imei = newImei();
    const clientId = await ward.wearer(imei);
    const other = newImei();
    await ward.wearer(other);
    await ward.sql(
      'update device_binding b set client_id = $2 from device d where b.tenant_id = $1 and d.tenant_id = $1 and d.id = b.device_id and d.imei = $3',
      [clientId, other],
    );
    await call(imei);
    await call(other);
    const [one, two] = await recordsOf(clientId);
    expect(one?.caseId).toBe(two?.caseId);
    await reach(one?.caseId ?? null);
    expect(await saveRecord(nurse, { id: one?.id, ...closing })).toMatchObject({ status: 200 });
    expect(await recordsOf(clientId)).toMatchObject([{ state: 3 }, { state: 2 }]);
    expect(await caseOf(one?.caseId)).toMatchObject({ state: 2 });
    expect(
      await nurse.post('AbnormalData/CreateOrEdit', {
        id: one?.caseId,
        state: 3,
        handleType: 6,
        handleResult: '已联系家属上门',
      }),
    ).toMatchObject({ status: 200 });
    expect(await recordsOf(clientId)).toMatchObject([{ state: 3 }, { state: 3 }]);
  });

  test('a claim without proof lapses on both sides and the call is heard again', async () => {
    const { clientId, id, caseId } = await pressed();
    await saveRecord(nurse, { id, state: 1 });
    ward.advance(6);
    const told = () =>
      ward.shown.filter(({ event, payload }) => event === 'newsos' && (payload as { id: number }).id === id);
    expect(told()).toHaveLength(1);
    await ward.bringForward('case.due');
    expect(await caseOf(caseId)).toMatchObject({ state: 0, handledBy: null });
    expect(await recordsOf(clientId)).toMatchObject([{ state: 0, responder: null }]);
    expect(told()).toHaveLength(2);
  });

  test('a press within five minutes asks for newer proof; a later one is a new record of the open case and sounds again', async () => {
    const { clientId, imei, caseId } = await pressed();
    ward.advance(1);
    await reach(caseId);
    ward.advance(1);
    await call(imei);
    expect(await recordsOf(clientId)).toMatchObject([{ presses: 2, state: 1 }]);
    expect(await caseOf(caseId)).toMatchObject({ contactAt: null });
    expect((await caseOf(caseId)).dueAt).not.toBeNull();
    expect(
      await nurse.post('AbnormalData/CreateOrEdit', {
        id: caseId,
        state: 3,
        handleType: 6,
        handleResult: '已联系家属上门',
      }),
    ).toMatchObject({ status: 400 });
    ward.advance(10);
    const before = ward.shown.filter(({ event }) => event === 'newsos').length;
    await call(imei);
    expect(await recordsOf(clientId)).toMatchObject([
      { caseId, presses: 2 },
      { caseId, presses: 1, state: 0 },
    ]);
    expect(ward.shown.filter(({ event }) => event === 'newsos')).toHaveLength(before + 1);
    expect(ward.shown.findLast(({ event }) => event === 'newsos')?.payload).toMatchObject({ sosType: 1, caseId });
  });

  test('设备问题 ends a case without contact only where it has no person or the device was off the person before the press', async () => {
    const { clientId, imei, caseId } = await pressed();
    const fault = { id: caseId, state: 4, handleType: 10, handleResult: '按键卡住，设备已更换' };
    expect(await nurse.post('AbnormalData/CreateOrEdit', fault)).toMatchObject({ status: 400 });
    await ward.sql(
      'update device_binding b set state = 0, unbound_at = $3 from device d where b.tenant_id = $1 and d.tenant_id = $1 and d.id = b.device_id and d.imei = $2',
      [imei, new Date(ward.now().getTime() - 60_000)],
    );
    expect(await nurse.post('AbnormalData/CreateOrEdit', { ...fault, handleResult: '坏了' })).toMatchObject({
      status: 400,
    });
    expect(await nurse.post('AbnormalData/CreateOrEdit', fault)).toMatchObject({ status: 200 });
    expect(await recordsOf(clientId)).toMatchObject([{ state: 4 }]);
  });

  test('a call recorded by hand has its case, and is not recorded as closed', async () => {
    const imei = newImei();
    const userId = await ward.wearer(imei);
    const body = { userId, sosType: 5, sosTime: ward.now().toISOString() };
    expect(await saveRecord(nurse, { ...body, ...closing })).toMatchObject({ status: 400 });
    const { result: id } = await saveRecord(nurse, body);
    const [record] = await recordsOf(userId);
    expect(await ward.cases(userId)).toMatchObject([{ id: record?.caseId, type: 'sos', level: 4, state: 0 }]);
    const shown = await nurse.get<{ sosRecords: readonly object[] }>('AbnormalData/GetAbnormalDataForEdit', {
      Id: record?.caseId ?? 0,
    });
    expect(shown.result.sosRecords).toMatchObject([{ id, sosType: 5, state: 0, pressCount: 1, positionSource: null }]);
  });

  test('two people at once, one responding and one closing from the other side, never block each other', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { clientId, id, caseId } = await pressed();
      await reach(caseId);
      const answers = await Promise.all([
        saveRecord(doctor, { id, ...closing }),
        nurse.post('AbnormalData/CreateOrEdit', {
          id: caseId,
          state: 3,
          handleType: 6,
          handleResult: '已联系家属上门',
        }),
        saveRecord(nurse, { id, called120: true }),
        reach(caseId),
        doctor.post('AbnormalData/Claim', { id: caseId }),
      ]);
      for (const { status, text } of answers) expect([200, 400, 409], text).toContain(status);
      expect((await caseOf(caseId)).state).toBe(3);
      expect(await recordsOf(clientId)).toMatchObject([{ state: 3 }]);
    }
  });

  test('of two who respond at once exactly one is the responder', async () => {
    const { id, caseId } = await pressed();
    const answers = await Promise.all([
      saveRecord(nurse, { id, state: 1 }),
      saveRecord(doctor, { id, state: 1 }),
      doctor.post('AbnormalData/Claim', { id: caseId }),
    ]);
    const [mine, other, claim] = answers.map(({ status }) => status);
    expect([
      [200, 409, 409],
      [409, 200, 200],
    ]).toContainEqual([mine, other, claim]);
  });
});

describe('a person is not deleted', () => {
  const free = (clientId: number): Promise<unknown> =>
    ward.sql('update device_binding set state = 2, unbound_at = $3 where tenant_id = $1 and client_id = $2', [
      clientId,
      ward.now(),
    ]);
  const inSight = async (clientId: number): Promise<number> =>
    (await ward.sql('select 1 from client where tenant_id = $1 and id = $2 and not is_deleted', [clientId])).length;
  const opened = async (clientId: number, level: number, { type = 'bpHigh', state = 0 } = {}): Promise<number> => {
    const [row] = await ward.sql<{ id: number }>(
      `insert into abnormal_case (tenant_id, client_id, type, finding, level, state, started_at, latest_at)
       values ($1, $2, $6, '测量值异常', $3, $4, $5, $5) returning id`,
      [clientId, level, state, ward.now(), type],
    );
    return row?.id ?? 0;
  };

  test('while a call for help of theirs is open, one by one or many at once', async () => {
    const { clientId, caseId } = await pressed();
    await free(clientId);
    const refused = await nurse.delete('C_client/Delete', { Id: clientId });
    expect([refused.status, refused.error?.reason]).toEqual([400, 'client.open-alarms']);
    expect(refused.error?.message).toContain('请先处理');
    const many = await nurse.post<{ readonly failed: number }>('C_client/DeleteForMany', { rows: [{ id: clientId }] });
    expect(many.result.failed, many.text).toBe(1);
    expect(await inSight(clientId)).toBe(1);
    // The record alone keeps the person too.
    await ward.sql('update abnormal_case set state = 3 where tenant_id = $1 and id = $2', [caseId]);
    expect((await nurse.delete('C_client/Delete', { Id: clientId })).error?.reason).toBe('client.open-alarms');
    await ward.sql('update sos_record set state = 3 where tenant_id = $1 and client_id = $2', [clientId]);
    expect(await nurse.delete('C_client/Delete', { Id: clientId })).toMatchObject({ status: 200 });
    expect(await inSight(clientId)).toBe(0);
  });

  test.each([3, 4])('while a case of level %i of theirs is open', async (level) => {
    const clientId = await ward.wearer(newImei());
    await free(clientId);
    await opened(clientId, 2, { type: 'bpLow' });
    await opened(clientId, level, { state: 4 });
    const caseId = await opened(clientId, level, { state: 2 });
    const refused = await nurse.delete('C_client/Delete', { Id: clientId });
    expect([refused.status, refused.error?.reason]).toEqual([400, 'client.open-alarms']);
    expect(refused.error?.message).toContain('1 条');
    await ward.sql('update abnormal_case set state = 3 where tenant_id = $1 and id = $2', [caseId]);
    expect(await nurse.delete('C_client/Delete', { Id: clientId })).toMatchObject({ status: 200 });
  });
});

test('a record whose case was deleted gets a case of its own before it is answered', async () => {
  const { id, caseId, clientId } = await pressed();
  await ward.sql('update abnormal_case set is_deleted = true where tenant_id = $1 and id = $2', [caseId]);
  expect(await saveRecord(nurse, { id, state: 1 })).toMatchObject({ status: 200 });
  const [record] = await recordsOf(clientId);
  expect(record?.caseId).not.toBe(caseId);
  expect(
    await ward.sql('select state, is_deleted as gone from abnormal_case where tenant_id = $1 and id = $2', [
      record?.caseId,
    ]),
  ).toEqual([{ state: 1, gone: false }]);
});

describe('where the call came from', () => {
  const place = { longitude: 116.397428, latitude: 39.90923 };
  const shownOf = async (clientId: number) => {
    const [row] = await ward.sql<{
      longitude: string | null;
      latitude: string | null;
      wgs: string | null;
      source: string | null;
      address: string | null;
    }>(
      'select longitude, latitude, wgs_longitude as wgs, position_source as source, address from sos_record where tenant_id = $1 and client_id = $2 order by id desc limit 1',
      [clientId],
    );
    return row;
  };

  test('the position of the packet passes the datum of its source', async () => {
    const imei = newImei();
    const clientId = await ward.wearer(imei);
    await call(imei, 'sos', { location: place });
    const gcj = wgsToGcj(place);
    expect(await shownOf(clientId)).toMatchObject({
      longitude: gcj.longitude.toFixed(6),
      latitude: gcj.latitude.toFixed(6),
      wgs: place.longitude.toFixed(6),
      source: 'packet',
    });
    const [record] = await recordsOf(clientId);
    const moved = wgsToGcj({ longitude: 116.4, latitude: 39.9 });
    await saveRecord(nurse, { id: record?.id, longitude: moved.longitude, latitude: moved.latitude });
    expect((await shownOf(clientId))?.wgs, 'where a call came from is never changed').toBe(place.longitude.toFixed(6));
  });

  test('without one the newest of thirty minutes, then the home in words', async () => {
    const imei = newImei();
    const clientId = await ward.wearer(imei);
    await ward.sql("update client set address = '和平里1号楼' where tenant_id = $1 and id = $2", [clientId]);
    await ward.send({
      imei,
      dataType: 'location',
      measuredAt: ward.now().toISOString(),
      values: { ...place, locationType: 1 },
    });
    await ward.follow();
    ward.advance(20);
    await call(imei);
    const gcj = wgsToGcj(place);
    expect(await shownOf(clientId)).toMatchObject({
      longitude: gcj.longitude.toFixed(6),
      wgs: place.longitude.toFixed(6),
      source: 'recent',
    });
    ward.advance(40);
    await call(imei, 'fall');
    expect(await shownOf(clientId)).toMatchObject({
      longitude: null,
      wgs: null,
      source: 'home',
      address: expect.stringContaining('和平里1号楼'),
    });
  });

  test('a home that begins with its region is told once', async () => {
    const imei = newImei();
    const clientId = await ward.wearer(imei);
    await ward.sql('update client set address = $3, region_code = $4 where tenant_id = $1 and id = $2', [
      clientId,
      '云南省昆明市五华区听泉巷',
      '530102',
    ]);
    await call(imei);
    expect(await shownOf(clientId)).toMatchObject({ source: 'home', address: '云南省昆明市五华区听泉巷' });
    await ward.sql("update client set address = '听泉巷' where tenant_id = $1 and id = $2", [clientId]);
    ward.advance(40);
    await call(imei, 'fall');
    expect((await shownOf(clientId))?.address).toBe('云南省昆明市五华区听泉巷');
  });
});

describe('a fall', () => {
  test('that is cancelled within a minute while nobody claimed it ends as 用户取消, on both sides', async () => {
    const { clientId, imei, caseId } = await pressed('fall');
    ward.advance(0.5);
    expect(await call(imei, 'fallCancelled')).toMatchObject({ status: 'stored' });
    expect(await recordsOf(clientId)).toMatchObject([{ state: 4, cause: 8 }]);
    expect(await caseOf(caseId)).toMatchObject({ state: 4, dueAt: null });
  });

  test('that somebody claimed, or that is older than a minute, stays', async () => {
    const one = await pressed('fall');
    await saveRecord(nurse, { id: one.id, state: 1 });
    expect(await call(one.imei, 'fallCancelled')).toMatchObject({ status: 'ignored' });
    expect(await recordsOf(one.clientId)).toMatchObject([{ state: 1 }]);
    const two = await pressed('fall');
    ward.advance(2);
    await call(two.imei, 'fallCancelled');
    expect(await recordsOf(two.clientId)).toMatchObject([{ state: 0 }]);
    await call(two.imei, 'sos');
    expect((await ward.cases(two.clientId)).map(({ type, state }) => [type, state])).toEqual([
      ['fall', 0],
      ['sos', 0],
    ]);
  });

  test('that two sources deliver is one, and can still be cancelled', async () => {
    const { clientId, imei } = await pressed('fall');
    const again = (messageId: string): Promise<Taken> => call(imei, 'fall', { messageId });
    expect(await again('other gateway')).toMatchObject({ status: 'duplicate', abnormalLevel: 4 });
    expect(await recordsOf(clientId)).toMatchObject([{ presses: 1, state: 0 }]);
    await call(imei, 'fallCancelled');
    expect(await again('third gateway')).toMatchObject({ status: 'duplicate' });
    expect(await recordsOf(clientId)).toMatchObject([{ state: 4, cause: 8 }]);
  });

  test('whose cancel came before it is stored and sounds at nobody; after a minute the cancel is over', async () => {
    const imei = newImei();
    const clientId = await ward.wearer(imei);
    const fellAt = ward.now().toISOString();
    ward.advance(0.5);
    expect(await call(imei, 'fallCancelled')).toMatchObject({ status: 'stored' });
    const before = ward.shown.filter(({ event }) => event === 'newsos').length;
    expect(await call(imei, 'fall', { measuredAt: fellAt })).toMatchObject({ status: 'stored' });
    expect(await recordsOf(clientId)).toMatchObject([{ state: 4, cause: 8 }]);
    expect((await ward.cases(clientId)).map(({ state }) => state)).toEqual([4]);
    expect(ward.shown.filter(({ event }) => event === 'newsos')).toHaveLength(before);
    const late = newImei();
    const other = await ward.wearer(late);
    const lateFall = ward.now().toISOString();
    ward.advance(0.5);
    await call(late, 'fallCancelled');
    ward.advance(2);
    await call(late, 'fall', { measuredAt: lateFall });
    expect(await recordsOf(other)).toMatchObject([{ state: 0 }]);
  });
});
