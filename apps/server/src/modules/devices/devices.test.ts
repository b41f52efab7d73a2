import { imeiCheckDigit } from '@kangmai/domain';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let beta: Client;
let host: Client;
let kinds: { readonly type: number; readonly product: number };

beforeAll(async () => {
  app = await startApp();
  const grant = (permission: string, holder: string): string =>
    `insert into user_permission (tenant_id, user_id, permission, is_granted) select tenant_id, id, '${permission}', user_name = '${holder}' from app_user where user_name in ('admin', 'manager') on conflict do nothing`;
  await app.server.services.database.withTenant(app.tenants.Alpha, async (tx) => {
    await tx.execute(grant('Pages.WatChDataManage.Device_binds.Claim', 'admin'));
    await tx.execute(grant('Pages.WatChDataManage.Device_binds.Backdate', 'admin'));
    await tx.execute(grant('Pages.CustomerManage.Clients.ForceDelete', 'nobody'));
  });
  [admin, beta, host] = await Promise.all([app.as('admin', 'Alpha'), app.as('admin', 'Beta'), app.as('admin')]);
  kinds = await kindsOf(admin);
});
afterAll(() => app.close());

let serial = 0;
const imei = (): string => {
  serial += 1;
  const head = `869081${String(serial).padStart(8, '0')}`;
  return `${head}${imeiCheckDigit(head)}`;
};
const rows = <T>(tenant: 'Alpha' | 'Beta', sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants[tenant], (tx) => tx.query<T>(sql, values));

async function kindsOf(who: Client): Promise<{ readonly type: number; readonly product: number }> {
  const types = (
    await who.get<{ id: number; typeCode: string }[]>('DevicesType/getDevicesTypeList', { categoryFilter: 'wearable' })
  ).result;
  const type = types.find(({ typeCode }) => typeCode === 'watch')?.id ?? 0;
  const products = (await who.get<{ id: number }[]>('DeviceProduct/GetList', { devicesTypeId: type })).result;
  return { type, product: products[0]?.id ?? 0 };
}

const body = (given: string, more: object = {}): object => ({
  imei: given,
  devicesTypeId: kinds.type,
  deviceProductId: kinds.product,
  ...more,
});
const allocate = (
  imeis: readonly string[],
  tenantId: number,
  codes?: object,
): Promise<Answer<{ allocated: number; results: { ok: boolean; reason?: string }[] }>> =>
  host.post('Devices/Allocate', { imeis, tenantId, codes });

async function watch(): Promise<{ readonly id: number; readonly imei: string }> {
  const given = imei();
  await allocate([given], app.tenants.Alpha);
  const answer = await admin.post<number>('Devices/CreateOrEdit', body(given));
  if (answer.status !== 200) throw new Error(answer.text);
  return { id: answer.result, imei: given };
}

