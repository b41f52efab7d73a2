import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import { client as clientAt, type Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** Midday in China; views at night occur only where a test says so. */
const noon = Date.parse('2026-11-20T04:00:00Z');
let now = new Date(noon);

let app: TestApp;
let second: Awaited<ReturnType<TestApp['secondNode']>>;
let admin: Client;
let socket: Socket;
const people: number[] = [];
const heard: { readonly kind: string; readonly userName: string; readonly count: number }[] = [];

const set = async (name: string, value: string): Promise<void> => {
  await app.query(
    'Alpha',
    'insert into setting (tenant_id, name, value) values ($1, $2, $3) on conflict (tenant_id, user_id, name) do update set value = excluded.value',
    [`App.Privacy.${name}`, value],
  );
  for (const node of [app.server, second.server]) node.services.settings.forget(app.tenants.Alpha);
};

beforeAll(async () => {
  app = await startApp({ now: () => now });
  second = await app.secondNode();
  admin = await app.as('admin', 'Alpha');
  for (let at = 0; at < 8; at += 1)
    people.push(
      (await admin.post<number>('C_client/CreateOrEditFromCustom', { name: `客户${at}`, phone: `1390000000${at}` }))
        .result,
    );
  const { result } = await app.visitor('Alpha').post<{ encryptedAccessToken: string }>('/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: 'admin',
    password,
  });
  socket = io(app.url, {
    query: { ['enc_auth_token']: result.encryptedAccessToken },
    transports: ['websocket'],
    forceNew: true,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject);
  });
  socket.on('accessalert', (news: (typeof heard)[number]) => heard.push(news));
});
afterAll(async () => {
  socket.disconnect();
  await second.close();
  await app.close();
});
beforeEach(() => {
  now = new Date(now.getTime() + 20 * 60_000);
  heard.length = 0;
});

interface Line {
  readonly id: number;
  readonly lookedAt: string;
  readonly userId: number;
  readonly userName: string;
  readonly clientId: number | null;
  readonly clientName: string;
  readonly action: string;
  readonly resource: string;
  readonly field: string | null;
  readonly reason: string | null;
}
interface Page<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}

const log = async (asked: Readonly<Record<string, string | number>>, who: Client = admin): Promise<Page<Line>> =>
  (await who.get<Page<Line>>('SensitiveAccessLog/GetPagedAll', asked)).result;
const open = (who: Client, id: number | undefined, node = app.url): Promise<{ readonly status: number }> =>
  clientAt(node, who.headers).get('C_client/GetC_clientForView', { id: id ?? 0 });
const reveal = (who: Client, id: number | undefined): Promise<{ readonly status: number }> =>
  who.post('C_client/Reveal', { id: id ?? 0, field: 'phone', reason: '核对身份' });
const followed = async (): Promise<void> => {
  await expect
    .poll(
      async () =>
        (
          await app.query<{ n: number }>(
            'Alpha',
            "select count(*) as n from outbox where tenant_id = $1 and topic = 'person.looked'",
          )
        )[0]?.n,
      { timeout: 60_000 },
    )
    .toBe(0);
};

interface Alert {
  readonly id: number;
  readonly userName: string;
  readonly kind: string;
  readonly count: number;
  readonly most: number;
  readonly minutes: number;
  readonly state: string;
  readonly note: string | null;
  readonly settledByName: string;
}
const alertsOf = async (userName: string): Promise<readonly Alert[]> =>
  (
    await admin.get<Page<Alert>>('AccessAlerts/GetAll', { Sorting: 'startedAt asc', MaxResultCount: 100 })
  ).result.items.filter((alert) => alert.userName === userName);

const staff = async (userName: string): Promise<Client> =>
  (await addUser(app, 'Alpha', { userName, dataScope: 'all', allPermissions: true })).client;

