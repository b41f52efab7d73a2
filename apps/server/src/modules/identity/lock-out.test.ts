import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import type { Passwords } from '../../platform/passwords.ts';

interface SignInAnswer {
  readonly accessToken: string | null;
  readonly refreshToken: string;
  readonly requiresTwoFactorVerification: boolean;
}

interface LockedUser {
  readonly id: number;
  readonly userName: string;
  readonly lockoutEndDateUtc: string | null;
}

let app: TestApp;
let checks: MockInstance<Passwords['verify']>;
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1' } });
  // Counts the passwords that are compared. Other tests cover the slow hashing.
  checks = vi
    .spyOn(app.server.services.passwords, 'verify')
    .mockImplementation((stored, given) => Promise.resolve(Boolean(stored) && given === password));
});
afterAll(() => app.close());

/** Every test begins without counts and known places. */
beforeEach(async () => {
  await app.query('Alpha', 'delete from failed_sign_in where tenant_id = $1');
  await app.query('Alpha', 'delete from sign_in_place where tenant_id = $1');
  await app.query('Alpha', 'update app_user set lockout_end_at = null where tenant_id = $1');
  checks.mockClear();
});

const at = (address: string): Client => app.visitor('Alpha').with({ 'x-forwarded-for': address });

const signIn = (client: Client, userName: string, its = password): Promise<Answer<SignInAnswer>> =>
  client.post<SignInAnswer>('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: userName, password: its });

const signInFrom = (address: string, userName: string, its = password): Promise<Answer<SignInAnswer>> =>
  signIn(at(address), userName, its);

const isIn = (answer: Answer<SignInAnswer>): boolean =>
  answer.status === 200 && typeof answer.result.accessToken === 'string';

async function failFrom(address: string, userName: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect((await signInFrom(address, userName, `wrong ${count}`)).status).toBe(400);
}

const later = (seconds: number): Promise<unknown> =>
  app.query(
    'Alpha',
    `update failed_sign_in set failed_at = failed_at - make_interval(secs => $2), locked_until = locked_until - make_interval(secs => $2) where tenant_id = $1`,
    [seconds],
  );

/** Passwords that were compared with the stored one of an account. */
const lookedAt = (): number => checks.mock.calls.filter(([stored]) => stored).length;

/** As if fifty tries had failed today, each from another address. */
const fillDay = (userName: string): Promise<unknown> =>
  app.query(
    'Alpha',
    `insert into failed_sign_in (tenant_id, account, place, is_spare) select $1, id, 'address 198.51.100.' || n, false
   from app_user, generate_series(1, 50) n where tenant_id = $1 and user_name = $2`,
    [userName],
  );

const botnet = Array.from({ length: 200 }, (_, index) => `198.51.${Math.floor(index / 100)}.${index % 100}`);

describe('others', () => {
  test('sign in at a usual address while 200 addresses guess, a guesser gets 50 tries', async () => {
    expect(isIn(await signInFrom('203.0.113.7', 'doctor'))).toBe(true);
    const before = lookedAt();
    const answers = await Promise.all(botnet.map((address) => signInFrom(address, 'doctor', 'wrong')));
    expect(answers.every(({ status, text }) => status === 400 && text === answers[0]?.text)).toBe(true);
    expect(lookedAt() - before).toBe(50);
    expect(isIn(await signInFrom('203.0.113.7', 'doctor'))).toBe(true);
    expect(isIn(await signInFrom('192.0.2.1', 'doctor'))).toBe(false);
    await later(24 * 3600);
    expect(isIn(await signInFrom('192.0.2.1', 'doctor'))).toBe(true);
  });

  test('sign in when five wrong passwords came from another address', async () => {
    await failFrom('198.51.100.1', 'doctor', 6);
    expect(isIn(await signInFrom('198.51.100.1', 'doctor'))).toBe(false);
    expect(isIn(await signInFrom('198.51.100.2', 'doctor'))).toBe(true);
    await later(301);
    expect(isIn(await signInFrom('198.51.100.1', 'doctor'))).toBe(true);
  });

  test('sign in behind an address from which fifty wrong tries came', async () => {
    const tries = Array.from({ length: 50 }, (_, index) => signInFrom('203.0.113.9', `nobody${index}`, 'wrong'));
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([400]));
    expect(isIn(await signInFrom('203.0.113.9', 'nurse'))).toBe(true);
  });

  test('pass a flood from their own address, and who is not known there is told when to come again', async () => {
    expect(isIn(await signInFrom('203.0.113.10', 'nurse'))).toBe(true);
    const flood = await Promise.all(
      Array.from({ length: 260 }, (_, index) => signInFrom('203.0.113.10', `nobody${index}`, 'wrong')),
    );
    const refused = flood.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(isIn(await signInFrom('203.0.113.10', 'nurse'))).toBe(true);
  });
});

