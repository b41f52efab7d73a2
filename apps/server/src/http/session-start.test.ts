import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Configuration {
  readonly session: {
    readonly userId: number | null;
    readonly tenantId: number | null;
    readonly multiTenancySide: number;
  };
  readonly localization: {
    readonly currentLanguage: { readonly name: string };
    readonly languages: readonly object[];
    readonly sources: readonly { readonly name: string }[];
    readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  readonly features: { readonly allFeatures: Readonly<Record<string, { readonly value: string }>> };
  readonly auth: {
    readonly allPermissions: Readonly<Record<string, string>>;
    readonly grantedPermissions: Readonly<Record<string, string>>;
  };
  readonly nav: { readonly menus: { readonly MainMenu: { readonly items: readonly { readonly name: string }[] } } };
  readonly setting: { readonly values: Readonly<Record<string, string>> };
  readonly timing: {
    readonly timeZoneInfo: { readonly iana: { readonly timeZoneId: string }; readonly windows: object };
  };
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const configurationOf = async (client: Client): Promise<Configuration> =>
  (await client.get('/AbpUserConfiguration/GetAll')).result as Configuration;

test('everybody gets every section, wrapped', async () => {
  const { status, body } = await app.visitor('Alpha').get('/AbpUserConfiguration/GetAll');
  expect(status).toBe(200);
  expect(Object.keys(body as object)).toEqual([
    'result',
    'targetUrl',
    'success',
    'error',
    'unAuthorizedRequest',
    '__abp',
  ]);
  const { result } = body as { result: Configuration };
  expect(Object.keys(result)).toEqual([
    'multiTenancy',
    'session',
    'localization',
    'features',
    'auth',
    'nav',
    'setting',
    'clock',
    'timing',
    'security',
    'custom',
  ]);
  expect(result.session).toEqual({
    userId: null,
    tenantId: app.tenants.Alpha,
    impersonatorUserId: null,
    impersonatorTenantId: null,
    multiTenancySide: 1,
  });
  expect(result.auth.grantedPermissions).toEqual({});
  expect(result.nav.menus.MainMenu.items).toEqual([]);
  expect(result.localization.values['AbpWeb']?.['Yes']).toBe('是');
  expect(result.timing.timeZoneInfo.windows).toEqual({
    timeZoneId: 'China Standard Time',
    baseUtcOffsetInMilliseconds: 28_800_000,
    currentUtcOffsetInMilliseconds: 28_800_000,
    isDaylightSavingTimeNow: false,
  });
});

test('rights are names with the text true, aliases for their holders, and none of the other side', async () => {
  const [host, admin, nurse] = await Promise.all([app.as('admin'), app.as('admin', 'Alpha'), app.as('nurse', 'Alpha')]);
  const [ofHost, ofAdmin, ofNurse] = [
    await configurationOf(host),
    await configurationOf(admin),
    await configurationOf(nurse),
  ];
  expect(new Set(Object.values(ofAdmin.auth.allPermissions))).toEqual(new Set(['true']));
  expect(ofAdmin.auth.allPermissions).toEqual(ofHost.auth.allPermissions);
  expect(ofAdmin.auth.grantedPermissions).toMatchObject({
    'Pages.Users': 'true',
    'Pages.Roles': 'true',
    'Pages.Users.Activation': 'true',
    'Pages.Tenant.Dashboard': 'true',
  });
  expect(ofAdmin.auth.grantedPermissions).not.toHaveProperty(['Pages.Tenants']);
  expect(ofHost.auth.grantedPermissions).toHaveProperty(['Pages.Tenants']);
  expect(ofHost.auth.grantedPermissions).not.toHaveProperty(['Pages.Tenant.Dashboard']);
  expect(ofNurse.auth.grantedPermissions).not.toHaveProperty(['Pages.Users']);
  expect(ofNurse.auth.grantedPermissions).toHaveProperty(['Pages.CustomerManage.Clients']);
  expect(ofHost.session).toMatchObject({ tenantId: null, multiTenancySide: 2 });
  for (const resource of app.server.services.model.resources)
    for (const stem of [resource.permission].flat()) expect(ofAdmin.auth.allPermissions).toHaveProperty([stem]);
});

test('settings are texts, only those that clients may read', async () => {
  const { setting } = await configurationOf(await app.as('admin', 'Alpha'));
  expect(setting.values).toMatchObject({
    'Abp.Timing.TimeZone': 'China Standard Time',
    'Abp.Localization.DefaultLanguageName': 'zh-Hans',
    'Abp.Zero.UserManagement.PasswordComplexity.RequiredLength': '6',
    'App.Timing.SupportsMultipleTimezone': 'true',
  });
  for (const value of Object.values(setting.values)) expect(typeof value).toBe('string');
  expect(Object.keys(setting.values).filter((name) => /Smtp|FirstPassword|Seed|Reference/.test(name))).toEqual([]);
});

test('a tenant’s setting wins over the application’s, that over the default, and only in its tenant', async () => {
  const name = 'App.UserManagement.SessionTimeOut.TimeOutSecond';
  const put = (tenantId: number, value: string) =>
    app.server.services.database.withTenant(tenantId, (tx) =>
      tx.execute('insert into setting (tenant_id, name, value) values ($1, $2, $3)', [tenantId, name, value]),
    );
  await put(0, '900');
  await put(app.tenants.Beta, '600');
  const valueOf = async (tenancyName: 'Alpha' | 'Beta') =>
    (await configurationOf(app.visitor(tenancyName))).setting.values[name];
  await expect.poll(() => valueOf('Alpha'), { timeout: 60_000 }).toBe('900');
  await expect.poll(() => valueOf('Beta'), { timeout: 60_000 }).toBe('600');
});

test('the session tells user, roles, tenant and both switches of the real-time connection', async () => {
  const doctor = await app.as('doctor', 'Alpha');
  const { result } = await doctor.get<{
    user: object;
    tenant: object;
    application: { features: object };
    theme: object;
  }>('Session/GetCurrentLoginInformations');
  expect(result).toMatchObject({
    user: { userName: 'doctor', roles: ['Doctor'], emailAddress: 'doctor@alpha.example' },
    tenant: { id: app.tenants.Alpha, tenancyName: 'Alpha', subscriptionDateString: '不限期', edition: null },
    impersonatorUser: null,
    impersonatorTenant: null,
  });
  expect(result.application).toMatchObject({
    version: '0.0.0',
    features: { SignalR: true, 'SignalR.AspNetCore': true },
  });
  expect(result.theme).toHaveProperty('baseSettings.theme', 'default');
  const nobody = await app.visitor().get('Session/GetCurrentLoginInformations');
  expect(nobody.result).toMatchObject({ user: null, tenant: null });
});

test('both calls of the session start answer 304 while nothing changed, and their content after a change', async () => {
  for (const path of ['/AbpUserConfiguration/GetAll', '/apis/api/services/app/Session/GetCurrentLoginInformations']) {
    const client = await app.as('manager', 'Alpha');
    const first = await client.fetch(path);
    await first.text();
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    for (const name of [
      'Authorization',
      'Cookie',
      'Abp.TenantId',
      'Abp-TenantId',
      '.AspNetCore.Culture',
      'Accept-Language',
      'Accept-Encoding',
    ])
      expect(first.headers.get('vary')).toContain(name);
    const tag = first.headers.get('etag') ?? '';
    const again = await client.fetch(path, { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await (await app.as('nurse', 'Alpha')).fetch(path, { headers: { 'if-none-match': tag } });
    expect(other.status).toBe(200);
    await other.text();
  }
  const page = await (await app.as('manager', 'Alpha')).get('/AbpUserConfiguration/GetAll');
  const english = await (await app.as('manager', 'Alpha')).get('/AbpUserConfiguration/GetAll', { culture: 'en' });
  expect(english.headers.get('etag')).not.toBe(page.headers.get('etag'));
});

test('the language comes from query, own choice, header, cookie, browser, in this order', async () => {
  const nameOf = async (client: Client, query?: { culture: string }) =>
    ((await client.get('/AbpUserConfiguration/GetAll', query)).result as Configuration).localization.currentLanguage
      .name;
  const visitor = app.visitor();
  expect(await nameOf(visitor)).toBe('zh-Hans');
  expect(await nameOf(visitor.with({ 'accept-language': 'fr, en-GB;q=0.8' }))).toBe('en');
  expect(await nameOf(visitor.with({ 'accept-language': 'en', cookie: 'Abp.Localization.CultureName=zh-CN' }))).toBe(
    'zh-Hans',
  );
  expect(
    await nameOf(visitor.with({ '.AspNetCore.Culture': 'c=en|uic=en', cookie: 'Abp.Localization.CultureName=zh-CN' })),
  ).toBe('en');
  expect(await nameOf(visitor.with({ '.AspNetCore.Culture': 'c=null|uic=null', 'accept-language': 'en' }))).toBe('en');
  expect(await nameOf(visitor.with({ '.AspNetCore.Culture': 'en' }), { culture: 'zh-CN' })).toBe('zh-Hans');
  const user = await app.as('manager', 'Beta');
  expect(
    (await user.post('Profile/ChangeLanguage', { languageName: 'fr' })).error?.validationErrors?.[0]?.members,
  ).toEqual(['languageName']);
  await user.post('Profile/ChangeLanguage', { languageName: 'en' });
  await expect.poll(() => nameOf(user.with({ '.AspNetCore.Culture': 'zh-Hans' })), { timeout: 60_000 }).toBe('en');
});

test('the tenant of a visitor comes from the first header or cookie that names an existing one; strange texts mean the host', async () => {
  const tenantOf = async (headers: Record<string, string>) =>
    (await configurationOf(app.visitor().with(headers))).session.tenantId;
  const { Alpha, Beta } = app.tenants;
  expect(await tenantOf({ 'abp.tenantid': String(Alpha), 'abp-tenantid': String(Beta) })).toBe(Alpha);
  expect(await tenantOf({ 'abp-tenantid': String(Beta), cookie: `Abp.TenantId=${Alpha}` })).toBe(Beta);
  expect(await tenantOf({ 'abp.tenantid': '424242', cookie: `Abp.TenantId=${Alpha}` })).toBe(Alpha);
  for (const strange of ['null', 'NaN', '', '-1', '1e3', '0x1'])
    expect(await tenantOf({ 'abp.tenantid': strange })).toBeNull();
  expect(
    (
      await configurationOf(
        (await app.as('doctor', 'Alpha')).with({ 'abp.tenantid': String(Beta), cookie: `Abp.TenantId=${Beta}` }),
      )
    ).session.tenantId,
  ).toBe(Alpha);
});

test('tenants are found by name in any case, unknown ones told apart', async () => {
  const availability = async (tenancyName: string) =>
    (await app.visitor().post('/apis/api/services/app/account/istenantavailable', { tenancyName })).result;
  expect(await availability('aLPHA')).toEqual({ state: 1, tenantId: app.tenants.Alpha, serverRootAddress: null });
  expect(await availability('nowhere')).toEqual({ state: 3, tenantId: null, serverRootAddress: null });
});

test('the rules of passwords are open to everybody', async () => {
  const { result } = await app.visitor('Alpha').get('Profile/GetPasswordComplexitySetting');
  expect(result).toEqual({
    setting: {
      requireDigit: true,
      requireLowercase: true,
      requireNonAlphanumeric: true,
      requireUppercase: true,
      requiredLength: 6,
    },
  });
});