async function person(name = '王阿姨'): Promise<number> {
  serial += 1;
  const answer = await admin.post<number>('C_client/CreateOrEdit', {
    name,
    certificateType: '03',
    certificate_no: `E${String(serial).padStart(8, '0')}`,
    gender: '2',
    birthday: '1950-05-05',
    phone: `138${String(10_000_000 + serial)}`,
    regionCode: '530102',
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.result;
}

const now = (back = 0): string => new Date(Date.now() - back).toISOString();
const hour = 3_600_000;
const bind = (given: string, userId: number, more: object = {}): Promise<Answer<number>> =>
  admin.post<number>('Device_binds/CreateOrEdit', { imei: given, userId, relation: 0, bindTime: now(), ...more });
const deviceOf = async (id: number): Promise<{ lifecycle: number; version: number }> =>
  (
    await rows<{ lifecycle: number; version: number }>(
      'Alpha',
      'select lifecycle, row_version as version from device where id = $1',
      [id],
    )
  )[0] ?? { lifecycle: -1, version: -1 };

describe('whose a device is', () => {
  test('registered only by allocation or code; wrong code and foreign device are refused alike', async () => {
    const [ours, theirs, stock, nobodys] = [imei(), imei(), imei(), imei()];
    expect((await allocate([ours], app.tenants.Alpha)).result).toMatchObject({ allocated: 1 });
    await allocate([theirs], app.tenants.Beta);
    await allocate([stock], 0, { [stock]: 'ABCD2345' });
    expect((await admin.post('Devices/CreateOrEdit', body(ours))).status).toBe(200);
    const refused = await Promise.all([
      admin.post('Devices/CreateOrEdit', body(theirs)),
      admin.post('Devices/CreateOrEdit', body(nobodys)),
      admin.post('Devices/CreateOrEdit', body(stock, { deviceCode: 'WRONG234' })),
      admin.post('Devices/CreateOrEdit', body(stock)),
    ]);
    expect(
      new Set(refused.map(({ status, error }) => `${status} ${error?.reason ?? ''} ${error?.message ?? ''}`)).size,
    ).toBe(1);
    expect(refused[0]?.error?.message).toBe('该设备无法登记，请核对验证码或联系平台');
    expect(refused.map(({ error }) => error?.validationErrors)).toEqual(
      refused.map(() => [
        {
          message: '平台未将该设备IMEI分配给本机构，也没有与之相符的验证码，请核对验证码或联系平台',
          members: ['imei'],
        },
      ]),
    );
    expect((await admin.post('Devices/CreateOrEdit', body(stock, { deviceCode: 'abcd2345' }))).status).toBe(200);
    expect((await admin.post('Devices/CreateOrEdit', body(ours))).status).toBe(409);
    expect(
      (await admin.get<{ items: { device: { deviceCode: string | null } }[] }>('Devices/GetAll', { imeiFilter: stock }))
        .text,
    ).not.toContain('ABCD2345');
  });

  test('the host moves what nobody registered, and nobody else allocates', async () => {
    const given = imei();
    await allocate([given], app.tenants.Beta);
    expect((await allocate([given], app.tenants.Alpha)).result.results).toMatchObject([{ ok: true }]);
    expect((await admin.post('Devices/CreateOrEdit', body(given))).status).toBe(200);
    expect((await allocate([given], app.tenants.Beta)).result.results).toMatchObject([
      { ok: false, reason: 'device.cannot-register' },
    ]);
    expect((await allocate([given], 424_242)).status).toBe(400);
    expect((await admin.post('Devices/Allocate', { imeis: [given], tenantId: app.tenants.Alpha })).status).toBe(403);
  });

  test('a tenant asks for its own devices only, twenty times a minute', async () => {
    const given = imei();
    await allocate([given], app.tenants.Alpha);
    expect((await admin.get<object>('Tenant/GetTenantByImei', { imei: given })).result).toMatchObject({
      id: app.tenants.Alpha,
      tenancyName: 'Alpha',
    });
    expect((await beta.get('Tenant/GetTenantByImei', { imei: given })).result).toBeNull();
    expect((await beta.get('Tenant/GetTenantByImei', { imei: imei() })).result).toBeNull();
    expect((await app.visitor('Alpha').get('Tenant/GetTenantByImei', { imei: given })).status).toBe(401);
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => beta.get('Tenant/GetTenantByImei', { imei: given })),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
  });

  test('imei, product and first state are checked', async () => {
    const given = imei();
    const other = (await admin.get<{ id: number }[]>('DevicesType/getDevicesTypeList', { categoryFilter: 'mattress' }))
      .result[0]?.id;
    const refusedMembers = async (sent: object): Promise<readonly string[] | undefined> =>
      (await admin.post('Devices/CreateOrEdit', sent)).error?.validationErrors?.[0]?.members;
    expect(await refusedMembers(body('12 34'))).toEqual(['imei']);
    expect(await refusedMembers(body(given, { devicesTypeId: other }))).toEqual(['deviceProductId']);
    expect(await refusedMembers(body(given, { lifecycle: 3 }))).toEqual(['lifecycle']);
  });
});

describe('binding', () => {
  test('is chosen among devices that say who wears them, as far as one may know, the free ones first', async () => {
    const [worn, free] = [await watch(), await watch()];
    await bind(worn.imei, await person('孙桂兰'));
    const asked = { filter: '869081', maxResultCount: 1000 };
    const choices = async (who: Client, query: object = asked) => {
      const { result } = await who.get<{
        totalCount: number;
        items: readonly { id: number; displayName: string; hint: string | null }[];
      }>('Device_binds/GetAllDeviceForLookupTable', { ...query });
      return result;
    };
    const { items, totalCount } = await choices(admin);
    expect(items).toHaveLength(totalCount);
    const isTaken = items.map(({ hint }) => hint !== null);
    expect(isTaken).toEqual(isTaken.toSorted((one, other) => Number(one) - Number(other)));
    const hintOf = (found: typeof items, id: number) => found.find((item) => item.id === id)?.hint;
    expect([hintOf(items, worn.id), hintOf(items, free.id)]).toEqual(['已由 孙桂兰 佩戴', null]);
    expect(hintOf((await choices(admin, { ...asked, culture: 'en' })).items, worn.id)).toBe('worn by 孙桂兰');
    const manager = (await choices(await app.as('manager', 'Alpha'))).items;
    expect([hintOf(manager, worn.id), hintOf(manager, free.id)]).toEqual([undefined, null]);
    const pages = await Promise.all(
      items.map((_item, skipCount) => choices(admin, { ...asked, skipCount, maxResultCount: 1 })),
    );
    expect(pages.flatMap((page) => page.items.map(({ id }) => id))).toEqual(items.map(({ id }) => id));
    expect((await choices(beta)).items.filter(({ id }) => id === worn.id || id === free.id)).toEqual([]);
    await admin.post('Devices/ChangeLifecycle', { id: free.id, lifecycle: 5, reason: '送修' });
    const last = (await choices(admin)).items.at(-1);
    expect(last).toMatchObject({ id: free.id, hint: '设备处于“维修”，不能绑定，请先变更设备状态' });
    expect(hintOf((await choices(admin, { ...asked, culture: 'en' })).items, free.id)).toBe(
      'A device that is In repair cannot be bound; change the state of the device first',
    );
  });

  test('puts the device in use, tells ingestion, and two at once give one wearer', async () => {
    const device = await watch();
    const before = await deviceOf(device.id);
    const people = await Promise.all([person(), person(), person(), person()]);
    const answers = await Promise.all(people.map((id) => bind(device.imei, id)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error?.message).toBe('该设备已有佩戴人');
    expect(await deviceOf(device.id)).toMatchObject({ lifecycle: 3 });
    expect((await deviceOf(device.id)).version).toBeGreaterThan(before.version);
    expect((await admin.get<object[]>('Device_binds/GetAlldeviceUser', { Filter: device.imei })).result).toMatchObject([
      { imei: device.imei, isOnline: 0 },
    ]);
    expect((await beta.get<object[]>('Device_binds/GetAlldeviceUser')).result).toEqual([]);
    expect(
      (
        await beta.post('Device_binds/CreateOrEdit', {
          imei: device.imei,
          userId: people[0],
          relation: 0,
          bindTime: now(),
        })
      ).status,
    ).toBe(400);
  });

  test('backdating: three days with one right, more with another and a reason, never over another wearer', async () => {
    const device = await watch();
    const [one, two] = [await person(), await person()];
    const manager = await app.as('manager', 'Alpha');
    expect((await bind(device.imei, one, { bindTime: now(80 * hour), backdateReason: ' ' })).status).toBe(400);
    expect((await bind(device.imei, one, { bindTime: now(-hour) })).status).toBe(400);
    await rows(
      'Alpha',
      "update client set health_manager_id = (select id from app_user where user_name = 'manager') where id = $1 returning id",
      [one],
    );
    const far = await manager.post('Device_binds/CreateOrEdit', {
      imei: device.imei,
      userId: one,
      relation: 0,
      bindTime: now(80 * hour),
      backdateReason: '漏登记',
    });
    expect([far.status, far.error?.message]).toEqual([403, expect.stringContaining('补录72小时以前的绑定')]);
    const refused = await manager.post('Device_binds/CreateOrEdit', {
      imei: device.imei,
      userId: one,
      relation: 0,
      bindTime: now(5 * hour),
    });
    expect([refused.status, refused.error?.message]).toEqual([403, expect.stringContaining('补录绑定时间')]);
    expect((await bind(device.imei, one, { bindTime: now(2 * hour) })).status).toBe(200);
    expect(
      (await admin.post('Device_binds/WatchRemoveBind', { imei: device.imei, relation: 0, userId: one })).status,
    ).toBe(200);
    const spare = await watch();
    expect((await bind(spare.imei, two, { bindTime: now(80 * hour), backdateReason: '漏登记' })).status).toBe(200);
    expect(
      (await admin.post('Device_binds/WatchRemoveBind', { imei: spare.imei, relation: 0, userId: two })).status,
    ).toBe(200);
    expect((await bind(device.imei, two, { bindTime: now(hour) })).error?.reason).toBe('binding.has-wearer');
    expect((await bind(device.imei, two)).status).toBe(200);
  });

  test('others need a wearer and go with the last one; slight cases end, grave ones stay', async () => {
    const device = await watch();
    const [wearer, guardian] = [await person(), await person('女儿')];
    expect((await bind(device.imei, guardian, { relation: 1 })).error?.reason).toBe('binding.no-wearer');
    const binding = (await bind(device.imei, wearer)).result;
    expect((await bind(device.imei, guardian, { relation: 1 })).status).toBe(200);
    expect((await bind(device.imei, guardian, { relation: 1 })).error?.reason).toBe('binding.exists');
    await rows(
      'Alpha',
      `insert into abnormal_case (tenant_id, client_id, type, finding, level, started_at, latest_at) values ($1, $2, 'bpHigh', '血压偏高', 2, now(), now()), ($1, $2, 'heartFast', '心率过快', 3, now(), now()) returning id`,
      [app.tenants.Alpha, wearer],
    );
    expect((await admin.post('Device_binds/CreateOrEdit', { id: binding, state: 0 })).error?.reason).toBe(
      'binding.use-unbind',
    );
    const answer = await admin.post('/api/services/app/WatchRemoveBind', {
      imei: device.imei,
      relation: 0,
      userId: wearer,
      unbindReason: 2,
    });
    expect(answer.status).toBe(200);
    expect(
      await rows(
        'Alpha',
        'select relation, state, unbind_reason as reason, unbound_at is not null as ended from device_binding where device_id = $1 order by relation',
        [device.id],
      ),
    ).toEqual([
      { relation: 0, state: 0, reason: 2, ended: true },
      { relation: 1, state: 0, reason: 2, ended: true },
    ]);
    expect(
      await rows('Alpha', 'select level, state from abnormal_case where client_id = $1 order by level', [wearer]),
    ).toEqual([
      { level: 2, state: 5 },
      { level: 3, state: 0 },
    ]);
    expect(await deviceOf(device.id)).toMatchObject({ lifecycle: 1 });
    expect(
      (await admin.post('Device_binds/WatchRemoveBind', { imei: device.imei, relation: 0, userId: wearer })).status,
    ).toBe(404);
    expect((await admin.post('Device_binds/CreateOrEdit', { id: binding, remark: 'x' })).error?.reason).toBe(
      'binding.ended',
    );
  });

  test('a mistaken one is deleted only while it has no readings; a bound device and its wearer stay', async () => {
    const device = await watch();
    const wearer = await person();
    const binding = (await bind(device.imei, wearer)).result;
    expect((await admin.delete('C_client/Delete', { Id: wearer })).error?.reason).toBe('client.bound');
    expect((await admin.delete('Devices/Delete', { Id: device.id })).error?.reason).toBe('device.still-bound');
    await app.server.services.database.ensurePartitions('heart_rate_reading', new Date(), new Date());
    await rows(
      'Alpha',
      `insert into heart_rate_reading (tenant_id, device_id, client_id, measured_at, received_at, heart, origin, quality, time_quality, level, flag, slot) values ($1, $2, $3, now(), now(), 70, 0, 0, 0, 0, 0, 1) returning id`,
      [app.tenants.Alpha, device.id, wearer],
    );
    expect((await admin.delete('Device_binds/Delete', { id: binding })).error?.reason).toBe('binding.use-unbind');
    expect(
      (await admin.post('Devices/ChangeLifecycle', { id: device.id, lifecycle: 5, reason: '表带坏了' })).status,
    ).toBe(200);
    expect(
      await rows('Alpha', 'select state, unbind_reason as reason from device_binding where id = $1', [binding]),
    ).toEqual([{ state: 0, reason: 5 }]);
    expect((await admin.delete('Devices/Delete', { Id: device.id })).error?.reason).toBe('device.has-readings');
    const other = await watch();
    const mistake = (await bind(other.imei, wearer)).result;
    expect((await admin.delete('Device_binds/Delete', { id: mistake })).status).toBe(200);
    expect(await deviceOf(other.id)).toMatchObject({ lifecycle: 1 });
    expect((await admin.delete('Devices/Delete', { Id: other.id })).status).toBe(200);
  });

  test('one that waits for confirmation stands aside until then', async () => {
    const device = await watch();
    const [one, two] = [await person(), await person()];
    const pending = (await bind(device.imei, one, { state: 2 })).result;
    expect(await deviceOf(device.id)).toMatchObject({ lifecycle: 1 });
    expect((await bind(device.imei, two)).status).toBe(200);
    expect((await admin.post('Device_binds/CreateOrEdit', { id: pending, state: 1 })).error?.reason).toBe(
      'binding.has-wearer',
    );
    expect(
      await rows(
        'Alpha',
        "select available_at > now() + interval '71 hours' as later from outbox where topic = 'binding.pending'",
      ),
    ).toEqual([{ later: true }]);
    await rows('Alpha', "update outbox set available_at = now() where topic = 'binding.pending' returning id");
    await expect
      .poll(
        () =>
          rows('Alpha', 'select state, unbound_at = bound_at as never from device_binding where id = $1', [pending]),
        { timeout: 60_000 },
      )
      .toEqual([{ state: 0, never: true }]);
    expect(
      await rows('Alpha', 'select state from device_binding where device_id = $1 and client_id = $2', [device.id, two]),
    ).toEqual([{ state: 1 }]);
  });

  test('a person without birthday and a scrapped device are not bound', async () => {
    const device = await watch();
    const potential = (
      await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '李客户', phone: '13900001111' })
    ).result;
    expect((await bind(device.imei, potential)).error?.reason).toBe('binding.client-incomplete');
    expect(
      (await admin.post('Devices/ChangeLifecycle', { id: device.id, lifecycle: 3, reason: 'x' })).error?.reason,
    ).toBe('device.needs-wearer');
    expect(
      (await admin.post('Devices/ChangeLifecycle', { id: device.id, lifecycle: 7, reason: 'x' })).error?.reason,
    ).toBe('state.not-allowed');
    expect(
      (await admin.post('Devices/ChangeLifecycle', { id: device.id, lifecycle: 6, reason: '屏幕碎裂' })).status,
    ).toBe(200);
    expect(
      await rows(
        'Alpha',
        "select reason from entity_change where resource = 'device' and row_id = $1 and reason is not null",
        [device.id],
      ),
    ).toEqual([{ reason: '屏幕碎裂' }]);
    expect((await bind(device.imei, await person())).error?.reason).toBe('binding.lifecycle');
    expect((await beta.post('Devices/ChangeLifecycle', { id: device.id, lifecycle: 1, reason: 'x' })).status).toBe(404);
  });
});

