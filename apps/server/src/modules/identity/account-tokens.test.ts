import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeToken, takeToken, tenantOfToken } from './account-tokens.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const at = <T>(tenantId: number, work: Parameters<typeof app.server.services.database.withTenant<T>>[1]): Promise<T> =>
  app.server.services.database.withTenant(tenantId, work);
const doctorOf = (tenantId: number): Promise<number> =>
  at(
    tenantId,
    async (tx) =>
      (
        await tx.one<{ id: number }>("select id from app_user where tenant_id = $1 and user_name = 'doctor'", [
          tenantId,
        ])
      )?.id ?? 0,
  );

test('a token is good once, for its purpose, in its tenant, and names who stands behind it', async () => {
  const { Alpha, Beta } = app.tenants;
  const userId = await doctorOf(Alpha);
  const token = await at(Alpha, (tx) =>
    makeToken(tx, { userId, purpose: 'linked', impersonatorUserId: 7, impersonatorTenantId: 0, sessionSeconds: 600 }),
  );
  expect(tenantOfToken(token)).toBe(Alpha);
  expect(await at(Alpha, (tx) => takeToken(tx, { token, purpose: 'impersonation' }))).toBeUndefined();
  expect(await at(Beta, (tx) => takeToken(tx, { token, purpose: 'linked' }))).toBeUndefined();
  const taken = await Promise.all([1, 2, 3].map(() => at(Alpha, (tx) => takeToken(tx, { token, purpose: 'linked' }))));
  expect(taken.filter((one) => one !== undefined)).toEqual([
    { userId, impersonatorUserId: 7, impersonatorTenantId: 0, sessionSeconds: 600 },
  ]);
});

test('a token older than a minute is worthless, and no row holds the token itself', async () => {
  const { Alpha } = app.tenants;
  const userId = await doctorOf(Alpha);
  const token = await at(Alpha, (tx) => makeToken(tx, { userId, purpose: 'impersonation' }));
  const rows = await at(Alpha, (tx) =>
    tx.query<{ hash: string; seconds: number }>(
      'select hash, extract(epoch from expires_at - created_at)::integer as seconds from account_token where tenant_id = $1 and used_at is null',
      [Alpha],
    ),
  );
  expect(rows).toEqual([{ hash: expect.not.stringContaining(token) as string, seconds: 60 }]);
  await at(Alpha, (tx) =>
    tx.execute("update account_token set expires_at = now() - interval '1 second' where tenant_id = $1", [Alpha]),
  );
  expect(await at(Alpha, (tx) => takeToken(tx, { token, purpose: 'impersonation' }))).toBeUndefined();
});

test('what is no token leads nowhere', () => {
  expect([
    tenantOfToken(''),
    tenantOfToken('1.short'),
    tenantOfToken('x.aaaaaaaaaaaaaaaaaaaaaaaa'),
    tenantOfToken(`0.${'a'.repeat(43)}`),
  ]).toEqual([undefined, undefined, undefined, 0]);
});
