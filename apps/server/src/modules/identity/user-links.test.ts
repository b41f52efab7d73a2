import { startApp, password, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { takeToken } from './account-tokens.ts';
import type { LinkedAccount } from './links.ts';

let app: TestApp;
let doctor: Client;
beforeAll(async () => {
  app = await startApp();
  doctor = await app.as('doctor', 'Alpha');
});
afterAll(() => app.close());
beforeEach(() => app.server.services.database.directory((tx) => tx.execute('delete from dir_user_link')));

interface Linked {
  readonly totalCount: number;
  readonly items: readonly LinkedAccount[];
}

const link = (client: Client, usernameOrEmailAddress: string, tenancyName?: string) =>
  client.post('UserLink/LinkToUser', { tenancyName, usernameOrEmailAddress, password });
const linked = async (client: Client): Promise<readonly string[]> =>
  (await client.get<Linked>('UserLink/GetLinkedUsers', { maxResultCount: 10, SkipCount: 0 })).result.items.map(
    ({ tenancyName, username }) => `${tenancyName ?? 'host'}/${username}`,
  );
const first = async (client: Client): Promise<LinkedAccount> =>
  (await client.get<Linked>('UserLink/GetLinkedUsers')).result.items[0] ?? {
    id: 0,
    tenantId: 0,
    tenancyName: '',
    username: '',
  };

test('linked accounts form one group over tenants and the host; whoever leaves it is gone for all, and one alone is linked with nobody', async () => {
  const [nurse, host] = await Promise.all([app.as('nurse', 'Beta'), app.as('admin')]);
  expect((await link(doctor, 'NURSE@beta.example', 'beta')).status).toBe(200);
  expect((await link(host, 'doctor', 'Alpha')).status).toBe(200);
  expect(await linked(doctor)).toEqual(['host/admin', 'Beta/nurse']);
  expect(await linked(nurse)).toEqual(['host/admin', 'Alpha/doctor']);
  expect(await linked(host)).toEqual(['Alpha/doctor', 'Beta/nurse']);
  const page = (
    await host.get<Linked>('UserLink/GetLinkedUsers', { MaxResultCount: 1, SkipCount: 1, Sorting: 'username desc' })
  ).result;
  expect(page).toMatchObject({ totalCount: 2, items: [{ username: 'doctor', tenantId: app.tenants.Alpha }] });
  const one = (await nurse.get<Linked>('UserLink/GetLinkedUsers')).result.items[0];
  expect((await nurse.post('UserLink/UnlinkUser', { tenantId: one?.tenantId, userId: one?.id })).status).toBe(200);
  expect(await linked(doctor)).toEqual(['Beta/nurse']);
  expect(await linked(host)).toEqual([]);
  const last = await first(doctor);
  await doctor.post('UserLink/UnlinkUser', { tenantId: last.tenantId, userId: last.id });
  expect(await app.server.services.database.directory((tx) => tx.query('select 1 from dir_user_link'))).toEqual([]);
});

test('a wrong password, an unknown tenant, oneself, and an account that needs more than a password are refused and count as tries there', async () => {
  const count = () =>
    app.server.services.database.withTenant(
      app.tenants.Beta,
      async (tx) =>
        (
          await tx.one<{ count: number }>('select count(*) as count from login_attempt where tenant_id = $1', [
            tx.tenantId,
          ])
        )?.count ?? 0,
    );
  const before = await count();
  expect(
    (
      await doctor.post('UserLink/LinkToUser', {
        tenancyName: 'Beta',
        usernameOrEmailAddress: 'nurse',
        password: 'wrong',
      })
    ).error?.reason,
  ).toBe('login.failed');
  expect((await link(doctor, 'nobody', 'Beta')).error?.reason).toBe('login.failed');
  expect(await count()).toBe(before + 2);
  expect((await link(doctor, 'nurse', 'Nowhere')).error?.reason).toBe('login.tenant-unknown');
  expect((await link(doctor, 'doctor', 'Alpha')).error?.reason).toBe('link.oneself');
  const set = (sql: string) =>
    app.server.services.database.withTenant(app.tenants.Beta, (tx) =>
      tx.execute(`update app_user set ${sql} where tenant_id = $1 and user_name = 'manager'`, [tx.tenantId]),
    );
  await set('should_change_password = true');
  expect((await link(doctor, 'manager', 'Beta')).error?.reason).toBe('link.must-change-password');
  await set('should_change_password = false, is_two_factor_enabled = true');
  expect((await link(doctor, 'manager', 'Beta')).error?.reason).toBe('link.two-factor');
  await set('is_two_factor_enabled = false');
  const missing = await doctor.post('UserLink/LinkToUser', {});
  expect(missing.error?.validationErrors?.flatMap(({ members }) => members).toSorted()).toEqual([
    'password',
    'usernameOrEmailAddress',
  ]);
  expect(await linked(doctor)).toEqual([]);
});

test('only a linked account is switched to: its token is good in its tenant alone, and it is among the last used', async () => {
  const nurse = await app.as('nurse', 'Beta');
  await link(doctor, 'nurse', 'Beta');
  const { id, tenantId } = await first(doctor);
  const stranger = await app.as('manager', 'Alpha');
  await link(stranger, 'doctor', 'Beta');
  expect(
    (await stranger.post('Account/SwitchToLinkedAccount', { targetTenantId: tenantId, targetUserId: id })).error
      ?.reason,
  ).toBe('link.none');
  expect((await stranger.post('UserLink/UnlinkUser', { tenantId, userId: id })).error?.reason).toBe('link.none');
  expect((await doctor.get<Linked>('UserLink/GetRecentlyUsedLinkedUsers')).result.items).toEqual([]);
  const { result, status } = await doctor.post<{ switchAccountToken: string; tenancyName: string }>(
    'Account/SwitchToLinkedAccount',
    { targetTenantId: tenantId, targetUserId: id },
  );
  expect([status, result.tenancyName]).toEqual([200, 'Beta']);
  expect(
    (await doctor.get<Linked>('UserLink/GetRecentlyUsedLinkedUsers')).result.items.map(({ username }) => username),
  ).toEqual(['nurse']);
  const useToken = (at: number) =>
    app.server.services.database.withTenant(at, (tx) =>
      takeToken(tx, { token: result.switchAccountToken, purpose: 'linked' }),
    );
  expect(await useToken(app.tenants.Alpha)).toBeUndefined();
  expect(await useToken(app.tenants.Beta)).toMatchObject({ userId: id, impersonatorUserId: null });
  await app.server.services.database.withTenant(app.tenants.Beta, (tx) =>
    tx.execute("update app_user set is_active = false where tenant_id = $1 and user_name = 'nurse'", [tx.tenantId]),
  );
  expect(
    (await doctor.post('Account/SwitchToLinkedAccount', { targetTenantId: tenantId, targetUserId: id })).error?.reason,
  ).toBe('login.user-inactive');
  await app.server.services.database.withTenant(app.tenants.Beta, (tx) =>
    tx.execute("update app_user set is_active = true where tenant_id = $1 and user_name = 'nurse'", [tx.tenantId]),
  );
  expect((await nurse.get('UserLink/GetLinkedUsers')).status).toBe(200);
});

test("whoever acts in another's name neither sees nor follows links, and changes neither password nor second factor", async () => {
  const manager = await app.as('manager', 'Alpha');
  await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.execute(
      "update user_token set impersonator_user_id = 1, impersonator_tenant_id = 0 where tenant_id = $1 and kind = 'access' and user_id = (select id from app_user where tenant_id = $1 and user_name = 'manager')",
      [tx.tenantId],
    ),
  );
  await expect
    .poll(async () => (await link(manager, 'nurse', 'Beta')).error?.reason, { timeout: 60_000 })
    .toBe('impersonation.not-allowed');
  const refused = await Promise.all([
    manager.get('UserLink/GetLinkedUsers'),
    manager.get('UserLink/GetRecentlyUsedLinkedUsers'),
    manager.post('Account/SwitchToLinkedAccount', { targetTenantId: app.tenants.Beta, targetUserId: 1 }),
    manager.post('UserLink/UnlinkUser', { tenantId: 1, userId: 1 }),
    manager.post('Profile/ChangePassword', { currentPassword: password, newPassword: 'Other-Horse-8' }),
    manager.put('Profile/UpdateGoogleAuthenticatorKey'),
    manager.post('Profile/ConfirmGoogleAuthenticatorKey', { code: '123456' }),
    manager.post('Profile/DisableGoogleAuthenticator'),
    manager.post('Profile/SendVerificationSms'),
    manager.post('Profile/VerifySmsCode', { code: '1' }),
    manager.put('Profile/UpdateCurrentUserProfile', {
      name: 'x',
      surname: 'x',
      userName: 'manager',
      emailAddress: 'x@example.com',
    }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(Array(11).fill(403));
});
