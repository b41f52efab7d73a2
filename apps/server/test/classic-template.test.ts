import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The calls that the services of the classic React template make, in its order, with its headers, addresses and bodies.

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Envelope<T> {
  readonly result: T;
  readonly success: boolean;
  readonly error: { readonly message: string; readonly reason: string } | null;
  readonly __abp: boolean;
}
type Body = Readonly<Record<string, unknown>>;

/** The template's way to the server: its base address ends with a slash, absent cookies travel as `null`. */
function template(tenant: number | null = null) {
  let token: string | undefined;
  const ask = async <T>(method: string, path: string, body?: Body): Promise<Envelope<T> & { status: number }> => {
    const answer = await fetch(`${app.url}/${path}`, {
      method,
      headers: {
        accept: 'application/json, text/plain, */*',
        '.AspNetCore.Culture': 'null',
        'Abp.TenantId': String(tenant),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json;charset=utf-8' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { ...((await answer.json()) as Envelope<T>), status: answer.status };
  };
  const ok = async <T>(method: string, path: string, body?: Body): Promise<T> => {
    const { status, result, error, success, __abp } = await ask<T>(method, path, body);
    expect([path, status, error, success, __abp]).toEqual([path, 200, null, true, true]);
    return result;
  };
  const service = (path: string): string => `api/services/app/${path}`;
  return {
    ask: <T>(method: string, path: string, body?: Body) => ask<T>(method, service(path), body),
    get: <T>(path: string) => ok<T>('GET', service(path)),
    post: <T>(path: string, body: Body) => ok<T>('POST', service(path), body),
    put: <T>(path: string, body: Body) => ok<T>('PUT', service(path), body),
    delete: (path: string) => ok<null>('DELETE', service(path)),
    configuration: () => ok<Configuration>('GET', '/AbpUserConfiguration/GetAll'),
    async signIn(userNameOrEmailAddress: string, given = password) {
      const body = { userNameOrEmailAddress, password: given, rememberClient: true };
      const answer = await ok<Body>('POST', 'api/TokenAuth/Authenticate', body);
      token = answer['accessToken'] as string;
      return answer;
    },
  };
}
type Template = ReturnType<typeof template>;

interface Configuration {
  readonly multiTenancy: { readonly isEnabled: boolean };
  readonly session: { readonly userId: number | null; readonly tenantId: number | null };
  readonly localization: {
    readonly currentLanguage: { readonly name: string };
    readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  readonly auth: { readonly grantedPermissions: Readonly<Record<string, string>> };
  readonly clock: { readonly provider: string };
}
interface Page<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}
interface User {
  readonly id: number;
  readonly userName: string;
  readonly isActive: boolean;
  readonly roleNames: readonly string[];
}
interface Role {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly normalizedName: string;
  readonly grantedPermissions: readonly string[];
}
interface Tenant {
  readonly id: number;
  readonly tenancyName: string;
  readonly name: string;
  readonly isActive: boolean;
}

const userMembers = [
  'id',
  'userName',
  'name',
  'surname',
  'emailAddress',
  'isActive',
  'fullName',
  'lastLoginTime',
  'creationTime',
  'roleNames',
];
const roleMembers = ['id', 'name', 'displayName', 'normalizedName', 'description', 'grantedPermissions'];
const firstPage = 'maxResultCount=50&skipCount=0&keyword=';

/** What every load of a page asks first. */
async function load(client: Template) {
  const configuration = await client.configuration();
  const login = await client.get<{ user: Body | null; tenant: Body | null; application: Body }>(
    'Session/GetCurrentLoginInformations',
  );
  return { configuration, login };
}

async function administrator(): Promise<Template> {
  const found = await template().post<{ state: number; tenantId: number }>('Account/IsTenantAvailable', {
    tenancyName: 'Alpha',
  });
  expect(found).toMatchObject({ state: 1, tenantId: app.tenants.Alpha });
  const client = template(found.tenantId);
  await client.signIn('admin');
  return client;
}

describe('sign-in', () => {
  test('begins without a tenant, changes to one, and ends with its pages in the menu', async () => {
    const first = await load(template());
    expect(first.configuration).toMatchObject({
      multiTenancy: { isEnabled: true },
      session: { userId: null, tenantId: null },
      // With another provider its pages stay blank.
      clock: { provider: 'unspecifiedClockProvider' },
    });
    expect(first.configuration.localization.currentLanguage.name).toBeTypeOf('string');
    expect(first.login).toMatchObject({
      user: null,
      tenant: null,
      application: { features: expect.anything() as unknown },
    });
    const client = await administrator();
    const { configuration, login } = await load(client);
    expect(login).toMatchObject({
      user: { userName: 'admin' },
      tenant: { id: app.tenants.Alpha, tenancyName: 'Alpha' },
    });
    expect(configuration.session).toMatchObject({ tenantId: app.tenants.Alpha });
    expect(configuration.auth.grantedPermissions).toMatchObject({ 'Pages.Users': 'true', 'Pages.Roles': 'true' });
    expect(configuration.auth.grantedPermissions).not.toHaveProperty(['Pages.Tenants']);
    expect(configuration.localization.values).toHaveProperty('AbpProjectName');
  });

  test('an unknown tenant and a wrong password are told as it shows them', async () => {
    const unknown = await template().post('Account/IsTenantAvailable', { tenancyName: 'nobody' });
    expect(unknown).toMatchObject({ state: 3, tenantId: null });
    const answer = await fetch(`${app.url}/api/TokenAuth/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Abp.TenantId': String(app.tenants.Beta) },
      body: JSON.stringify({ userNameOrEmailAddress: 'nurse', password: 'wrong', rememberClient: false }),
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Envelope<null>).error?.message).not.toBe('');
  });
});

test('users are created, changed and deleted', async () => {
  const client = await administrator();
  const before = await client.get<Page<User>>(`User/GetAll?${firstPage}`);
  expect(Object.keys(before.items[0] ?? {})).toEqual(expect.arrayContaining(userMembers));
  const offered = (await client.get<{ items: readonly Role[] }>('User/GetRoles')).items;
  expect(Object.keys(offered[0] ?? {}).toSorted()).toEqual(roleMembers.toSorted());
  const role = offered.find(({ name }) => name === 'User');
  const form = {
    name: '小青',
    surname: '林',
    userName: 'template',
    emailAddress: 'template@example.com',
    isActive: true,
  };
  const made = await client.post<User>('User/Create', {
    ...form,
    password: 'Template-Horse-1',
    confirm: 'Template-Horse-1',
    roleNames: [role?.normalizedName],
  });
  expect(made).toMatchObject({ userName: 'template', isActive: true, roleNames: [role?.normalizedName] });
  expect((await client.get<Page<User>>(`User/GetAll?${firstPage}`)).totalCount).toBe(before.totalCount + 1);
  const found = await client.get<Page<User>>(`User/GetAll?maxResultCount=10&skipCount=0&keyword=${encodeURI('小青')}`);
  expect(found.items.map(({ id }) => id)).toEqual([made.id]);
  const theirs = template(app.tenants.Alpha);
  expect(await theirs.signIn('template', 'Template-Horse-1')).toMatchObject({ shouldResetPassword: false });
  const shown = await client.get<User>(`User/Get?id=${made.id}`);
  await client.get('User/GetRoles');
  // The form sends the fields that it shows, the roles as they were ticked.
  const { roleNames } = shown;
  await client.put('User/Update', { id: made.id, ...form, name: '小红', roleNames });
  expect(await client.get(`User/Get?id=${made.id}`)).toMatchObject({ name: '小红', roleNames });
  await client.put('User/Update', { id: made.id, ...form, isActive: false, roleNames: [] });
  expect(await client.get(`User/Get?id=${made.id}`)).toMatchObject({ isActive: false, roleNames: [] });
  const inactive = await client.get<Page<User>>(`User/GetAll?${firstPage}&isActive=false`);
  expect(inactive.items.map(({ id }) => id)).toEqual([made.id]);
  await client.post('User/Activate', { id: made.id });
  await client.post('User/DeActivate', { id: made.id });
  const sorted = await client.get<Page<User>>(`User/GetAll?${firstPage}&sorting=${encodeURI('userName desc')}`);
  expect(sorted.items.map(({ userName }) => userName)).toEqual(
    sorted.items.map(({ userName }) => userName).toSorted((one, other) => (one < other ? 1 : -1)),
  );
  await client.delete(`User/Delete?id=${made.id}`);
  expect((await client.get<Page<User>>(`User/GetAll?${firstPage}`)).totalCount).toBe(before.totalCount);
});

test('roles are created, changed and deleted', async () => {
  const client = await administrator();
  const before = await client.get<Page<Role>>(`Role/GetAll?${firstPage}`);
  expect(Object.keys(before.items[0] ?? {}).toSorted()).toEqual(roleMembers.toSorted());
  const all = (await client.get<{ items: readonly { name: string }[] }>('Role/GetAllPermissions')).items;
  expect(Object.keys(all[0] ?? {})).toEqual(['id', 'name', 'displayName', 'description']);
  const [first, second] = ['Pages.Administration.Users', 'Pages.Administration.Roles'];
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining([first, second]));
  const form = { name: 'Reception', displayName: '前台', description: '接待' };
  const made = await client.post<Role>('Role/Create', { ...form, grantedPermissions: [first] });
  expect(made).toMatchObject({ ...form, normalizedName: 'RECEPTION', grantedPermissions: [first] });
  const asked = await client.get<{ items: readonly Role[] }>(`Role/GetRolesAsync?permission=${first}`);
  expect(asked.items.map(({ id }) => id)).toContain(made.id);
  const edit = await client.get<{
    role: Body;
    permissions: readonly Body[];
    grantedPermissionNames: readonly string[];
  }>(`Role/GetRoleForEdit?id=${made.id}`);
  expect(edit).toMatchObject({ role: { id: made.id, ...form, isStatic: false }, grantedPermissionNames: [first] });
  const changed = {
    id: made.id,
    name: 'FrontDesk',
    displayName: '前台组',
    description: '',
    grantedPermissions: [first, second],
  };
  expect(await client.put<Role>('Role/Update', changed)).toMatchObject({
    name: 'FrontDesk',
    displayName: '前台组',
    grantedPermissions: [second, first],
  });
  expect(await client.get<Role>(`Role/Get?id=${made.id}`)).toMatchObject({ normalizedName: 'FRONTDESK' });
  const admin = before.items.find(({ name }) => name === 'Admin');
  const renamed = await client.ask('PUT', 'Role/Update', { ...admin, name: 'Boss' });
  expect(renamed.error, JSON.stringify(renamed.error)).toMatchObject({ reason: 'role.name-fixed' });
  expect((await client.ask('DELETE', `Role/Delete?id=${admin?.id}`)).error?.reason).toBe('role.static');
  await client.delete(`Role/Delete?id=${made.id}`);
  expect((await client.get<Page<Role>>(`Role/GetAll?${firstPage}`)).totalCount).toBe(before.totalCount);
});

describe('tenants', () => {
  const form = { tenancyName: 'Gamma', name: '丙单位', adminEmailAddress: 'gamma@example.com', isActive: true };
  const know = (first: string): Promise<unknown> =>
    app.server.services.database.withTenant(0, (tx) =>
      tx.execute('insert into setting (tenant_id, name, value) values ($1, $2, $3)', [
        0,
        'App.TenantManagement.TemplateTenantFirstPassword',
        first,
      ]),
    );

  test('are created, changed and deleted by the host alone', async () => {
    const host = template();
    await host.signIn('admin');
    expect((await load(host)).configuration.auth.grantedPermissions).toHaveProperty(['Pages.Tenants'], 'true');
    const before = await host.get<Page<Tenant>>(`Tenant/GetAll?${firstPage}`);
    expect(Object.keys(before.items[0] ?? {})).toEqual(['id', 'tenancyName', 'name', 'isActive']);
    const made = await host.post<Tenant>('Tenant/Create', form);
    expect(made).toEqual({ id: made.id, tenancyName: 'Gamma', name: '丙单位', isActive: true });
    // Nobody knows the first password: the administrator gets a link.
    const mails = await app.server.services.database.withTenant(made.id, (tx) =>
      tx.query<{ purpose: string; recipient: string }>('select purpose from outgoing_message where tenant_id = $1', [
        made.id,
      ]),
    );
    expect(mails).toEqual([{ purpose: 'accountCreated' }]);
    const ends = '2027-01-31T00:00:00.000Z';
    const present = await host.get<Body>(`Tenant/GetTenantForEdit?id=${made.id}`);
    await host.put('Tenant/UpdateTenant', {
      id: made.id,
      tenancyName: present['tenancyName'],
      name: present['name'],
      isActive: true,
      subscriptionEndDateUtc: ends,
    });
    const shown = await host.get<Tenant>(`Tenant/Get?id=${made.id}`);
    expect(await host.put<Tenant>('Tenant/Update', { ...shown, name: '丙二', isActive: false })).toEqual({
      ...shown,
      name: '丙二',
      isActive: false,
    });
    // What the template does not know of a tenant stays.
    expect(await host.get(`Tenant/GetTenantForEdit?id=${made.id}`)).toMatchObject({ subscriptionEndDateUtc: ends });
    const found = await host.get<Page<Tenant>>(
      `Tenant/GetAll?maxResultCount=10&skipCount=0&keyword=${encodeURI('丙二')}&isActive=false`,
    );
    expect(found.items.map(({ id }) => id)).toEqual([made.id]);
    await host.delete(`Tenant/Delete?id=${made.id}`);
    expect((await host.ask('GET', `Tenant/Get?id=${made.id}`)).status).toBe(404);
    expect((await host.get<Page<Tenant>>(`Tenant/GetAll?${firstPage}`)).totalCount).toBe(before.totalCount);
    const client = await administrator();
    expect((await client.ask('GET', `Tenant/GetAll?${firstPage}`)).status).toBe(403);
  });

  test('have the first password that the host has set for the template', async () => {
    await know('First-Horse-9');
    const host = template();
    await host.signIn('admin');
    await expect
      .poll(() => app.server.services.settings.of(0, 'App.TenantManagement.TemplateTenantFirstPassword'))
      .toBe('First-Horse-9');
    const made = await host.post<Tenant>('Tenant/Create', { ...form, tenancyName: 'Delta' });
    const theirs = template(made.id);
    expect(await theirs.signIn('admin', 'First-Horse-9')).toMatchObject({ shouldResetPassword: false });
    expect((await load(theirs)).login).toMatchObject({ tenant: { tenancyName: 'Delta' } });
  });
});

test('another language stays for the next load', async () => {
  const client = await administrator();
  await client.post('User/ChangeLanguage', { languageName: 'en' });
  expect((await load(client)).configuration.localization.currentLanguage.name).toBe('en');
  await client.post('User/ChangeLanguage', { languageName: 'zh-Hans' });
});
