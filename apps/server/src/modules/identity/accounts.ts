import type { TenantRow } from '../../access/session.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface Account {
  readonly id: number;
  readonly userName: string;
  readonly passwordHash: string | null;
  readonly isActive: boolean;
  readonly emailAddress: string;
  readonly isEmailConfirmed: boolean;
  readonly phoneNumber: string | null;
  readonly isPhoneConfirmed: boolean;
  /** Whether failed tries may lock the places they come from. */
  readonly isLockoutEnabled: boolean;
  readonly securityStamp: string;
  readonly mustChangePassword: boolean;
  readonly isTwoFactorEnabled: boolean;
  readonly authenticatorKey: Buffer | null;
  readonly authenticatorStep: number | null;
}

const columns = `id, user_name as "userName", password_hash as "passwordHash", is_active as "isActive", email_address as "emailAddress", is_email_confirmed as "isEmailConfirmed", phone_number as "phoneNumber", is_phone_confirmed as "isPhoneConfirmed",
  is_lockout_enabled as "isLockoutEnabled", security_stamp as "securityStamp", should_change_password as "mustChangePassword",
  is_two_factor_enabled as "isTwoFactorEnabled", authenticator_key_sealed as "authenticatorKey", authenticator_last_step as "authenticatorStep"`;

/** The account with a user name or, when no user has that name, with that e-mail address; case does not matter. */
export const findAccount = (tx: Tx, login: string): Promise<Account | undefined> =>
  tx.one<Account>(
    `select ${columns} from app_user where tenant_id = $1 and not is_deleted and (user_name_key = lower($2) or email_key = lower($2)) order by user_name_key = lower($2) desc limit 1`,
    [tx.tenantId, login],
  );

/** The account's present state, locked until the end of the transaction. */
export const lockAccount = (tx: Tx, id: number): Promise<Account | undefined> =>
  tx.one<Account>(`select ${columns} from app_user where tenant_id = $1 and id = $2 and not is_deleted for update`, [
    tx.tenantId,
    id,
  ]);

export const findTenant = (
  tx: Tx,
): Promise<(TenantRow & { readonly tenancyName: string; readonly name: string }) | undefined> =>
  tx.one(
    `select tenancy_name as "tenancyName", name, is_active as "isActive", time_zone as "timeZone", subscription_end_at as "subscriptionEndAt", waiting_days as "waitingDays", row_version as "rowVersion"
   from tenant where id = $1`,
    [tx.tenantId],
  );

/** Results of a sign-in, with the numbers of the old framework. */
export const loginResults = {
  Success: 1,
  InvalidUserNameOrEmailAddress: 2,
  InvalidPassword: 3,
  UserIsNotActive: 4,
  InvalidTenancyName: 5,
  TenantIsNotActive: 6,
  UserEmailIsNotConfirmed: 7,
  UnknownExternalLogin: 8,
  LockedOut: 9,
  UserPhoneNumberIsNotConfirmed: 10,
  FailedForOtherReason: 11,
} as const;

export type LoginResult = keyof typeof loginResults;

export interface AttemptEntry {
  readonly login: string;
  readonly userId: number | null;
  readonly tenancyName: string | null;
  readonly ip: string;
  readonly client: string;
  readonly result: LoginResult;
}

const attemptColumns = 'tenant_id, user_id, tenancy_name, user_name_or_email, client_ip, browser, result';

const attemptValues = (tx: Tx, entry: AttemptEntry): readonly unknown[] => [
  tx.tenantId,
  entry.userId,
  entry.tenancyName,
  entry.login.slice(0, 256),
  entry.ip.slice(0, 64),
  entry.client.slice(0, 512),
  loginResults[entry.result],
];

export const recordAttempt = (tx: Tx, entry: AttemptEntry): Promise<number> =>
  tx.execute(
    `insert into login_attempt (${attemptColumns}) values ($1, $2, $3, $4, $5, $6, $7)`,
    attemptValues(tx, entry),
  );

/** Counts a refused try. Writes one log row in ten minutes, so that an attack does not fill the log. */
export const recordRefusal = (tx: Tx, account: number, entry: AttemptEntry): Promise<number> =>
  tx.execute(
    `with counted as (
     update sign_in_account set refused_count = refused_count + 1,
       refusal_noted_at = case when refusal_noted_at > now() - interval '10 minutes' then refusal_noted_at else now() end
     where tenant_id = $1 and account = $8 returning refusal_noted_at = now() as "isNoted")
   insert into login_attempt (${attemptColumns}) select $1, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::smallint from counted where "isNoted"`,
    [...attemptValues(tx, entry), account],
  );

export const countSuccess = (tx: Tx, id: number): Promise<number> =>
  tx.execute('update app_user set last_login_at = now() where tenant_id = $1 and id = $2', [tx.tenantId, id]);
