import { createHmac, timingSafeEqual } from 'node:crypto';

const markOf = (key: string, text: string): string =>
  createHmac('sha256', key).update(`message receipt ${text}`).digest('base64url').slice(0, 27);

/** The reference that a provider returns in its receipt: tenant, message, and a mark that only this server can make. */
export const outIdOf = (key: string, tenantId: number, messageId: number): string =>
  `${tenantId}.${messageId}.${markOf(key, `${tenantId}.${messageId}`)}`;

/** The message of a reference; undefined where its mark is wrong. */
export function messageOf(
  key: string,
  reference: string,
): { readonly tenantId: number; readonly messageId: number } | undefined {
  const found = /^(\d{1,15})\.(\d{1,15})\.([\w-]{27})$/.exec(reference);
  const [, tenant = '', message = '', mark = ''] = found ?? [];
  if (!found || !timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(key, `${tenant}.${message}`)))) return undefined;
  return { tenantId: Number(tenant), messageId: Number(message) };
}
