import { z } from 'zod';
import { call, type Call } from '../../engine/public.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Courier } from './courier.ts';
import { openParams } from './message-seal.ts';
import type { DueMessage, MessageParts } from './message-types.ts';
import { messageOf } from './receipts.ts';

interface ReceiptParts extends Pick<MessageParts, 'database' | 'tenantKeys' | 'now' | 'noticeEnded'> {
  readonly courier: Pick<Courier, 'close'>;
  /** None without a provider, which then sends no receipts. */
  readonly receiptKey: string | undefined;
}

/** SmsReport of Aliyun, HTTP batch push: one entry a message; `out_id` is what we gave when we sent it. */
const report = z.object({
  success: z.union([z.boolean(), z.literal('true'), z.literal('false')]),
  ['err_code']: z.string().max(200).nullish(),
  ['out_id']: z.string().max(256).nullish(),
});
const input = z.object({ items: z.array(report).min(1).max(1000) });
const output = z.object({ code: z.number(), msg: z.string() });

const deliveredSql = `update outgoing_message set state = 'delivered', delivered_at = $3, row_version = row_version + 1
  where tenant_id = $1 and id = $2 and state in ('sent', 'sending') 
  returning (select k.notice_id from message_key k where k.tenant_id = $1 and k.message_id = $2) as "noticeId"`;
const refusedSql = `select m.id, m.tenant_id as "tenantId", m.user_id as "userId", m.level, (select k.notice_id from message_key k where k.tenant_id = $1 and k.message_id = $2) as "noticeId", m.channel, m.purpose, m.recipient, m.attempts,
    coalesce(d.culture, 'zh-Hans') as culture, d.params_sealed as sealed, coalesce(d.fallbacks, '[]'::jsonb) as fallbacks, coalesce(d.expires_at <= $3, true) as "isLate",
    coalesce(greatest(0, extract(epoch from d.expires_at - $3)), 0)::int as "secondsLeft"
  from outgoing_message m left join message_delivery d on d.tenant_id = m.tenant_id and d.message_id = m.id
  where m.tenant_id = $1 and m.id = $2 and m.state = 'sent' for update of m`;

type Report = z.output<typeof report>;

async function take(
  parts: ReceiptParts,
  place: { readonly tenantId: number; readonly messageId: number },
  given: Report,
) {
  const { database, tenantKeys, courier, now, noticeEnded } = parts;
  const { tenantId, messageId } = place;
  const sealer = await tenantKeys.of(tenantId);
  await database.withTenant(tenantId, async (tx) => {
    if (String(given.success) === 'true') {
      const row = await tx.one<{ noticeId: number | null }>(deliveredSql, [tenantId, messageId, now()]);
      if (row?.noticeId) await noticeEnded(tx, row.noticeId, { state: 'delivered', sentAt: now() });
      return;
    }
    const row = await tx.one<DueRow>(refusedSql, [tenantId, messageId, now()]);
    if (!row) return;
    const { sealed, ...message } = row;
    const params = sealed ? openParams(sealer, sealed) : { minutes: '' };
    await courier.close(tx, { ...message, params }, { state: 'failed', problem: given['err_code'] ?? 'NOT_DELIVERED' });
  });
}

interface DueRow extends Omit<DueMessage, 'params'> {
  readonly sealed: Buffer | null;
}

/** Takes the receipts whose reference this server made; a request without any of them is refused. */
async function takeAll(parts: ReceiptParts, { items }: z.output<typeof input>): Promise<z.output<typeof output>> {
  const { receiptKey } = parts;
  const known = items.flatMap((given) => {
    const place = receiptKey === undefined ? undefined : messageOf(receiptKey, given['out_id'] ?? '');
    return place ? [{ place, given }] : [];
  });
  if (known.length === 0) throw forbidden('message.receipt');
  for (const { place, given } of known) await take(parts, place, given);
  return { code: 0, msg: '成功' };
}

/** Receipts of Aliyun: whether each message reached its phone. */
export const receiptCall = (parts: ReceiptParts): Call =>
  call({
    wire: 'POST /api/messages/receipt/aliyun',
    title: '短信送达回执',
    permission: 'anonymous',
    input,
    output,
    envelope: 'raw',
    detached: true,
    run: (_ctx, given) => takeAll(parts, given),
  });
