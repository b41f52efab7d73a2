import { startApp, type TestApp } from '@kangmai/testkit/app';
import { addUser, administrator, type Caller } from '@kangmai/testkit/isolation-people';
import { requestFor, makeCall, type Request } from '@kangmai/testkit/isolation-input';
import { Samples } from '@kangmai/testkit/samples';
import { spellingsOf } from '@kangmai/testkit/spellings';
import type { Answer, Client } from '@kangmai/testkit/client';
import { atLeast, isNarrowed, sweptEntries } from '@kangmai/testkit/swept';
import { defineModel } from '@kangmai/resource';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { call, type Call } from '../src/engine/crud/call.ts';
import { anonymousCalls } from '../src/http/anonymous.ts';
import type { Entry } from '../src/http/registry.ts';
import { timeLimit } from '../faults/time-limit.ts';

let app: TestApp;
let samples: Samples;
let bare: Caller;
let admin: Caller;
beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  bare = await addUser(app, 'Alpha', { userName: 'bare', dataScope: 'all', allPermissions: false });
  admin = await administrator(app, 'Alpha');
});
afterAll(() => app.close());

/** One request of every call, made with different permissions. */
const requests = new Map<Entry, Promise<Request>>();
const requestOf = (entry: Entry): Promise<Request> => {
  const request = requests.get(entry) ?? requestFor(entry, samples, { id: 1, imei: '860000000000000' });
  requests.set(entry, request);
  return request;
};
const tryCall = async (client: Client, entry: Entry): Promise<Answer<unknown>> =>
  makeCall(client, entry, await requestOf(entry));

const isAnonymous = (entry: Entry): boolean => entry.permissions.includes('anonymous');
const needsPermission = (entry: Entry): boolean =>
  !isAnonymous(entry) && !entry.permissions.includes('signed-in') && entry.phone === undefined;

const refusal = (answer: Answer<unknown>): string => `${answer.status} ${answer.text.slice(0, 160)}`;

test('a stranger gets 401 with the envelope from every call but those that are open to everybody with a reason', async () => {
  const problems: string[] = [];
  const closed = sweptEntries(app.server.app.entries).filter((entry) => !isAnonymous(entry));
  for (const [at, entry] of closed.entries()) {
    const spellings = spellingsOf(entry.path);
    const path = spellings[at % spellings.length] ?? entry.path;
    const answer = await makeCall(app.visitor('Alpha'), { ...entry, path }, await requestOf(entry));
    const body = answer.body as { unAuthorizedRequest?: boolean; success?: boolean };
    if (
      answer.status !== 401 ||
      body.unAuthorizedRequest !== true ||
      body.success !== false ||
      answer.error?.message === undefined
    )
      problems.push(`${entry.verb} ${path}: ${refusal(answer)}`);
  }
  expect(problems).toEqual([]);
  expect(closed.length).toBeGreaterThanOrEqual(atLeast(150));
});

test('who is signed in without any permission gets 403 that names what is missing in words, not by its key', async () => {
  const titles = new Map(app.server.services.permissions().map(({ name, title }) => [name, title]));
  const problems: string[] = [];
  const guarded = sweptEntries(app.server.app.entries).filter(needsPermission);
  for (const entry of guarded) {
    const answer = await tryCall(bare.client, entry);
    const body = answer.body as { unAuthorizedRequest?: boolean };
    if (
      answer.status !== 403 ||
      body.unAuthorizedRequest !== true ||
      !entry.permissions.every((name) => answer.error?.message.includes(titles.get(name) ?? '?')) ||
      answer.error?.message.includes('Pages.')
    )
      problems.push(`${entry.verb} ${entry.path}: ${refusal(answer)}`);
  }
  expect(problems).toEqual([]);
  expect(guarded.length).toBeGreaterThanOrEqual(atLeast(150));
});

test('every permission that a call asks for stands in the catalogue, and the administrator of its side holds it', async () => {
  const catalogue = new Map(app.server.services.permissions().map((entry) => [entry.name, entry]));
  const host = await administrator(app);
  const problems = sweptEntries(app.server.app.entries)
    .filter(needsPermission)
    .flatMap((entry) => entry.permissions.map((name) => ({ entry, name })))
    .filter(({ name }) => {
      const known = catalogue.get(name);
      return !known || !(known.side === 'host' ? host : admin).permissions.has(name);
    });
  expect(problems.map(({ entry, name }) => `${entry.path} ${name}`)).toEqual([]);
});

