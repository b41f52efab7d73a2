import { randomInt } from 'node:crypto';
import type { Sealer } from '../../access/ctx.ts';
import type { Tx } from '../../platform/database/database.ts';
import { rateLimited } from '../../platform/errors.ts';

export type SentPurpose = 'phone-verification' | 'two-factor-code';

interface SentCode {
  readonly userId: number;
  readonly purpose: SentPurpose;
  readonly sentTo: string;
  readonly securityStamp: string;
  readonly sealer: Sealer;
}

const restSeconds = 60;
const mostADay = 20;
const mostTries = 5;
const daySeconds = 24 * 3600;

/** A keyed digest: six digits hashed without a key are guessed at once. */
const digestOf = ({ sealer, purpose, userId }: Pick<SentCode, 'sealer' | 'purpose' | 'userId'>, code: string): string =>
  sealer.index(`${purpose}:${userId}:${code}`).toString('base64url');

async function requireRest(tx: Tx, { userId, purpose }: SentCode): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('sent code ' || $1, $2))", [purpose, userId]);
  const before = await tx.one<{ count: number; age: number; oldest: number }>(
    `select count(*) as count, coalesce(extract(epoch from now() - max(created_at)), ${daySeconds})::double precision as age, coalesce(extract(epoch from now() - min(created_at)), 0)::double precision as oldest
     from one_time_code where tenant_id = $1 and user_id = $2 and purpose = $3 and created_at > now() - interval '1 day'`,
    [tx.tenantId, userId, purpose],
  );
  if (!before) return;
  if (before.age < restSeconds) throw rateLimited(Math.ceil(restSeconds - before.age), 'code.too-soon');
  if (before.count >= mostADay) throw rateLimited(Math.ceil(daySeconds - before.oldest), 'code.too-many');
}

/** Creates the six digits of a code to send and invalidates earlier ones. Refused when requested too often. */
export async function makeDigits(tx: Tx, sent: SentCode, seconds: number): Promise<string> {
  const { userId, purpose, sentTo, securityStamp } = sent;
  await requireRest(tx, sent);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.execute(
    'update one_time_code set used_at = now() where tenant_id = $1 and user_id = $2 and purpose = $3 and used_at is null',
    [tx.tenantId, userId, purpose],
  );
  await tx.execute(
    'insert into one_time_code (tenant_id, user_id, purpose, code_hash, sent_to, security_stamp, expires_at) values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))',
    [tx.tenantId, userId, purpose, digestOf(sent, code), sentTo, securityStamp, seconds],
  );
  return code;
}

/** Checks the digits that a person entered. The counted try must be committed also when they are wrong. */
export async function takeDigits(
  tx: Tx,
  sent: Omit<SentCode, 'sentTo'> & { readonly sentTo?: string },
  code: string,
): Promise<boolean> {
  const row = await tx.one<{ id: number; hash: string; sentTo: string | null }>(
    `update one_time_code set tries = tries + 1 where tenant_id = $1 and id = (select id from one_time_code where tenant_id = $1 and user_id = $2 and purpose = $3 and security_stamp = $4 and used_at is null and expires_at > now() order by id desc limit 1)
     and tries < ${mostTries} returning id, code_hash as hash, sent_to as "sentTo"`,
    [tx.tenantId, sent.userId, sent.purpose, sent.securityStamp],
  );
  if (!row || (sent.sentTo !== undefined && row.sentTo !== sent.sentTo)) return false;
  const hashes = sent.sealer
    .indexes(`${sent.purpose}:${sent.userId}:${code.trim()}`)
    .map((index) => index.toString('base64url'));
  if (!hashes.includes(row.hash)) return false;
  return (
    (await tx.execute('update one_time_code set used_at = now() where tenant_id = $1 and id = $2 and used_at is null', [
      tx.tenantId,
      row.id,
    ])) > 0
  );
}
