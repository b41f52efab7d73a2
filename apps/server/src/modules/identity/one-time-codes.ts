import type { Tx } from '../../platform/database/database.ts';
import { randomToken, tokenDigest } from '../../platform/tokens.ts';

export type CodePurpose = 'password-reset' | 'two-factor' | 'email-activation';

interface NewCode {
  readonly userId: number;
  readonly purpose: CodePurpose;
  readonly securityStamp: string;
  readonly seconds: number;
  /** Where the code was sent, for codes that prove an address. */
  readonly sentTo?: string;
}

/** Creates a code for one use; only its digest is stored. It expires when the account's stamp changes. */
export async function makeCode(tx: Tx, input: NewCode): Promise<string> {
  const code = randomToken();
  await tx.execute(
    'insert into one_time_code (tenant_id, user_id, purpose, code_hash, security_stamp, expires_at, sent_to) values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), $7)',
    [
      tx.tenantId,
      input.userId,
      input.purpose,
      tokenDigest(code),
      input.securityStamp,
      input.seconds,
      input.sentTo ?? null,
    ],
  );
  return code;
}

/** Uses a code; false when it is unknown, used, expired or of another stamp. */
export async function takeCode(
  tx: Tx,
  input: {
    readonly userId: number;
    readonly purpose: CodePurpose;
    readonly code: string;
    readonly securityStamp: string;
    readonly sentTo?: string;
  },
): Promise<boolean> {
  const taken = await tx.execute(
    'update one_time_code set used_at = now() where tenant_id = $1 and user_id = $2 and purpose = $3 and code_hash = $4 and security_stamp = $5 and used_at is null and expires_at > now() and ($6::text is null or sent_to = $6)',
    [tx.tenantId, input.userId, input.purpose, tokenDigest(input.code), input.securityStamp, input.sentTo ?? null],
  );
  return taken > 0;
}

/** True while an unused code may match: checked before a new password is hashed. */
export async function hasCode(
  tx: Tx,
  given: { readonly userId: number; readonly purpose: CodePurpose; readonly code: string },
): Promise<boolean> {
  const row = await tx.one(
    'select 1 from one_time_code where tenant_id = $1 and user_id = $2 and purpose = $3 and code_hash = $4 and used_at is null and expires_at > now()',
    [tx.tenantId, given.userId, given.purpose, tokenDigest(given.code)],
  );
  return row !== undefined;
}

const mostADay = 10;

/** True when the next message would exceed the limits: within a minute of an unused code, or after ten in a day. */
export async function wasMadeOften(
  tx: Tx,
  of: { readonly userId: number; readonly purpose: CodePurpose },
): Promise<boolean> {
  const row = await tx.one<{ isOften: boolean }>(
    `select count(*) >= ${mostADay} or coalesce(bool_or(used_at is null and created_at > now() - interval '1 minute'), false) as "isOften"
     from one_time_code where tenant_id = $1 and user_id = $2 and purpose = $3 and created_at > now() - interval '1 day'`,
    [tx.tenantId, of.userId, of.purpose],
  );
  return row?.isOften ?? false;
}