test("what is the host's alone refuses the administrator of a tenant, and what is a tenant's alone the host's", async () => {
  const side = new Map(app.server.services.permissions().map((entry) => [entry.name, entry.side]));
  const host = await administrator(app);
  // Permissions alone determine the side of a call: one call of each set of permissions is tried.
  const guarded = new Map(
    sweptEntries(app.server.app.entries)
      .filter(needsPermission)
      .map((entry) => [entry.permissions.join(), entry]),
  );
  const of = (wanted: 'host' | 'tenant'): readonly Entry[] =>
    [...guarded.values()].filter((entry) => entry.permissions.every((name) => side.get(name) === wanted));
  for (const entry of of('host'))
    expect(`${entry.path} ${(await tryCall(admin.client, entry)).status}`).toBe(`${entry.path} 403`);
  for (const entry of of('tenant'))
    expect(`${entry.path} ${(await tryCall(host.client, entry)).status}`).toBe(`${entry.path} 403`);
  expect(of('tenant').length).toBeGreaterThanOrEqual(atLeast(60));
});

// What is not about one resource runs in every whole sweep; only RESOURCE=<name> leaves it out.
test.skipIf(isNarrowed)(
  "a host's right counts for nothing in a tenant, even when somebody writes it into a role",
  async () => {
    const { tenantId } = admin;
    const { database } = app.server.services;
    const hostRights = app.server.services
      .permissions()
      .filter(({ side }) => side === 'host')
      .map(({ name }) => name);
    expect(hostRights.length).toBeGreaterThan(5);
    const held = await database.withTenant(tenantId, (tx) =>
      tx.query<{ permission: string }>(
        'select permission from role_permission where tenant_id = $1 and permission = any($2::text[])',
        [tenantId, hostRights],
      ),
    );
    expect(held).toEqual([]);
  },
);

// Not about one resource.
describe.skipIf(isNarrowed)('the list of calls for everybody', () => {
  test('gives every one of them a reason, and holds none that does not exist', () => {
    const open = app.server.app.entries.filter(isAnonymous).map(({ verb, path }) => `${verb} ${path}`);
    expect(Object.keys(anonymousCalls).toSorted()).toEqual(open.toSorted());
    for (const reason of Object.values(anonymousCalls)) expect(reason.length).toBeGreaterThan(5);
  });

  test.each(['Bearer nonsense', 'Bearer null', 'Bearer a.b.c', 'Basic eDp5', 'null', ''])(
    'with «%s» as sign-in they answer as for a visitor',
    async (authorization) => {
      for (const path of [
        '/AbpUserConfiguration/GetAll',
        'Session/GetCurrentLoginInformations',
        'Profile/GetPasswordComplexitySetting',
      ]) {
        const answer = await app.visitor('Alpha').with({ authorization }).get(path);
        expect(answer.status).toBe(200);
        expect(answer.text).toBe((await app.visitor('Alpha').get(path)).text);
      }
    },
  );
});

// Not about one resource.
describe.skipIf(isNarrowed)('a server does not start', () => {
  const tiny = (calls: readonly Call[]): Promise<TestApp> =>
    startApp({ model: defineModel([]), areas: () => ({ modules: [{ name: 'tiny', calls }] }) });
  const answer = { title: 'x', input: z.object({}), run: async () => 1 } as const;

  test('with a call that names no permission', async () => {
    await expect(tiny([call({ ...answer, wire: 'GET Tiny/Get', permission: [] })])).rejects.toThrow(
      'names no permission',
    );
  });

  test('with a call open to everybody that is not in the list', async () => {
    await expect(tiny([call({ ...answer, wire: 'GET Tiny/Get', permission: 'anonymous' })])).rejects.toThrow(
      'open to everybody without a reason: GET /api/services/app/Tiny/Get',
    );
  });

  test('with two calls on one path in any casing', async () => {
    await expect(
      tiny([
        call({ ...answer, wire: 'GET Tiny/Get', permission: 'signed-in' }),
        call({ ...answer, wire: 'GET tiny/get', permission: 'signed-in' }),
      ]),
    ).rejects.toThrow('served twice');
  });
});

