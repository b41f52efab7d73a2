import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeToken, type TokenGrant } from './account-tokens.ts';

interface Tokens {
  readonly accessToken: string;
  readonly encryptedAccessToken: string;
  readonly expireInSeconds: number;
}

interface Shown {
  readonly user: { readonly userName: string } | null;
  readonly tenant: { readonly tenancyName: string } | null;
  readonly impersonatorUser: { readonly userName: string } | null;
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const idOf = async (userName: string): Promise<number> =>
  (
    await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
      tx.one<{ id: number }>('select id from app_user where tenant_id = $1 and user_name = $2', [
        tx.tenantId,
        userName,
      ]),
    )
  )?.id ?? 0;
const grant = (given: TokenGrant): Promise<string> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => makeToken(tx, given));
const linked = (switchAccountToken: string): Promise<Answer<Tokens>> =>
  app.visitor('Beta').post<Tokens>('/api/TokenAuth/LinkedAccountAuthenticate', undefined, { switchAccountToken });
const impersonated = (impersonationToken: string): Promise<Answer<Tokens>> =>
  app.visitor('Beta').post<Tokens>('/api/TokenAuth/ImpersonatedAuthenticate', undefined, { impersonationToken });
const whoIs = async ({ accessToken }: Tokens): Promise<Shown> =>
  (
    await app
      .visitor()
      .with({ authorization: `Bearer ${accessToken}` })
      .get<Shown>('Session/GetCurrentLoginInformations')
  ).result;

test('a switch token signs in once, in the tenant it leads to, whatever the headers say', async () => {
  const token = await grant({ userId: await idOf('doctor'), purpose: 'linked' });
  const answers = await Promise.all([linked(token), linked(token), linked(token)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400]);
  const tokens = answers.find(({ status }) => status === 200)?.result;
  if (!tokens) throw new Error('nobody was signed in');
  expect(await whoIs(tokens)).toMatchObject({
    user: { userName: 'doctor' },
    tenant: { tenancyName: 'Alpha' },
    impersonatorUser: null,
  });
  expect(await app.server.services.tokenIssuer.verifyHub(tokens.encryptedAccessToken)).toMatchObject({
    tenantId: app.tenants.Alpha,
  });
  expect((await linked(token)).error?.reason).toBe('token.invalid');
});

test('an impersonation token signs in as somebody else, says who stands behind it, and lasts no longer than it was granted', async () => {
  const userId = await idOf('nurse');
  const token = await grant({
    userId,
    purpose: 'impersonation',
    impersonatorUserId: await idOf('admin'),
    impersonatorTenantId: app.tenants.Alpha,
    sessionSeconds: 600,
  });
  expect((await linked(token)).status).toBe(400);
  const { result } = await impersonated(token);
  expect(result.expireInSeconds).toBe(600);
  expect(await whoIs(result)).toMatchObject({ user: { userName: 'nurse' }, impersonatorUser: { userName: 'admin' } });
  const [attempt] = await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.query<{ n: number }>('select count(*)::int as n from login_attempt where tenant_id = $1 and user_id = $2', [
      tx.tenantId,
      userId,
    ]),
  );
  expect(attempt?.n).toBe(0);
});

test('late, strange and foreign tokens and those of people who were switched off are refused alike', async () => {
  const manager = await idOf('manager');
  const [late, foreign, ofNobody] = [
    await grant({ userId: manager, purpose: 'linked' }),
    await grant({ userId: manager, purpose: 'linked' }),
    await grant({ userId: manager, purpose: 'linked' }),
  ];
  await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.execute(
      "update account_token set expires_at = now() - interval '1 second' where tenant_id = $1 and id = (select min(id) from account_token where tenant_id = $1 and used_at is null)",
      [tx.tenantId],
    ),
  );
  await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.execute("update app_user set is_active = false where tenant_id = $1 and user_name = 'manager'", [tx.tenantId]),
  );
  for (const token of [
    late,
    `${app.tenants.Beta}.${foreign.split('.')[1]}`,
    ofNobody,
    'x',
    '1.',
    '99999999999999999999.abcdefghijklmnopqrstuvwxyz',
  ]) {
    const answer = await linked(token);
    expect([answer.status, answer.error?.reason], token).toEqual([400, 'token.invalid']);
  }
});
