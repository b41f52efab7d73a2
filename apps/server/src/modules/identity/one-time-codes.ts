import type { Tx } from '../../platform/database/database.ts';
import { randomToken, tokenDigest } from '../../platform/tokens.ts';

export type CodePurpose = 'password-reset' | 'two-factor';

interface NewCode {
  readonly userId: number;
  readonly purpose: CodePurpose;
  readonly securityStamp: string;
  readonly seconds: number;
}

/** Makes a code for one use and gives it; only its digest is kept. It is worthless once the account's stamp changes. */
export async function makeCode(tx: Tx, input: NewCode): Promise<string> {
  const code = randomToken();
  await tx.execute(
    'insert into one_time_code (tenant_id, user_id, purpose, code_hash, security_stamp, expires_at) values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))',
    [tx.tenantId, input.userId, input.purpose, tokenDigest(code), input.securityStamp, input.seconds]);
  return code;
}

/** Uses a code up; false when it is unknown, used, too old or made under another stamp. */
export async function takeCode(tx: Tx, input: { readonly userId: number; readonly purpose: CodePurpose; readonly code: string; readonly securityStamp: string }): Promise<boolean> {
  const taken = await tx.execute(
    'update one_time_code set used_at = now() where tenant_id = $1 and user_id = $2 and purpose = $3 and code_hash = $4 and security_stamp = $5 and used_at is null and expires_at > now()',
    [tx.tenantId, input.userId, input.purpose, tokenDigest(input.code), input.securityStamp]);
  return taken > 0;
}
