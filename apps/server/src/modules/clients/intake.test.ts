import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { sampleIdNumber } from '@kangmai/testkit/samples-complete';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const rows = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(sql, values));

const requireConsent = (isRequired: boolean): Promise<unknown> =>
  rows(
    `insert into setting (tenant_id, name, value) values ($1, 'App.Privacy.ConsentRequired', $2)
     on conflict (tenant_id, user_id, name) do update set value = excluded.value returning 1 as done`,
    [app.tenants.Alpha, String(isRequired)],
  );

let serial = 0;
const person = (more: object = {}): object => {
  serial += 1;
  return {
    name: '唐建档',
    gender: '1',
    birthday: '1950-01-01',
    phone: `137${String(20_000_000 + serial)}`,
    regionCode: '530102',
    certificate_no: sampleIdNumber(serial, '1950-01-01'),
    ...more,
  };
};
const signed = (kind: string, more: object = {}): object => ({
  kind,
  version: '2026-01',
  signTime: new Date(Date.now() - 60_000).toISOString(),
  ...more,
});
const wire = 'C_client/CreateWithConsents';
const stateOf = async (id: number): Promise<string | undefined> =>
  (
    await rows<{ state: string }>('select state from client where tenant_id = $1 and id = $2', [app.tenants.Alpha, id])
  )[0]?.state;
const clients = async (): Promise<number> =>
  (await rows<{ n: number }>('select count(*)::integer as n from client where tenant_id = $1', [app.tenants.Alpha]))[0]
    ?.n ?? -1;

test('a client is filed with what was signed, and is managed where consent is required', async () => {
  await requireConsent(true);
  const { result: id } = await admin.post<number>(wire, {
    client: person(),
    consents: [signed('basic'), signed('health')],
  });
  expect(await stateOf(id)).toBe('active');
  const kept = await rows<{ kind: string; state: string }>(
    'select kind, state from client_consent where tenant_id = $1 and client_id = $2 order by kind',
    [app.tenants.Alpha, id],
  );
  expect(kept).toEqual([
    { kind: 'basic', state: 'valid' },
    { kind: 'health', state: 'valid' },
  ]);
  const { result: without } = await admin.post<number>(wire, { client: person(), consents: [signed('basic')] });
  expect(await stateOf(without)).toBe('potential');
  const { result: asked } = await admin.post<number>(wire, {
    client: person({ state: 'potential' }),
    consents: [signed('health')],
  });
  expect(await stateOf(asked)).toBe('potential');
  await requireConsent(false);
  const { result: free } = await admin.post<number>(wire, { client: person() });
  expect(await stateOf(free)).toBe('active');
});

test('a refused consent leaves no client, and says which one it is', async () => {
  const before = await clients();
  const answer = await admin.post(wire, {
    client: person({ certificate_no: null, birthday: '2020-05-05', gender: '2' }),
    consents: [signed('basic', { signer: 'guardian' }), signed('health', { signer: 'self' })],
  });
  expect(answer.status).toBe(400);
  expect(answer.error?.validationErrors?.map(({ members }) => members)).toEqual([['consents[1].signer']]);
  const late = await admin.post(wire, {
    client: person(),
    consents: [signed('basic', { signTime: '2999-01-01T00:00:00Z' })],
  });
  expect(late.error?.validationErrors?.map(({ members }) => members)).toEqual([['consents[0].signTime']]);
  const bare = await admin.post(wire, { client: person(), consents: [signed('basic', { version: null })] });
  expect(bare.error?.validationErrors).toEqual([{ message: '文本版本不能为空', members: ['consents[0].version'] }]);
  expect(await clients()).toBe(before);
});

test('consents of another client, or an id, do not lead elsewhere; who may not record consents is refused', async () => {
  const { result: first } = await admin.post<number>(wire, { client: person() });
  const { result: second } = await admin.post<number>(wire, {
    client: person({ id: first }),
    consents: [signed('basic', { clientId: first, id: 1 })],
  });
  expect(second).not.toBe(first);
  const kept = await rows<{ id: number }>(
    'select client_id as id from client_consent where tenant_id = $1 and client_id = any($2)',
    [app.tenants.Alpha, [first, second]],
  );
  expect(kept).toEqual([{ id: second }]);

  const before = await clients();
  const { client: filer } = await addUser(app, 'Alpha', { userName: 'filer', dataScope: 'all', allPermissions: false });
  await rows(
    `insert into role_permission (tenant_id, role_id, permission)
     select $1, id, unnest($2::text[]) from app_role where tenant_id = $1 and name = 'Rolefiler' returning 1 as done`,
    [app.tenants.Alpha, ['Pages.CustomerManage.Clients', 'Pages.CustomerManage.Clients.Create']],
  );
  const refused = await filer.post(wire, { client: person(), consents: [signed('basic')] });
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('知情同意与授权 / 新增')]);
  expect(await clients()).toBe(before);
  expect((await filer.post(wire, { client: person() })).status).toBe(200);
});