describe('what devices say', () => {
  test('online devices, the page of a device and its parameters, in sight only', async () => {
    const device = await watch();
    const wearer = await person('赵大爷');
    await bind(device.imei, wearer);
    await rows('Alpha', 'update device set online = 1, last_seen_at = now(), battery = 77 where id = $1 returning id', [
      device.id,
    ]);
    expect((await admin.get<{ imei: string }[]>('DeviceFindOnOff/GetAllOnImei')).result).toMatchObject([
      { imei: device.imei, battery: 77 },
    ]);
    expect(
      JSON.parse((await admin.get<string>('DeviceFindOnOff/GetImeiIsOnLine', { imei: `${device.imei},123` })).result),
    ).toEqual({ online: [device.imei] });
    expect(
      JSON.parse((await beta.get<string>('DeviceFindOnOff/GetImeiIsOnLine', { imei: device.imei })).result),
    ).toEqual({ online: [] });
    expect((await admin.get<object>('Devices/GetDeviceForView', { imei: device.imei })).result).toMatchObject({
      device: { imei: device.imei },
      wearer: { userId: wearer, userName: '赵大爷' },
      bind: { userId: wearer },
      latest: [],
      contacts: [],
    });
    expect((await beta.get('Devices/GetDeviceForView', { imei: device.imei })).status).toBe(404);
    expect(
      (await admin.get<{ items: object[] }>('Devices/GetAll', { imeiFilter: device.imei, hasWearerFilter: 'true' }))
        .result.items,
    ).toMatchObject([{ userId: wearer, userName: '赵大爷', deviceTypeName: '健康手表' }]);
    expect(
      (await admin.get<{ totalCount: number }>('Devices/GetAll', { imeiFilter: device.imei, hasWearerFilter: 'false' }))
        .result.totalCount,
    ).toBe(0);
    const doctor = await app.as('doctor', 'Alpha');
    const seen = await doctor.get<{ totalCount: number }>('Devices/GetAll', { imeiFilter: device.imei });
    expect(seen.status === 403 || seen.result.totalCount === 0).toBe(true);
  });

  test('parameters: what was reported, and what was heard otherwise', async () => {
    const device = await watch();
    await rows(
      'Alpha',
      'insert into device_attribute (tenant_id, device_id, battery, work_mode, wear_state, reported_at) values ($1, $2, 55, 2, 1, now()) returning id',
      [app.tenants.Alpha, device.id],
    );
    expect(
      (await admin.get<{ items: object[] }>('DEVICE_ATTRIBUTEs/GetWatchBaseParameter', { imeiFilter: device.imei }))
        .result,
    ).toMatchObject({
      totalCount: 1,
      items: [
        {
          devicE_ATTRIBUTE: { imei: device.imei, battery: 55, worK_MODE: 2, weaR_STATE: 1 },
          deviceTypeName: '健康手表',
        },
      ],
    });
    const overview = (
      await admin.get<{ deviceSum: number; watchBaseParameterList: object[] }>(
        'DEVICE_ATTRIBUTEs/GetWatchBaseParameter3',
      )
    ).result;
    expect(overview.deviceSum).toBe(overview.watchBaseParameterList.length);
    expect(
      JSON.parse((await admin.get<string>('DEVICE_ATTRIBUTEs/GetWatchBaseParameter2', { imei: device.imei })).result),
    ).toMatchObject({ imei: device.imei, worK_MODE: 2 });
    expect((await beta.get<string>('DEVICE_ATTRIBUTEs/GetWatchBaseParameter2', { imei: device.imei })).result).toBe(
      '{}',
    );
  });
});

