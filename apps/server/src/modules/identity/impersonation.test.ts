import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Issued {
  readonly impersonationToken: string;
  readonly tenancyName: string | null;
  readonly tenantId: number | null;
}

interface Shown {
  readonly user: { readonly userName: string };
  readonly tenant: { readonly tenancyName: string } | null;
  readonly impersonatorUser: { readonly userName: string } | null;
  readonly impersonatorTenant: { readonly tenancyName: string } | null;
}

interface Row {
  readonly lookedAt: string;
  readonly impersonationEndTime: string | null;
}

let app: TestApp;
let host: Client;
let admin: Client;
let alpha: number;
beforeAll(async () => {
  app = await startApp();
  [host, admin] = await Promise.all([app.as('admin'), app.as('admin', 'Alpha')]);
  alpha = app.tenants.Alpha;
});
afterAll(() => app.close());

const idOf = async (userName: string): Promise<number> =>
  (
    await app.query<{ id: number }>('Alpha', 'select id from app_user where tenant_id = $1 and user_name = $2', [
      userName,
    ])
  )[0]?.id ?? 0;
const impersonate = (who: Client, body: object, call = 'Impersonate'): Promise<Answer<Issued>> =>
  who.post<Issued>(`Account/${call}`, body);
const fieldsOf = ({ error }: Answer<unknown>): readonly string[] =>
  error?.validationErrors?.flatMap(({ members }) => members) ?? [];

async function goOver({
  impersonationToken,
}: Issued): Promise<Client & { readonly seconds: number; readonly members: readonly string[] }> {
  const { result } = await app
    .visitor()
    .post<{ accessToken: string; expireInSeconds: number }>('/api/TokenAuth/ImpersonatedAuthenticate', undefined, {
      impersonationToken,
    });
  return {
    ...app.visitor().with({ authorization: `Bearer ${result.accessToken}` }),
    seconds: result.expireInSeconds,
    members: Object.keys(result).toSorted(),
  };
}

const sessionInfoOf = async (who: Client): Promise<Shown> =>
  (await who.get<Shown>('Session/GetCurrentLoginInformations')).result;
const logged = async (): Promise<readonly Row[]> =>
  (await admin.get<{ items: Row[] }>('SensitiveAccessLog/GetPagedAll', { MaxResultCount: 20 })).result.items;
const grounds = { reason: '协助排查设备离线', minutes: 15 };

test("the platform's staff say why and for how long, at most an hour, and need their own permission for it", async () => {
  const none = await impersonate(host, { tenantId: alpha });
  expect([none.status, fieldsOf(none)]).toEqual([400, ['reason', 'minutes']]);
  expect(fieldsOf(await impersonate(host, { tenantId: alpha, reason: '  ', minutes: 5 }))).toEqual(['reason']);
  expect(fieldsOf(await impersonate(host, { tenantId: alpha, reason: 'x', minutes: 61 }))).toEqual(['minutes']);
  expect((await impersonate(host, { tenantId: 999_999, ...grounds })).status).toBe(404);
  expect((await impersonate(host, { tenantId: alpha, userId: 8_000_000, ...grounds })).status).toBe(404);
  for (const [call, who, missing] of [
    ['ImpersonateTenant', admin, '以租户身份登录'],
    ['Impersonate', await app.as('doctor', 'Alpha'), '以用户身份登录'],
  ] as const) {
    const refused = await impersonate(who, { tenantId: alpha, userId: 1, ...grounds }, call);
    expect([refused.status, refused.error?.message.includes(missing)]).toEqual([403, true]);
  }
  expect(await app.query('Alpha', 'select 1 from account_token where tenant_id = $1')).toEqual([]);
});

test("the host comes into a tenant as its administrator: for the time said, under both names, before the tenant's eyes, and back", async () => {
  const asked = await impersonate(host, { tenantId: alpha, ...grounds }, 'ImpersonateTenant');
  expect([asked.status, asked.result.tenancyName, asked.result.tenantId]).toEqual([200, 'Alpha', alpha]);
  const inside = await goOver(asked.result);
  expect([inside.seconds, inside.members]).toEqual([900, ['accessToken', 'encryptedAccessToken', 'expireInSeconds']]);
  expect(await sessionInfoOf(inside)).toMatchObject({
    user: { userName: 'admin' },
    tenant: { tenancyName: 'Alpha' },
    impersonatorUser: { userName: 'admin' },
    impersonatorTenant: null,
  });
  expect(
    await app.query(
      'Alpha',
      "select 1 from user_token where tenant_id = $1 and impersonator_user_id is not null and kind = 'refresh'",
    ),
  ).toEqual([]);
  const { session } = (await inside.get<{ session: object }>('/AbpUserConfiguration/GetAll')).result;
  expect(session).toMatchObject({
    tenantId: alpha,
    impersonatorTenantId: null,
    impersonatorUserId: expect.any(Number) as number,
  });

  expect((await impersonate(inside, { userId: await idOf('nurse') })).error?.reason).toBe('impersonation.not-allowed');
  expect((await inside.post('Profile/ChangePassword', { currentPassword: 'x', newPassword: 'y' })).status).toBe(403);
  const [row] = await logged();
  expect(row).toMatchObject({
    action: 'impersonate',
    userName: '系统管理员',
    reason: grounds.reason,
    impersonatorName: 'admin',
    impersonatorTenantId: null,
  });
  const { impersonationEndTime, lookedAt } = row ?? { impersonationEndTime: '', lookedAt: '' };
  expect(Date.parse(impersonationEndTime ?? '') - Date.parse(lookedAt)).toBe(900_000);
  expect((await admin.get<{ items: object[] }>('AccessAlerts/GetAll')).result.items).toMatchObject([
    { kind: 'hostSignIn', minutes: 15, state: 'open' },
  ]);
  await app.server.app.audit.flush();
  const traces = await app.query<{ n: number }>(
    'Alpha',
    'select count(*)::integer as n from audit_log where tenant_id = $1 and impersonator_user_id is not null and impersonator_tenant_id is null',
  );
  expect(traces[0]?.n).toBeGreaterThan(2);

  const back = await inside.post<Issued>('Account/BackToImpersonator');
  expect(back.result).toMatchObject({ tenancyName: null, tenantId: null });
  const home = await goOver(back.result);
  expect(await sessionInfoOf(home)).toMatchObject({
    user: { userName: 'admin' },
    tenant: null,
    impersonatorUser: null,
  });
});

