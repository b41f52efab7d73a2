import { createHash, randomBytes } from 'node:crypto';
import type { CallCtx } from '../../engine/public.ts';

export type Subject = { readonly client: number } | { readonly contact: number };

export const validSeconds = 600;

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

const endedSql =
  'delete from wechat_code where tenant_id = $1 and (expires_at <= $2 or client_id = $3 or contact_id = $4)';
const insertSql =
  'insert into wechat_code (tenant_id, hash, client_id, contact_id, expires_at, made_by) values ($1, $2, $3, $4, $5, $6)';
const useSql = `delete from wechat_code where tenant_id = $1 and hash = $2 and expires_at > $3
  returning client_id as client, contact_id as contact`;

/** Makes a code that binds once; an earlier one of the same subject no longer does. */
export async function makeCode({ tx, tenantId, caller, now }: CallCtx, subject: Subject): Promise<string> {
  const code = randomBytes(24).toString('base64url');
  const [client, contact] = [
    'client' in subject ? subject.client : null,
    'contact' in subject ? subject.contact : null,
  ];
  await tx.execute(endedSql, [tenantId, now(), client, contact]);
  const expiresAt = new Date(now().getTime() + validSeconds * 1000);
  await tx.execute(insertSql, [tenantId, hashOf(code), client, contact, expiresAt, caller.userId]);
  return code;
}

/** Uses up a code; undefined for one that has ended, was used, or is that of another tenant. */
export async function useCode({ tx, tenantId, now }: CallCtx, code: string): Promise<Subject | undefined> {
  const row = await tx.one<{ client: number | null; contact: number | null }>(useSql, [tenantId, hashOf(code), now()]);
  if (row?.client) return { client: row.client };
  return row?.contact ? { contact: row.contact } : undefined;
}