describe('what belongs to devices', () => {
  test('a sub-device has one parent; the amount is quantity times price', async () => {
    const [one, two] = [await watch(), await watch()];
    const pair = (parentImei: string): Promise<Answer<number>> =>
      admin.post<number>('child_device_bind/CreateOrEdit', {
        parentImei,
        childImei: 'aa:bb:cc:dd:ee:01',
        childType: 1,
      });
    const before = (await deviceOf(one.id)).version;
    const first = await pair(one.imei);
    expect(first.status).toBe(200);
    // A new version of the parent makes ingestion reload its sub-devices.
    expect((await deviceOf(one.id)).version).toBeGreaterThan(before);
    const race = await Promise.all([pair(two.imei), pair(one.imei)]);
    expect(race.map(({ error }) => error?.reason)).toEqual(['child.has-parent', 'child.has-parent']);
    expect((await admin.post('child_device_bind/CreateOrEdit', { id: first.result, state: 0 })).status).toBe(200);
    expect((await pair(two.imei)).status).toBe(200);
    const buy = { buyerName: '张三', deviceProductId: kinds.product, quantity: 3, unitPrice: 0.1, buyTime: now() };
    const id = (await admin.post<number>('device_buy/CreateOrEdit', { ...buy, amount: 999 })).result;
    await admin.post('device_buy/CreateOrEdit', { id, unitPrice: 19.99 });
    expect((await admin.get<{ items: object[] }>('device_buy/GetAll')).result.items).toMatchObject([
      { device_buy: { amount: 59.97, quantity: 3 } },
    ]);
    expect(
      (await admin.post('device_buy/CreateOrEdit', { ...buy, quantity: 9999, unitPrice: 99_999_999 })).status,
    ).toBe(400);
  });

  test('types and products in use stay; switched-off ones leave the selects', async () => {
    expect((await admin.delete('DevicesType/Delete', { Id: kinds.type })).error?.reason).toBe('device.kind-in-use');
    expect((await admin.delete('DeviceProduct/Delete', { Id: kinds.product })).error?.reason).toBe(
      'device.kind-in-use',
    );
    expect((await admin.post('DevicesType/CreateOrEdit', { id: kinds.type, typeCode: 'tape2' })).status).toBe(400);
    const count = async (): Promise<number> => (await admin.get<unknown[]>('DeviceProduct/GetList')).result.length;
    const before = await count();
    await admin.post('DeviceProduct/CreateOrEdit', { id: kinds.product, valid: false });
    expect(await count()).toBe(before - 1);
    await admin.post('DeviceProduct/CreateOrEdit', { id: kinds.product, valid: true });
  });
});