test("a tenant's people act within their own tenant, rights and sight", async () => {
  const nurse = await idOf('nurse');
  await goOver((await impersonate(admin, { userId: nurse }, 'ImpersonateUser')).result);
  expect((await logged())[0]).toMatchObject({ userName: '护理人员', reason: null, impersonatorName: 'admin' });
  const alerts = (): Promise<object[]> => app.query('Alpha', 'select 1 from access_alert where tenant_id = $1');
  const before = await alerts();
  const asked = await impersonate(admin, { userId: nurse, reason: '代班' }, 'ImpersonateUser');
  const inside = await goOver(asked.result);
  expect(inside.seconds).toBe(3600);
  expect(await sessionInfoOf(inside)).toMatchObject({
    user: { userName: 'nurse' },
    impersonatorUser: { userName: 'admin' },
    impersonatorTenant: { tenancyName: 'Alpha' },
  });
  const [row] = await logged();
  expect(row).toMatchObject({
    userName: '护理人员',
    reason: '代班',
    impersonatorName: 'admin',
    impersonatorTenantId: alpha,
  });
  expect(Date.parse(row?.impersonationEndTime ?? '') - Date.parse(row?.lookedAt ?? '')).toBe(3_600_000);
  expect(await alerts()).toEqual(before);
  expect(fieldsOf(await impersonate(admin, { userId: nurse, reason: '代班', minutes: 61 }))).toEqual(['minutes']);
  expect((await impersonate(admin, { userId: await idOf('admin'), ...grounds })).error?.reason).toBe(
    'impersonation.oneself',
  );
  expect((await impersonate(admin, { tenantId: app.tenants.Beta, userId: 1 })).status).toBe(404);
  expect((await impersonate(admin, { tenantId: 0, userId: 1 })).status).toBe(404);
  expect(fieldsOf(await impersonate(admin, {}))).toEqual(['userId']);
  const own = await addUser(app, 'Alpha', { userName: 'narrow', dataScope: 'own', allPermissions: true });
  expect((await impersonate(own.client, { userId: nurse, ...grounds })).error?.reason).toBe('impersonation.beyond');
  const wide = await addUser(app, 'Alpha', { userName: 'wide', dataScope: 'all', allPermissions: true });
  await app.query(
    'Alpha',
    "delete from role_permission where tenant_id = $1 and permission = 'Pages.Administration.OutgoingMessages' and role_id = (select id from app_role where tenant_id = $1 and name = 'Rolewide')",
  );
  await expect
    .poll(async () => (await impersonate(wide.client, { userId: await idOf('admin'), ...grounds })).error?.reason)
    .toBe('impersonation.beyond');
  expect((await impersonate(wide.client, { userId: nurse, ...grounds })).status).toBe(200);
  await app.query('Alpha', "update app_user set is_active = false where tenant_id = $1 and user_name = 'nurse'");
  expect((await impersonate(admin, { userId: nurse, ...grounds })).error?.reason).toBe('login.user-inactive');
  await app.query('Alpha', "update app_user set is_active = true where tenant_id = $1 and user_name = 'nurse'");
});

test('rights that the acting person loses are lost in the other name, too, and who is let in no more is out', async () => {
  const boss = await addUser(app, 'Alpha', { userName: 'boss', dataScope: 'all', allPermissions: true });
  const inside = await goOver((await impersonate(boss.client, { userId: await idOf('doctor'), ...grounds })).result);
  const clients = async (): Promise<number> => (await inside.get('C_client/GetPagedAll')).status;
  expect(await clients()).toBe(200);
  await app.query(
    'Alpha',
    "delete from role_permission where tenant_id = $1 and permission like 'Pages.CustomerManage%' and role_id = (select id from app_role where tenant_id = $1 and name = 'Roleboss')",
  );
  await expect.poll(clients).toBe(403);
  await app.query('Alpha', "update app_user set is_active = false where tenant_id = $1 and user_name = 'boss'");
  await expect.poll(clients).toBe(401);
});

test('a tenant whose time is over is not entered', async () => {
  const set = (sql: string) =>
    app.server.services.database.platform((tx) =>
      tx.execute(`update tenant set ${sql} where id = $1`, [app.tenants.Beta]),
    );
  await set("subscription_end_at = now() - interval '1 day', waiting_days = 0");
  expect((await impersonate(host, { tenantId: app.tenants.Beta, ...grounds })).error?.reason).toBe('tenant.closed');
  await set('subscription_end_at = null, is_active = false');
  expect((await impersonate(host, { tenantId: app.tenants.Beta, ...grounds })).error?.reason).toBe(
    'login.tenant-inactive',
  );
  await set('is_active = true');
});