describe('a known place', () => {
  const browserOf = (answer: Answer<unknown>): string =>
    /browser=([\w-]{43})/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';

  test('is the browser in which the account signed in: its cookie gives tries and nothing else', async () => {
    const first = await signInFrom('203.0.113.20', 'manager');
    expect(first.headers.get('set-cookie')).toMatch(
      /^browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const cookie = { cookie: `browser=${browserOf(first)}` };
    await fillDay('manager');
    expect(isIn(await signIn(at('192.0.2.20').with(cookie), 'manager'))).toBe(true);
    expect(isIn(await signIn(at('192.0.2.21').with({ cookie: `browser=${'x'.repeat(43)}` }), 'manager'))).toBe(false);
    expect(
      (await app.visitor('Alpha').with(cookie).post('Profile/ChangeLanguage', { languageName: 'en' })).status,
    ).toBe(401);
    // Another account does not know that browser.
    await fillDay('nurse');
    expect(isIn(await signIn(at('192.0.2.22').with(cookie), 'nurse'))).toBe(false);
  });

  test('gets five tries of its own on a day that is used up', async () => {
    expect(isIn(await signInFrom('203.0.113.21', 'manager'))).toBe(true);
    await fillDay('manager');
    await failFrom('203.0.113.21', 'manager', 5);
    expect(isIn(await signInFrom('203.0.113.21', 'manager'))).toBe(false);
    await later(3600);
    expect(isIn(await signInFrom('203.0.113.21', 'manager'))).toBe(false);
    await later(23 * 3600);
    expect(isIn(await signInFrom('203.0.113.21', 'manager'))).toBe(true);
  });

  test('is the address where a refresh token was used, until 30 days have passed', async () => {
    const { result } = await signInFrom('203.0.113.22', 'manager');
    const renewed = await app
      .visitor('Alpha')
      .with({ 'x-forwarded-for': '203.0.113.23' })
      .post('/api/TokenAuth/RefreshToken', { refreshToken: result.refreshToken });
    expect(renewed.status).toBe(200);
    await fillDay('manager');
    expect(isIn(await signInFrom('203.0.113.23', 'manager'))).toBe(true);
    await app.query('Alpha', "update sign_in_place set signed_in_at = now() - interval '31 days' where tenant_id = $1");
    expect(isIn(await signInFrom('203.0.113.23', 'manager'))).toBe(false);
  });

  test('is a whole /64 of IPv6, and an IPv4 address in either spelling', async () => {
    expect(isIn(await signInFrom('2001:db8:1:2::5', 'manager'))).toBe(true);
    expect(isIn(await signInFrom('::ffff:203.0.113.24', 'manager'))).toBe(true);
    await fillDay('manager');
    expect(isIn(await signInFrom('2001:db8:1:2:aaaa::1', 'manager'))).toBe(true);
    expect(isIn(await signInFrom('2001:db8:1:3::5', 'manager'))).toBe(false);
    expect(isIn(await signInFrom('203.0.113.24', 'manager'))).toBe(true);
  });

  test('is not made by an address that the caller only claims', async () => {
    expect(isIn(await signInFrom('203.0.113.25', 'manager'))).toBe(true);
    await fillDay('manager');
    // The proxy appends the true address to whatever the header contained.
    expect(isIn(await signInFrom('203.0.113.25, 192.0.2.25', 'manager'))).toBe(false);
  });
});

describe('a guesser', () => {
  test('has no second count under the e-mail address, nor by trying at the same moment', async () => {
    const logins = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 'Nurse' : 'NURSE@alpha.example'));
    await Promise.all(logins.map((login, index) => signInFrom(`198.51.100.${index}`, login, 'wrong')));
    expect(lookedAt()).toBe(50);
  });

  test('goes on counting after a success from the same address, and cannot lock it by what was before', async () => {
    for (let round = 0; round < 3; round += 1) {
      await failFrom('203.0.113.30', 'nurse', 4);
      expect(isIn(await signInFrom('203.0.113.30', 'nurse'))).toBe(true);
    }
    const [row] = await app.query<{ count: number }>(
      'Alpha',
      'select count(*) as count from failed_sign_in where tenant_id = $1',
    );
    expect(row?.count).toBe(12);
  });

  test('tries linked accounts and the change of a password against the same count', async () => {
    const { result } = await signInFrom('203.0.113.31', 'nurse');
    const bearer = app
      .visitor()
      .with({ authorization: `Bearer ${result.accessToken}`, 'x-forwarded-for': '203.0.113.31' });
    for (let count = 0; count < 3; count += 1)
      await bearer.post('UserLink/LinkToUser', {
        tenancyName: 'Alpha',
        usernameOrEmailAddress: 'doctor',
        password: 'wrong',
      });
    await failFrom('203.0.113.31', 'doctor', 2);
    expect(isIn(await signInFrom('203.0.113.31', 'doctor'))).toBe(false);
    for (let count = 0; count < 5; count += 1)
      expect(
        (await bearer.post('Profile/ChangePassword', { currentPassword: 'wrong', newPassword: 'Other-Horse-8' }))
          .status,
      ).toBe(400);
    const late = await bearer.post('Profile/ChangePassword', {
      currentPassword: password,
      newPassword: 'Other-Horse-8',
    });
    expect([late.status, late.error?.reason]).toEqual([429, 'login.throttled']);
  });

  test('learns nothing: the same answer after the same work, whatever stands behind the name', async () => {
    await app.query('Alpha', "update app_user set is_active = false where tenant_id = $1 and user_name = 'manager'");
    await failFrom('198.51.100.40', 'nurse', 5);
    await fillDay('doctor');
    await failFrom('198.51.100.41', 'nobody', 5);
    const cases = [
      ['unknown', '198.51.100.42', 'nobody else'],
      ['unknown, locked', '198.51.100.41', 'nobody'],
      ['wrong', '198.51.100.43', 'admin'],
      ['inactive', '198.51.100.44', 'manager'],
      ['locked', '198.51.100.40', 'nurse'],
      ['over the day', '198.51.100.45', 'doctor'],
    ] as const;
    const seen: unknown[] = [];
    for (const [, address, userName] of cases) {
      checks.mockClear();
      const { status, text, headers } = await signInFrom(address, userName, 'wrong');
      const names = [...headers.keys()].filter((name) => name !== 'date').toSorted();
      seen.push({ status, text, names, hashes: checks.mock.calls.length });
    }
    for (const one of seen) expect(one).toEqual(seen[0]);
    expect(seen[0]).toMatchObject({ status: 400, hashes: 1 });
    await app.query('Alpha', "update app_user set is_active = true where tenant_id = $1 and user_name = 'manager'");
  });

  test('fills no table: made-up names and refused tries leave a bounded number of rows', async () => {
    const rows = async (): Promise<number> =>
      (
        await app.query<{ count: number }>(
          'Alpha',
          'select (select count(*) from failed_sign_in where tenant_id = $1) + (select count(*) from login_attempt where tenant_id = $1) as count',
        )
      )[0]?.count ?? 0;
    await Promise.all(botnet.slice(0, 60).map((address) => signInFrom(address, 'doctor', 'wrong')));
    const before = await rows();
    await Promise.all(botnet.slice(60, 120).map((address) => signInFrom(address, 'doctor', 'wrong')));
    expect((await rows()) - before).toBeLessThanOrEqual(1);
    const [accounts] = await app.query<{ count: number }>(
      'Alpha',
      'select count(*) as count from sign_in_account where tenant_id = $1 and account < 0',
    );
    expect(accounts?.count).toBeLessThanOrEqual(64);
  });
});