test.skipIf(isNarrowed).each([
  ['null', 'null'],
  ['NaN', 'NaN'],
  ['', 'undefined'],
  ['-1', '1e9'],
  ['999999', "1' or '1'='1"],
])('the tenant headers «%s» and «%s» do no harm', async (one, other) => {
  const visitor = app
    .visitor()
    .with({ 'abp.tenantid': one, 'abp-tenantid': other, cookie: `Abp.TenantId=${encodeURIComponent(other)}` });
  const { status, result } = await visitor.get<{ user: null; tenant: null }>('Session/GetCurrentLoginInformations');
  expect(status).toBe(200);
  expect(result).toMatchObject({ user: null, tenant: null });
});

test.skipIf(isNarrowed)('the tenant of a signed-in caller comes from the token, whatever the headers say', async () => {
  const { Beta } = app.tenants;
  const { result } = await admin.client
    .with({ 'abp.tenantid': String(Beta), cookie: `Abp.TenantId=${Beta}` })
    .get<{ tenant: { tenancyName: string } }>('Session/GetCurrentLoginInformations');
  expect(result.tenant.tenancyName).toBe('Alpha');
});

test.skipIf(isNarrowed).each([
  [{ cookie: 'Abp.Localization.CultureName=zh-CN', 'accept-language': 'en' }, '您尚未登录，请先登录'],
  [{ '.aspnetcore.culture': 'c=zh-CN|uic=zh-CN', 'accept-language': 'en' }, '您尚未登录，请先登录'],
  [{ 'accept-language': 'en-GB,zh;q=0.5' }, undefined],
  [{ cookie: 'Abp.Localization.CultureName=zh-Hans', 'accept-language': 'en' }, '您尚未登录，请先登录'],
  [{ 'accept-language': 'fr' }, '您尚未登录，请先登录'],
])('%j decides the language', async (headers, message) => {
  const { error } = await app.visitor('Alpha').with(headers).get('C_client/GetPagedAll');
  if (message === undefined) expect(error?.message).not.toMatch(/[\u4e00-\u9fff]/);
  else expect(error?.message).toBe(message);
});

async function until(check: () => Promise<boolean>, mostMs: number): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < mostMs) if (await check()) return performance.now() - started;
  return mostMs;
}

test.skipIf(isNarrowed).each([
  [
    'its row is revoked',
    'update user_token set revoked_at = now() where tenant_id = $1 and user_id in (select id from app_user where tenant_id = $1 and user_name = $2)',
  ],
  [
    'the security stamp changes',
    "update app_user set security_stamp = 'another' where tenant_id = $1 and user_name = $2",
  ],
  ['the user is switched off', 'update app_user set is_active = false where tenant_id = $1 and user_name = $2'],
])('a token is dead within two seconds after %s', async (_what, sql) => {
  const userName = `mortal${_what.length}`;
  const { client, tenantId } = await addUser(app, 'Alpha', { userName, dataScope: 'all', allPermissions: true });
  expect((await client.get('Dictionary_type/GetAll')).status).toBe(200);
  await app.server.services.database.withTenant(tenantId, (tx) => tx.execute(sql, [tenantId, userName]));
  expect(
    await until(async () => (await client.get('Dictionary_type/GetAll')).status === 401, timeLimit(3000)),
  ).toBeLessThan(timeLimit(2200));
});

test.skipIf(isNarrowed)('a right that is taken away is gone within two seconds', async () => {
  const { client, tenantId } = await addUser(app, 'Alpha', {
    userName: 'demoted',
    dataScope: 'all',
    allPermissions: true,
  });
  expect((await client.get('Dictionary_type/GetAll')).status).toBe(200);
  await app.server.services.database.withTenant(tenantId, (tx) =>
    tx.execute(
      "delete from role_permission where tenant_id = $1 and role_id = (select id from app_role where tenant_id = $1 and name = 'Roledemoted')",
      [tenantId],
    ),
  );
  expect(
    await until(async () => (await client.get('Dictionary_type/GetAll')).status === 403, timeLimit(3000)),
  ).toBeLessThan(timeLimit(2200));
});
