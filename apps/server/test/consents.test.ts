import type { Client } from '@kangmai/testkit/client';
import { sampleIdNumber } from '@kangmai/testkit/samples-complete';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let admin: Client;
let serial = 0;

beforeAll(async () => {
  ward = await openWard('2026-03-10');
  admin = await ward.app.as('admin', 'Alpha');
});
afterAll(() => ward.close());
beforeEach(() => ward.advance(10));

const imeiOf = (): string => `8699000000${String((serial += 1)).padStart(5, '0')}`;
const consent = async (clientId: number, kind: string, more: object = {}): Promise<number> => {
  const answer = await admin.post<number>('ClientConsent/CreateOrEdit', {
    clientId,
    kind,
    version: '2026-01',
    signTime: ward.now().toISOString(),
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.result;
};
const withdraw = (id: number) => admin.post<object>('ClientConsent/Withdraw', { id, reason: '本人要求' });
const require = async (isRequired: boolean): Promise<void> => {
  await ward.sql(
    "insert into setting (tenant_id, name, value) values ($1, 'App.Privacy.ConsentRequired', $2) on conflict (tenant_id, user_id, name) do update set value = excluded.value",
    [String(isRequired)],
  );
};
/** A change drops the cached person on the same node. Other nodes and settings follow within five seconds. */
const forget = (clientId: number): Promise<unknown> =>
  admin.post('C_client/CreateOrEdit', { id: clientId, remark: randomUUID() });

const position = (imei: string, minutes = 0) => ({
  imei,
  dataType: 'location',
  messageId: randomUUID(),
  measuredAt: new Date(ward.now().getTime() - minutes * 60_000).toISOString(),
  values: { longitude: 116.4, latitude: 39.9, locationType: 1 },
});
const pressure = (imei: string, high: number, low: number) => ({
  imei,
  dataType: 'bp',
  messageId: randomUUID(),
  measuredAt: ward.now().toISOString(),
  values: { high, low },
});
const stored = async (clientId: number, table: string): Promise<number> =>
  (
    await ward.sql<{ n: number }>(
      `select count(*)::integer as n from ${table} where tenant_id = $1 and client_id = $2`,
      [clientId],
    )
  )[0]?.n ?? -1;
const positionsShown = async (clientId: number): Promise<number> =>
  (await admin.get<{ totalCount: number }>('Watch_locations/GetAll', { userIdFilter: clientId })).result.totalCount;
const onMap = async (clientId: number): Promise<boolean> =>
  (
    await admin.get<{ points: readonly { userId: number }[] }>('Watch_locations/GetLatestInBounds', {
      west: 73,
      south: 3,
      east: 136,
      north: 54,
      zoom: 20,
    })
  ).result.points.some(({ userId }) => userId === clientId);
const trackOf = async (clientId: number): Promise<number> => {
  const day = { beginTime: ward.at('00:00').toISOString(), endTime: ward.at('23:59').toISOString() };
  return (await admin.get<{ count: number }>('Watch_locations/GetTrack', { userId: clientId, ...day })).result.count;
};

describe('a consent', () => {
  test('says what was agreed to, and is not rewritten once it is signed', async () => {
    const person = await ward.wearer(imeiOf());
    const id = await consent(person, 'basic');
    const unchanged = await admin.post<number>('ClientConsent/CreateOrEdit', {
      id,
      version: '1999',
      kind: 'health',
      signTime: '2020-01-01T00:00:00Z',
    });
    expect([unchanged.status, unchanged.result]).toEqual([200, id]);
    expect((await admin.get('ClientConsent/Get', { id })).result).toMatchObject({
      clientId: person,
      kind: 'basic',
      version: '2026-01',
      signer: 'self',
      state: 'valid',
    });
    expect(
      (
        await admin.post('ClientConsent/CreateOrEdit', {
          clientId: person,
          kind: 'basic',
          version: '1',
          signTime: new Date(ward.now().getTime() + 86_400_000).toISOString(),
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await admin.post('ClientConsent/CreateOrEdit', {
          clientId: person,
          kind: 'nothing',
          version: '1',
          signTime: ward.now().toISOString(),
        })
      ).status,
    ).toBe(400);
    expect((await withdraw(id)).result).toEqual({ id, state: 'withdrawn' });
    expect((await withdraw(id)).error?.reason).toBe('state.not-allowed');
    expect((await admin.post('ClientConsent/CreateOrEdit', { id, expireTime: '2099-12-31' })).status).toBe(400);
    expect((await admin.get('ClientConsent/Get', { id })).result).toMatchObject({
      withdrawnReason: '本人要求',
      withdrawnByName: '系统管理员',
    });
    await expect(ward.sql('delete from client_consent where tenant_id = $1')).rejects.toMatchObject({ code: '42501' });
  });

  test('that is changed stays as it was signed, beside a new version that says what it replaces', async () => {
    const person = await ward.wearer(imeiOf());
    const id = await consent(person, 'location', { expireTime: '2027-01-01' });
    const read = async (asked: number): Promise<Record<string, unknown>> =>
      (await admin.get<Record<string, unknown>>('ClientConsent/Get', { id: asked })).result;
    const signed = await read(id);
    const edit = (more: object) => admin.post<number>('ClientConsent/CreateOrEdit', { id, ...more });
    expect((await edit({ expireTime: '2020-01-01' })).error?.validationErrors?.[0]?.members).toEqual(['expireTime']);
    const next = (await edit({ expireTime: '2028-01-01', version: '1999' })).result;
    expect(next).not.toBe(id);
    const own = {
      id: undefined,
      rowVersion: undefined,
      state: undefined,
      lastModificationTime: undefined,
      lastModifierUserId: undefined,
      creationTime: undefined,
    };
    expect({ ...(await read(id)), ...own }).toEqual({ ...signed, ...own });
    expect(await read(id)).toMatchObject({
      state: 'replaced',
      expireTime: expect.stringContaining('2027-01-01') as unknown,
    });
    expect({ ...(await read(next)), ...own, expireTime: signed['expireTime'], supersedesId: null }).toEqual({
      ...signed,
      ...own,
    });
    expect(await read(next)).toMatchObject({
      state: 'valid',
      supersedesId: id,
      version: '2026-01',
      expireTime: expect.stringContaining('2028-01-01') as unknown,
    });
    expect((await edit({ expireTime: '2029-01-01' })).error?.validationErrors?.[0]?.message).toContain('新版本');
    expect((await withdraw(id)).error?.reason).toBe('state.not-allowed');
    expect(
      (
        await Promise.all(
          ['a', 'b'].map((_each, at) =>
            admin.post('ClientConsent/CreateOrEdit', { id: next, expireTime: `2030-01-0${at + 1}` }),
          ),
        )
      )
        .map(({ status }) => status)
        .toSorted((one, other) => one - other),
    ).toEqual([200, 400]);
    const beta = await ward.app.as('admin', 'Beta');
    expect((await beta.post('ClientConsent/CreateOrEdit', { id: next, expireTime: '2029-01-01' })).status).toBe(404);
    const valid = await ward.sql<{ n: number }>(
      "select count(*)::integer as n from client_consent where tenant_id = $1 and client_id = $2 and state = 'valid'",
      [person],
    );
    expect(valid[0]?.n).toBe(1);
  });

  test('of a child or of somebody without capacity is signed by the guardian', async () => {
    const child = await ward.wearer(imeiOf(), { birthday: '2015-01-01' });
    const lost = await ward.wearer(imeiOf());
    await ward.sql('update client set care_level = 4 where tenant_id = $1 and id = $2', [lost]);
    for (const clientId of [child, lost]) {
      const refused = await admin.post('ClientConsent/CreateOrEdit', {
        clientId,
        kind: 'health',
        version: '1',
        signer: 'self',
        signTime: ward.now().toISOString(),
      });
      expect(refused.error?.validationErrors?.[0]?.members).toEqual(['signer']);
      await consent(clientId, 'health', { signer: 'guardian' });
    }
  });

  test('ends with its day, by the clock', async () => {
    const person = await ward.wearer(imeiOf());
    const id = await consent(person, 'location', { expireTime: '2026-03-12' });
    const [clock] = ward.app.server.modules.find(({ name }) => name === 'moves')?.clocks ?? [];
    const state = async (): Promise<string> =>
      (await admin.get<{ state: string }>('ClientConsent/Get', { id })).result.state;
    await clock?.tick();
    expect(await state()).toBe('valid');
    await ward.sql("update client_consent set expires_on = '2026-03-09' where tenant_id = $1 and id = $2", [id]);
    await expect.poll(state).toBe('expired');
  });
});

describe('positions', () => {
  test('are neither kept nor shown from the moment the consent is withdrawn, and come back with a new one', async () => {
    const imei = imeiOf();
    const person = await ward.wearer(imei);
    const id = await consent(person, 'location');
    expect(await ward.send(position(imei, 3), position(imei, 2))).toMatchObject([
      { status: 'stored' },
      { status: 'stored' },
    ]);
    await ward.follow();
    expect([await positionsShown(person), await onMap(person), await trackOf(person)]).toEqual([2, true, 2]);
    await withdraw(id);
    ward.advance(5);
    expect(await ward.send(position(imei))).toMatchObject([{ status: 'ignored', reason: 'no_consent' }]);
    await ward.follow();
    expect([await positionsShown(person), await onMap(person), await trackOf(person)]).toEqual([0, false, 0]);
    expect(
      (
        await admin.get<{ latest: { dataType: string }[] }>('C_client/GetC_clientForView', { id: person })
      ).result.latest.map(({ dataType }) => dataType),
    ).not.toContain('location');
    expect(await stored(person, 'location_reading')).toBe(2);
    const [heard] = await ward.sql<{ at: Date }>(
      'select last_seen_at as at from device where tenant_id = $1 and imei = $2',
      [imei],
    );
    expect(heard?.at.getTime()).toBe(ward.now().getTime());
    await consent(person, 'location');
    expect(await ward.send(position(imei))).toMatchObject([{ status: 'stored' }]);
    await ward.follow();
    expect([await positionsShown(person), await onMap(person)]).toEqual([3, true]);
  });

  test('of others stay, totals are those of what is shown, and an export holds no hidden one', async () => {
    const [one, other] = [imeiOf(), imeiOf()];
    const [gone, stays] = [await ward.wearer(one), await ward.wearer(other)];
    const id = await consent(gone, 'location');
    await ward.send(position(one), position(other));
    await ward.follow();
    const total = async (): Promise<number> =>
      (await admin.get<{ totalCount: number }>('Watch_locations/GetAll')).result.totalCount;
    const before = await total();
    await withdraw(id);
    expect(await total()).toBe(before - 1);
    expect(
      (await admin.get<{ items: readonly object[] }>('Watch_locations/GetAll', { MaxResultCount: 1000 })).result.items,
    ).toHaveLength(before - 1);
    expect([await positionsShown(gone), await positionsShown(stays)]).toEqual([0, 1]);
    const before2 = await ward.sql<{ n: number }>(
      'select coalesce(max(id), 0)::integer as n from sensitive_access_log where tenant_id = $1',
    );
    await admin.get('Watch_locations/GetWatch_locationsToExcel');
    expect(
      await ward.sql('select row_count as count from sensitive_access_log where tenant_id = $1 and id > $2', [
        before2[0]?.n,
      ]),
    ).toEqual([{ count: before - 1 }]);
  });

  test('a call for help is taken with its place, whatever was withdrawn', async () => {
    const imei = imeiOf();
    const person = await ward.wearer(imei);
    for (const kind of ['health', 'location']) await withdraw(await consent(person, kind));
    const [answer] = await ward.send({
      imei,
      dataType: 'event',
      messageId: randomUUID(),
      measuredAt: ward.now().toISOString(),
      values: { event: 'sos' },
      location: { longitude: 116.4, latitude: 39.9 },
    });
    expect(answer).toMatchObject({ status: 'stored' });
    await ward.follow();
    const [call] = await ward.sql<{ longitude: string | null }>(
      'select longitude from sos_record where tenant_id = $1 and client_id = $2',
      [person],
    );
    expect(Number(call?.longitude)).toBeCloseTo(116.4, 1);
    expect((await ward.cases(person)).map(({ type }) => type)).toContain('sos');
  });
});

describe('health data', () => {
  test('of somebody who withdrew are kept only where life is at stake; the person is paused', async () => {
    const imei = imeiOf();
    const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true });
    const id = await consent(person, 'health');
    expect(await ward.send(pressure(imei, 120, 80))).toMatchObject([{ status: 'stored' }]);
    await withdraw(id);
    const [row] = await ward.sql<{ state: string; reason: string }>(
      'select state, state_reason as reason from client where tenant_id = $1 and id = $2',
      [person],
    );
    expect(row).toEqual({ state: 'paused', reason: '健康信息（敏感）处理：同意已撤回' });
    ward.advance(1);
    expect(await ward.send(pressure(imei, 121, 80))).toMatchObject([{ status: 'ignored', reason: 'no_consent' }]);
    ward.advance(1);
    expect(await ward.send(pressure(imei, 188, 112))).toMatchObject([{ status: 'stored', abnormalLevel: 3 }]);
    await ward.follow();
    expect(await ward.cases(person)).toMatchObject([{ type: 'bpHigh', level: 3 }]);
    expect(await stored(person, 'blood_pressure_reading')).toBe(2);
    const entry = (high: number, low: number) =>
      admin.post('Watch_bps/CreateOrEdit', { userId: person, high, low, measure_time: ward.now().toISOString() });
    expect((await entry(122, 82)).error?.reason).toBe('consent.no-health');
    expect((await entry(200, 125)).status).toBe(200);
    const manage = () =>
      admin.post('C_client/CreateOrEdit', {
        id: person,
        state: 'active',
        certificate_no: sampleIdNumber(1, '1981-01-01'),
      });
    expect((await manage()).error?.reason).toBe('consent.missing');
    await consent(person, 'health');
    expect((await manage()).status).toBe(200);
    ward.advance(1);
    expect(await ward.send(pressure(imei, 123, 80))).toMatchObject([{ status: 'stored' }]);
  });

  test('where consent is asked for beforehand, nobody without one is managed, and the same holds for those who have none', async () => {
    const imei = imeiOf();
    const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true });
    expect(await ward.send(pressure(imei, 118, 80))).toMatchObject([{ status: 'stored' }]);
    await require(true);
    await forget(person);
    ward.advance(1);
    expect(await ward.send(pressure(imei, 119, 80))).toMatchObject([{ status: 'ignored', reason: 'no_consent' }]);
    expect(await positionsShown(person)).toBe(0);
    const created = await admin.post<number>('C_client/CreateOrEdit', {
      name: '新客户',
      certificateType: '01',
      certificate_no: sampleIdNumber(2, '1990-03-07'),
      phone: '13900000123',
      gender: '1',
      birthday: '1990-03-07',
      regionCode: '110101',
    });
    expect(created.status, created.text).toBe(200);
    const made = created.result;
    const state = async (): Promise<string> =>
      (await ward.sql<{ state: string }>('select state from client where tenant_id = $1 and id = $2', [made]))[0]
        ?.state ?? '';
    expect(await state()).toBe('potential');
    expect((await admin.post('C_client/CreateOrEdit', { id: made, state: 'active' })).error?.reason).toBe(
      'consent.missing',
    );
    await consent(made, 'health');
    expect((await admin.post('C_client/CreateOrEdit', { id: made, state: 'active' })).status).toBe(200);
    expect(await state()).toBe('active');
    await consent(person, 'health');
    ward.advance(1);
    expect(await ward.send(pressure(imei, 117, 80))).toMatchObject([{ status: 'stored' }]);
    await require(false);
  });
});