describe('the settings of a tenant', () => {
  const set = async (name: string, value: string): Promise<void> => {
    await app.query(
      'Alpha',
      'insert into setting (tenant_id, name, value) values ($1, $2, $3) on conflict (tenant_id, user_id, name) do update set value = excluded.value',
      [`Abp.Zero.UserManagement.UserLockOut.${name}`, value],
    );
    app.server.services.settings.forget(app.tenants.Alpha);
  };

  test('say after how many failures and for how long; without a lock the number of a day stays', async () => {
    await set('MaxFailedAccessAttemptsBeforeLockout', '2');
    await set('DefaultAccountLockoutSeconds', '60');
    await failFrom('198.51.100.50', 'nurse', 2);
    expect(isIn(await signInFrom('198.51.100.50', 'nurse'))).toBe(false);
    await later(61);
    expect(isIn(await signInFrom('198.51.100.50', 'nurse'))).toBe(true);
    await set('IsEnabled', 'false');
    await failFrom('198.51.100.50', 'doctor', 49);
    expect(isIn(await signInFrom('198.51.100.51', 'doctor'))).toBe(true);
    await failFrom('198.51.100.50', 'doctor', 1);
    expect(isIn(await signInFrom('198.51.100.52', 'doctor'))).toBe(false);
    for (const [name, value] of [
      ['IsEnabled', 'true'],
      ['MaxFailedAccessAttemptsBeforeLockout', '5'],
      ['DefaultAccountLockoutSeconds', '300'],
    ] as const)
      await set(name, value);
  });
});

