import { device, deviceBinding, model } from '@kangmai/model';
import { jsonKeyOf, targetOf } from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { requestFor, resourceOf, makeCall, type Request } from '@kangmai/testkit/isolation-input';
import { addUser, fingerprints, type Caller } from '@kangmai/testkit/isolation-people';
import { mayCall } from '@kangmai/testkit/isolation-table';
import { Samples, writableRefs } from '@kangmai/testkit/samples';
import { followed, holdClocks } from '@kangmai/testkit/still';
import Excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Entry } from '../src/http/registry.ts';

/** A device as calls name it. */
interface Named {
  readonly id: number;
  readonly imei: string;
}

let app: TestApp;
let samples: Samples;
let nurse: Caller;
let admin: Client;
let theirs: Named;
let ours: Named;
let ownClient: number;
const missing: Named = { id: 8_000_000_001, imei: '860199990000001' };
const word = 'ZQSTRANGER';

async function deviceNamed(planted: string): Promise<Named> {
  const id = await samples.plant(device, planted);
  const row = await samples.inTenant((ctx) => ctx.rows(device).get(id));
  return { id, imei: String(row['imei']) };
}

/** A device with everything that is kept of one, worn by a person of the given manager. */
async function worn(
  planted: string,
  manager: number | null,
): Promise<{ readonly named: Named; readonly person: number }> {
  const named = await deviceNamed(planted);
  const person = await samples.plant(model.byName('client'), planted, { healthManager: manager, doctor: null });
  const wearing = { device: named.id, client: person, relation: 'wearer', state: 'active' };
  await samples.plant(deviceBinding, planted, wearing);
  await samples.plant(model.byName('deviceAttribute'), planted, { device: named.id });
  await samples.plant(model.byName('deviceCommand'), planted, { device: named.id, client: person, state: 'queued' });
  await app.query(
    'Alpha',
    `insert into quarantined_reading (tenant_id, imei, kind, reason, payload, source, state, created_at) values ($1, $2, 'bp', 'bind_uncertain', $3, 'x', 0, now()) returning id`,
    [named.imei, JSON.stringify({ imei: named.imei, dataType: 'bp', values: { high: 188, low: 112 } })],
  );
  return { named, person };
}

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
  nurse = await addUser(app, 'Alpha', { userName: 'narrow', dataScope: 'own', allPermissions: true });
  const [user] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'narrow'",
  );
  ({ named: theirs } = await worn(word, null));
  ({ named: ours, person: ownClient } = await worn('OWN', user?.id ?? 0));
  await followed(app, app.tenants.Alpha);
});
afterAll(() => app.close());

interface Page {
  readonly totalCount: number;
}

