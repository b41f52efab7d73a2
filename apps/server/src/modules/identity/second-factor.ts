import { Secret, TOTP } from 'otpauth';
import type { Sealer } from '../../access/ctx.ts';
import type { Settings } from '../../access/settings.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Account } from './accounts.ts';
import { makeCode } from './one-time-codes.ts';
import { takeDigits } from './sent-codes.ts';

const stepSeconds = 30;
const mostTries = 5;
const pendingSeconds = 600;
const keyBytes = 20;

/** The codes of a key in base32 (RFC 6238 with SHA-1, six digits, 30 seconds: supported by every authenticator app). */
const codesOf = (key: string, label?: { readonly issuer: string; readonly label: string }): TOTP =>
  new TOTP({ ...label, secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period: stepSeconds });

export const makeKey = (): string => new Secret({ size: keyBytes }).base32;

export const keyUri = (issuer: string, label: string, key: string): string =>
  codesOf(key, { issuer, label }).toString();

export const codeAt = (key: string, at: Date): string => codesOf(key).generate({ timestamp: at.getTime() });

/** The time step of a valid code: the present one or one beside it, later than the last used one. */
export function stepOf(
  key: string,
  code: string,
  used: { readonly at: Date; readonly after: number | null },
): number | undefined {
  const timestamp = used.at.getTime();
  const delta = codesOf(key).validate({ token: code, timestamp, window: 1 });
  if (delta === null) return undefined;
  const step = Math.floor(timestamp / 1000 / stepSeconds) + delta;
  return step > (used.after ?? -1) ? step : undefined;
}

export type Provider = 'Email' | 'Phone' | 'GoogleAuthenticator';

const switches: Readonly<Record<Provider, string>> = {
  Email: 'Abp.Zero.UserManagement.TwoFactorLogin.IsEmailProviderEnabled',
  Phone: 'Abp.Zero.UserManagement.TwoFactorLogin.IsSmsProviderEnabled',
  GoogleAuthenticator: 'App.UserManagement.TwoFactorLogin.IsGoogleAuthenticatorEnabled',
};

/** Only proved addresses and numbers count. */
const has: Readonly<Record<Provider, (account: Account) => boolean>> = {
  Email: ({ isEmailConfirmed }) => isEmailConfirmed,
  Phone: ({ isPhoneConfirmed, phoneNumber }) => isPhoneConfirmed && phoneNumber !== null,
  GoogleAuthenticator: ({ authenticatorKey }) => authenticatorKey !== null,
};

export async function providersOf(
  settings: Settings,
  tenantId: number,
  account: Account,
): Promise<readonly Provider[]> {
  if (
    !account.isTwoFactorEnabled ||
    !(await settings.flag(tenantId, 'Abp.Zero.UserManagement.TwoFactorLogin.IsEnabled'))
  )
    return [];
  const names = (Object.keys(switches) as Provider[]).filter((name) => has[name](account));
  const flags = await Promise.all(names.map((name) => settings.flag(tenantId, switches[name])));
  return names.filter((_, index) => flags[index]);
}

export const openSlot = (tx: Tx, account: Account): Promise<string> =>
  makeCode(tx, {
    userId: account.id,
    purpose: 'two-factor',
    securityStamp: account.securityStamp,
    seconds: pendingSeconds,
  });

export async function hasSlot(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.one(
    "select 1 from one_time_code where tenant_id = $1 and user_id = $2 and purpose = 'two-factor' and used_at is null and expires_at > now()",
    [tx.tenantId, userId],
  );
  return row !== undefined;
}

/** Checks the code of a pending sign-in; each try counts, and a right code cannot be used again. */
export async function acceptCode(
  tx: Tx,
  account: Account,
  given: { readonly code: string; readonly sealer: Sealer; readonly at: Date },
): Promise<boolean> {
  const slots = await tx.execute(
    `update one_time_code set tries = tries + 1 where tenant_id = $1 and id = (select id from one_time_code where tenant_id = $1 and user_id = $2 and purpose = 'two-factor' and security_stamp = $3 and used_at is null and expires_at > now() order by id desc limit 1) and tries < $4`,
    [tx.tenantId, account.id, account.securityStamp, mostTries],
  );
  if (slots === 0) return false;
  const isRight =
    (await acceptStep(tx, account, given)) ||
    (await takeDigits(
      tx,
      { userId: account.id, purpose: 'two-factor-code', securityStamp: account.securityStamp, sealer: given.sealer },
      given.code,
    ));
  if (isRight)
    await tx.execute(
      "update one_time_code set used_at = now() where tenant_id = $1 and user_id = $2 and purpose = 'two-factor' and used_at is null",
      [tx.tenantId, account.id],
    );
  return isRight;
}

export async function acceptStep(
  tx: Tx,
  account: Account,
  given: { readonly code: string; readonly sealer: Sealer; readonly at: Date },
): Promise<boolean> {
  if (!account.authenticatorKey) return false;
  const step = stepOf(given.sealer.open(account.authenticatorKey), given.code.trim(), {
    at: given.at,
    after: account.authenticatorStep,
  });
  if (step === undefined) return false;
  await tx.execute('update app_user set authenticator_last_step = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    account.id,
    step,
  ]);
  return true;
}