describe('an administrator', () => {
  const lockedUsers = async (admin: Client): Promise<readonly LockedUser[]> =>
    (await admin.get<{ items: readonly LockedUser[] }>('User/GetUsers', { OnlyLockedUsers: true })).result.items;

  test('sees who is locked until when, and unlocks all pairs and the day at once', async () => {
    const admin = await app.as('admin', 'Alpha');
    expect(await lockedUsers(admin)).toEqual([]);
    await failFrom('198.51.100.60', 'nurse', 5);
    await Promise.all(botnet.slice(0, 60).map((address) => signInFrom(address, 'doctor', 'wrong')));
    const locked = await lockedUsers(admin);
    expect(locked.map(({ userName }) => userName)).toEqual(['doctor', 'nurse']);
    const minutes = locked.map(({ lockoutEndDateUtc }) =>
      Math.round((Date.parse(lockoutEndDateUtc ?? '') - Date.now()) / 60_000),
    );
    expect(minutes).toEqual([1440, 5]);
    const doctor = await signInFrom('203.0.113.60', 'admin');
    expect(isIn(doctor)).toBe(true);
    for (const { id } of locked) expect((await admin.post('User/UnlockUser', { id })).status).toBe(200);
    expect(await lockedUsers(admin)).toEqual([]);
    expect(isIn(await signInFrom('198.51.100.60', 'nurse'))).toBe(true);
    expect(isIn(await signInFrom('192.0.2.61', 'doctor'))).toBe(true);
    const changes = await app.query<{ after: unknown }>(
      'Alpha',
      "select after from entity_change where tenant_id = $1 and resource = 'user' and after ? 'isUnlocked'",
    );
    expect(changes).toHaveLength(2);
  });

  test('of another tenant and a nurse unlock nobody', async () => {
    const [{ id }] = (await app.query<{ id: number }>(
      'Alpha',
      "select id from app_user where tenant_id = $1 and user_name = 'doctor'",
    )) as [{ id: number }];
    expect((await (await app.as('admin', 'Beta')).post('User/UnlockUser', { id: id + 100_000 })).status).toBe(404);
    expect((await (await app.as('nurse', 'Alpha')).post('User/UnlockUser', { id })).status).toBe(403);
    expect((await (await app.as('nurse', 'Alpha')).get('User/GetUsers')).status).toBe(403);
  });
});