describe('lists of devices', () => {
  test('and look-ups hold devices in sight, look-ups free ones too', async () => {
    const count = async (path: string, named: Named): Promise<number> =>
      (await nurse.client.get<Page>(path, { IdFilter: named.id, maxResultCount: 1000 })).result.totalCount;
    const free = await deviceNamed('FREE');
    const lookups = app.server.app.entries
      .map(({ path }) => path)
      .filter((path) => path.endsWith('/GetAllDeviceForLookupTable'));
    expect(lookups.length).toBeGreaterThan(1);
    for (const path of lookups)
      expect([path, await count(path, theirs), await count(path, ours), await count(path, free)]).toEqual([
        path,
        0,
        1,
        1,
      ]);
    const list = '/api/services/app/Devices/GetAll';
    expect([await count(list, theirs), await count(list, ours), await count(list, free)]).toEqual([0, 1, 0]);
  });

  test('and what they say of themselves', async () => {
    const said = async (client: Client, { imei }: Named): Promise<readonly unknown[]> => {
      const [listed, summed, own] = await Promise.all([
        client.get<Page>('DEVICE_ATTRIBUTEs/GetWatchBaseParameter', { imeiFilter: imei }),
        client.get<{ deviceSum: number }>('DEVICE_ATTRIBUTEs/GetWatchBaseParameter3', { filter: imei }),
        client.get<string>('DEVICE_ATTRIBUTEs/GetWatchBaseParameter2', { imei }),
      ]);
      return [listed.result.totalCount, summed.result.deviceSum, own.result !== '{}'];
    };
    expect(await said(nurse.client, ours)).toEqual([1, 1, true]);
    expect(await said(nurse.client, theirs)).toEqual([0, 0, false]);
    expect(await said(admin, theirs)).toEqual([1, 1, true]);
  });

  test('and spreadsheets of them', async () => {
    const rowsOf = async (client: Client, named: Named): Promise<number> => {
      const { result } = await client.get<{ fileToken: string }>('Devices/GetDevicesToExcel', {
        imeiFilter: named.imei,
      });
      const book = new Excel.Workbook();
      const file = await client.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`);
      await book.xlsx.load(await file.arrayBuffer());
      return (book.worksheets[0]?.actualRowCount ?? 0) - 1;
    };
    expect([await rowsOf(nurse.client, theirs), await rowsOf(nurse.client, ours), await rowsOf(admin, theirs)]).toEqual(
      [0, 1, 1],
    );
    const asTask = async (named: Named): Promise<number | null> => {
      const { result, text } = await nurse.client.post<{ taskId: number }>('Devices/ExportAsTask', {
        imeiFilter: named.imei,
      });
      expect(result?.taskId, text).toBeGreaterThan(0);
      return vi.waitFor(
        async () => {
          const task = await nurse.client.get<{ state: string; totalRows: number | null }>('ListTasks/Get', {
            id: result.taskId,
          });
          expect(task.result.state).toBe('done');
          return task.result.totalRows;
        },
        { timeout: 60_000, interval: 30 },
      );
    };
    expect([await asTask(theirs), await asTask(ours)]).toEqual([0, 1]);
  });
});

test('a save that names a device out of sight is refused like one that names none', async () => {
  const saves = app.server.app.entries.filter(
    (entry) => entry.conventional === 'save' && entry.verb === 'POST' && mayCall(nurse, entry),
  );
  const tried: string[] = [];
  for (const { path, resource } of saves) {
    if (!resource) continue;
    for (const { name, field } of writableRefs(resource).filter((each) => targetOf(each.field) === 'device')) {
      const person = writableRefs(resource).find(({ target }) => target === 'client');
      const body = {
        ...(await samples.body(resource)),
        ...(person && { [jsonKeyOf(person.name, person.field)]: ownClient }),
      };
      const key = jsonKeyOf(name, field);
      const answers = await Promise.all(
        [theirs, missing].map(({ imei }) => nurse.client.post(path, { ...body, [key]: imei })),
      );
      tried.push(resource.name);
      expect(
        answers.map(({ status, error }) => [status, error?.validationErrors?.map(({ members }) => members)]),
        `${path}: ${answers[0]?.text}`,
      ).toEqual([
        [400, [[key]]],
        [400, [[key]]],
      ]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
    }
  }
  expect(tried).toEqual(expect.arrayContaining(['deviceBinding', 'childDevice', 'sosRecord', 'abnormalCase']));
});

test('a device that nobody wears is bound to a person in sight, and is then in sight', async () => {
  const free = await deviceNamed('SHELF');
  const open = (): Promise<Answer<unknown>> => nurse.client.get('Devices/GetDeviceForEdit', { Id: free.id });
  expect((await open()).status).toBe(404);
  const bound = await nurse.client.post('Device_binds/CreateOrEdit', {
    imei: free.imei,
    userId: ownClient,
    relation: 0,
    bindTime: new Date().toISOString(),
  });
  expect(bound.status, bound.text).toBe(200);
  expect((await open()).status).toBe(200);
});

test('a device registered by somebody of a unit belongs to that unit', async () => {
  const keeper = await addUser(app, 'Alpha', { userName: 'keeper', dataScope: 'unit', allPermissions: true });
  const [unit] = await app.query<{ id: number }>(
    'Alpha',
    `with own as (insert into organization_unit (tenant_id, code, display_name) values ($1, '90002', '城西站') returning id)
     insert into user_organization_unit (tenant_id, user_id, organization_unit_id) select $1, u.id, own.id from own, app_user u where u.tenant_id = $1 and u.user_name = 'keeper'
     returning organization_unit_id as id`,
  );
  const saved = await keeper.client.post<number>('Devices/CreateOrEdit', await samples.body(device));
  expect(saved.status, saved.text).toBe(200);
  const { result, text } = await keeper.client.get<{ device: { imei: string; organizationUnitId: number } }>(
    'Devices/GetDeviceForEdit',
    { Id: saved.result },
  );
  expect(result?.device.organizationUnitId, text).toBe(unit?.id);
  const said = await keeper.client.get<Page>('DEVICE_ATTRIBUTEs/GetWatchBaseParameter', {
    imeiFilter: result.device.imei,
  });
  expect(said.result?.totalCount, said.text).toBe(1);
});

test('a row keeps the device that went to somebody out of sight', async () => {
  const handed = await deviceNamed('HANDED');
  const child = await samples.plant(model.byName('childDevice'), 'CHILD', { parent: handed.id, client: ownClient });
  const stranger = await samples.plant(model.byName('client'), 'OTHER', { healthManager: null, doctor: null });
  await samples.plant(deviceBinding, 'OTHER', {
    device: handed.id,
    client: stranger,
    relation: 'wearer',
    state: 'active',
  });
  const saved = await nurse.client.post('child_device_bind/CreateOrEdit', {
    id: child,
    parentImei: handed.imei,
    childName: '卧室',
  });
  expect(saved.status, saved.text).toBe(200);
  const moved = await nurse.client.post('child_device_bind/CreateOrEdit', { id: child, parentImei: theirs.imei });
  expect([moved.status, moved.error?.validationErrors?.[0]?.members]).toEqual([400, ['parentImei']]);
});

describe('what waits in quarantine', () => {
  const packetOf = async ({ imei }: Named): Promise<number> =>
    (
      await app.query<{ id: number }>(
        'Alpha',
        'select id from quarantined_reading where tenant_id = $1 and imei = $2',
        [imei],
      )
    )[0]?.id ?? 0;
  const reveal = async (named: Named, who: Client = nurse.client): Promise<number> =>
    (await who.post('IngestQuarantines/Reveal', { id: await packetOf(named), field: 'payload', reason: '核对身份' }))
      .status;
  const unknown: Named = { id: 0, imei: '860199990000009' };

  test('is told and revealed to those who see everybody, or the device', async () => {
    await app.query(
      'Alpha',
      `insert into quarantined_reading (tenant_id, imei, kind, reason, payload, source, state, created_at) values ($1, $2, 'bp', 'unknown_imei', '{"values":{"high":188}}', 'x', 0, now()) returning id`,
      [unknown.imei],
    );
    expect([await reveal(theirs), await reveal(unknown), await reveal(ours)]).toEqual([404, 404, 200]);
    expect([await reveal(theirs, admin), await reveal(unknown, admin)]).toEqual([200, 200]);
    const ids = (await Promise.all([theirs, unknown, ours].map(packetOf))).join(',');
    const { result } = await nurse.client.get<{ items: { id: number; values: object | null }[] }>(
      'IngestQuarantines/GetValues',
      { ids },
    );
    const told = new Map(result.items.map(({ id, values }) => [id, values]));
    expect([told.get(await packetOf(theirs)), told.get(await packetOf(unknown))]).toEqual([null, null]);
    expect(told.get(await packetOf(ours))).toEqual({ high: 188, low: 112 });
  });

  test('stands in the list of raw data by the same rule', async () => {
    const count = async (who: Client, { imei }: Named): Promise<number> =>
      (await who.get<Page>('Watch_datas/GetAll', { imeiFilter: imei, stateFilter: '2' })).result.totalCount;
    expect([await count(nurse.client, theirs), await count(nurse.client, ours), await count(admin, theirs)]).toEqual([
      0, 1, 1,
    ]);
  });

  test('is discarded and replayed by the same rule', async () => {
    const discard = async (named: Named): Promise<Answer<unknown>> =>
      nurse.client.post('IngestQuarantines/Discard', { ids: [await packetOf(named)], reason: '重复' });
    expect((await discard(theirs)).error?.reason).toBe('quarantine.not-waiting');
    const replayed = await nurse.client.post('IngestQuarantines/Replay', { ids: [await packetOf(theirs)] });
    expect(replayed.result, replayed.text).toEqual({ stored: 0, left: 0 });
    expect((await discard(ours)).status).toBe(200);
  });
});

/** Arguments of a call about a device. Those for many rows take it as the only one. */
const requestAbout = async (entry: Entry, named: Named): Promise<Request> =>
  entry.path.endsWith('ForMany')
    ? { query: {}, body: { rows: [{ id: named.id }], input: { lifecycle: 5, reason: '送修' } } }
    : requestFor(entry, samples, named);

/** True for a call that names a device: one of the service of devices by id, or one that takes an imei. */
async function namesDevice(entry: Entry): Promise<boolean> {
  const request = JSON.stringify(await requestAbout(entry, ours));
  return request.includes(ours.imei) || (resourceOf(entry) === device && new RegExp(`\\b${ours.id}\\b`).test(request));
}

/** The answer of a call about a device, with the device taken out of it. */
async function answerAbout(entry: Entry, named: Named): Promise<string> {
  const { status, text } = await makeCall(nurse.client, entry, await requestAbout(entry, named));
  const plain = text.replaceAll(named.imei, '<imei>').replaceAll(`"id":${named.id}`, '"id":<id>');
  return `${status} ${plain}`;
}

test('every call that names a device answers about one out of sight as about none', async () => {
  await holdClocks(app);
  const before = await fingerprints(app, app.tenants.Alpha);
  const problems: string[] = [];
  const tried: string[] = [];
  for (const entry of app.server.app.entries.filter((each) => mayCall(nurse, each))) {
    if (!(await namesDevice(entry))) continue;
    tried.push(entry.path);
    const about = await answerAbout(entry, theirs);
    const none = await answerAbout(entry, missing);
    if (about !== none || about.includes(word))
      problems.push(`${entry.verb} ${entry.path}: ${about.slice(0, 200)} / ${none.slice(0, 200)}`);
  }
  expect(problems).toEqual([]);
  const service = (name: string): string => `/api/services/app/${name}`;
  expect(tried).toEqual(
    expect.arrayContaining(
      [
        'Devices/GetDeviceForEdit',
        'Devices/GetDeviceForView',
        'Devices/CreateOrEdit',
        'Devices/Delete',
        'Devices/DeleteForMany',
        'Devices/Reveal',
        'Devices/ChangeLifecycle',
        'Devices/ChangeLifecycleForMany',
        'Device_binds/WatchRemoveBind',
        'DeviceCommands/Send',
        'DeviceFindOnOff/GetImeiIsOnLine',
        'DEVICE_ATTRIBUTEs/GetWatchBaseParameter2',
        'Watch_datas/GetAll',
        'Watch_datas/GetNewHealthData',
        'IngestQuarantines/Replay',
      ].map(service),
    ),
  );
  await followed(app, app.tenants.Alpha);
  const after = new Set(await fingerprints(app, app.tenants.Alpha));
  expect(before.filter((sum) => !after.has(sum)).map((sum) => sum.split('|')[0])).toEqual([]);
});