describe('who looked at whom', () => {
  test('is found by person, by staff, by kind, by field and by time; lists leave no line a person', async () => {
    const who = await staff('looker');
    const from = now.toISOString();
    await who.get('C_client/GetPagedAll', { MaxResultCount: 50 });
    expect((await log({ MinLookedAtFilter: from })).totalCount).toBe(0);
    await open(who, people[0]);
    await open(admin, people[1]);
    await reveal(who, people[1]);
    await who.get('C_client/GetC_clientsToExcel');
    const all = await log({ MinLookedAtFilter: from });
    expect(
      all.items.map(({ action, resource, field, reason, userName, clientName }) => ({
        action,
        resource,
        field,
        reason,
        userName,
        clientName,
      })),
    ).toEqual([
      { action: 'export', resource: 'client', field: null, reason: null, userName: 'looker', clientName: '' },
      {
        action: 'reveal',
        resource: 'client',
        field: 'phone',
        reason: '核对身份',
        userName: 'looker',
        clientName: '客户1',
      },
      { action: 'view', resource: 'client', field: null, reason: null, userName: '系统管理员', clientName: '客户1' },
      { action: 'view', resource: 'client', field: null, reason: null, userName: 'looker', clientName: '客户0' },
    ]);
    const lookerId = all.items[0]?.userId ?? 0;
    const counts = async (asked: Readonly<Record<string, string | number>>): Promise<number> =>
      (await log({ MinLookedAtFilter: from, ...asked })).totalCount;
    expect([
      await counts({ clientIdFilter: people[1] ?? 0 }),
      await counts({ userIdFilter: lookerId }),
      await counts({ actionFilter: 'reveal' }),
      await counts({ fieldFilter: 'phone' }),
      await counts({ actionFilter: 'view', clientIdFilter: people[0] ?? 0 }),
    ]).toEqual([2, 3, 1, 1, 1]);
    expect(
      (await log({ MaxLookedAtFilter: new Date(now.getTime() - 1000).toISOString(), clientIdFilter: people[1] ?? 0 }))
        .totalCount,
    ).toBe(0);
    expect(
      (await admin.get<Page<Line>>('SensitiveAccessLog/GetByClient', { clientId: people[1] ?? 0 })).result.totalCount,
    ).toBe(2);
    expect((await admin.get('SensitiveAccessLog/GetByClient')).status).toBe(400);
  });

  test('stands before those alone who hold the right, of the own tenant alone, and nobody rewrites it', async () => {
    const bare = await addUser(app, 'Alpha', { userName: 'bareone', dataScope: 'all', allPermissions: false });
    for (const path of [
      'SensitiveAccessLog/GetPagedAll',
      'SensitiveAccessLog/GetByClient',
      'SensitiveAccessLog/GetAlerts',
      'AccessAlerts/GetAll',
    ])
      expect((await bare.client.get(path, { clientId: 1 })).status).toBe(403);
    const doctor = await app.as('doctor', 'Alpha');
    expect((await doctor.get('SensitiveAccessLog/GetPagedAll')).status).toBe(403);
    expect(
      (await log({}, await app.as('admin', 'Beta'))).items.filter(({ clientName }) => clientName.startsWith('客户')),
    ).toEqual([]);
    for (const sql of [
      "update sensitive_access_log set reason = 'x' where tenant_id = $1",
      'delete from sensitive_access_log where tenant_id = $1',
      'delete from access_alert where tenant_id = $1',
    ])
      await expect(app.query('Alpha', sql)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('unusual looking', () => {
  test('many reveals are told once a stretch, also when two nodes serve, and again when it begins anew', async () => {
    await set('AlertReveals', '3');
    await set('AlertRevealMinutes', '10');
    const who = await staff('curious');
    for (const id of [people[0], people[0], people[1], people[2], people[2]]) await reveal(who, id);
    await followed();
    expect(await alertsOf('curious')).toEqual([]);
    const nodes = [app.url, second.url];
    await Promise.all(
      people.slice(3, 7).map((id, at) =>
        clientAt(nodes[at % 2] ?? app.url, who.headers).post('C_client/Reveal', {
          id,
          field: 'phone',
          reason: '核对身份',
        }),
      ),
    );
    await followed();
    const first = await alertsOf('curious');
    expect(first).toMatchObject([{ kind: 'reveals', count: 7, most: 3, minutes: 10, state: 'open' }]);
    await expect
      .poll(() => heard.filter(({ kind }) => kind === 'reveals'), { timeout: 60_000 })
      .toMatchObject([{ userName: 'curious' }]);
    now = new Date(now.getTime() + 9 * 60_000);
    await reveal(who, people[7]);
    await followed();
    expect(await alertsOf('curious')).toMatchObject([{ id: first[0]?.id, count: 8 }]);
    now = new Date(now.getTime() + 60 * 60_000);
    for (const id of people.slice(0, 4)) await reveal(who, id);
    await followed();
    expect(await alertsOf('curious')).toMatchObject([{ count: 8 }, { count: 4, state: 'open' }]);
    await expect.poll(() => heard.length, { timeout: 60_000 }).toBe(2);
  });

  test('one person opened often is not many persons; many are told', async () => {
    await set('AlertLooks', '4');
    await set('AlertLookMinutes', '60');
    const who = await staff('browser');
    for (let times = 0; times < 6; times += 1) await open(who, people[0]);
    for (const id of people.slice(1, 4)) await open(who, id);
    await followed();
    expect(await alertsOf('browser')).toEqual([]);
    await open(who, people[4]);
    await followed();
    expect(await alertsOf('browser')).toMatchObject([{ kind: 'looks', count: 5, most: 4, minutes: 60 }]);
  });

  test('a large export is told; a rule that is switched off tells nothing', async () => {
    await set('AlertExportRows', '7');
    const who = await staff('exporter');
    await who.get('Dictionary_type/GetDictionary_typesToExcel');
    await set('AlertExportRows', '0');
    await followed();
    const quiet = await staff('quiet');
    await quiet.get('C_client/GetC_clientsToExcel');
    await followed();
    expect(await alertsOf('quiet')).toEqual([]);
    await set('AlertExportRows', '7');
    await who.get('C_client/GetC_clientsToExcel');
    await followed();
    expect((await alertsOf('exporter')).at(-1)).toMatchObject({ kind: 'exports', most: 7 });
  });

  test('a VIP opened at night is told, by day not', async () => {
    await app.query('Alpha', 'update client set is_vip = true where tenant_id = $1 and id = $2', [people[5]]);
    const who = await staff('nightowl');
    await open(who, people[5]);
    await followed();
    expect(await alertsOf('nightowl')).toEqual([]);
    now = new Date(now.getTime() + 11 * 3_600_000);
    await open(who, people[6]);
    await followed();
    expect(await alertsOf('nightowl')).toEqual([]);
    await open(who, people[5]);
    await followed();
    expect(await alertsOf('nightowl')).toMatchObject([{ kind: 'vipAtNight', count: 1 }]);
  });

  test('is settled once, with what was found and by whom', async () => {
    const [alert] = await alertsOf('browser');
    const id = alert?.id ?? 0;
    expect((await admin.post('AccessAlerts/Settle', { id })).status).toBe(400);
    expect((await (await app.as('doctor', 'Alpha')).post('AccessAlerts/Settle', { id, note: '值班交接' })).status).toBe(
      403,
    );
    expect((await (await app.as('admin', 'Beta')).post('AccessAlerts/Settle', { id, note: '值班交接' })).status).toBe(
      404,
    );
    expect((await admin.post('AccessAlerts/Settle', { id, note: '值班交接' })).result).toEqual({
      id,
      state: 'settled',
    });
    expect((await alertsOf('browser'))[0]).toMatchObject({
      state: 'settled',
      note: '值班交接',
      settledByName: '系统管理员',
    });
    expect((await admin.post('AccessAlerts/Settle', { id, note: '再次' })).error?.reason).toBe('state.not-allowed');
    expect((await alertsOf('browser'))[0]?.note).toBe('值班交接');
  });
});
