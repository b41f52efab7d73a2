import { type Courier, noticesOfMessage } from './courier.ts';
import { openParams } from './message-seal.ts';
import type { DueMessage, MessageParts } from './message-types.ts';

export interface ReceiptParts extends Pick<MessageParts, 'database' | 'tenantKeys' | 'now' | 'noticeEnded'> {
  readonly courier: Pick<Courier, 'close'>;
}

/** What a provider says of a message; `problem` where it was not delivered. */
export interface Receipt {
  readonly tenantId: number;
  readonly messageId: number;
  readonly problem?: string;
}

const sentSql = `select ${noticesOfMessage} as "noticeIds" from outgoing_message m where m.tenant_id = $1 and m.id = $2 and m.state in ('sent', 'sending')`;
const deliveredSql = `update outgoing_message m set state = 'delivered', delivered_at = $3, row_version = row_version + 1
  where m.tenant_id = $1 and m.id = $2 and m.state in ('sent', 'sending')`;
const refusedSql = `select m.id, m.tenant_id as "tenantId", m.user_id as "userId", m.level, ${noticesOfMessage} as "noticeIds", m.channel, m.purpose, m.recipient, m.attempts,
    coalesce(d.culture, 'zh-Hans') as culture, d.params_sealed as sealed, coalesce(d.fallbacks, '[]'::jsonb) as fallbacks, coalesce(d.expires_at <= $3, true) as "isLate",
    coalesce(greatest(0, extract(epoch from d.expires_at - $3)), 0)::int as "secondsLeft"
  from outgoing_message m left join message_delivery d on d.tenant_id = m.tenant_id and d.message_id = m.id
  where m.tenant_id = $1 and m.id = $2 and m.state = 'sent' for update of m`;

interface DueRow extends Omit<DueMessage, 'params'> {
  readonly sealed: Buffer | null;
}

/** Stores a receipt. What was not delivered goes out by its next channel; a repeated receipt changes nothing. */
export async function takeReceipt(parts: ReceiptParts, { tenantId, messageId, problem }: Receipt): Promise<void> {
  const { database, tenantKeys, courier, now, noticeEnded } = parts;
  const sealer = await tenantKeys.of(tenantId);
  await database.withTenant(tenantId, async (tx) => {
    if (problem === undefined) {
      const row = await tx.one<Pick<DueRow, 'noticeIds'>>(sentSql, [tenantId, messageId]);
      if (row && row.noticeIds.length > 0) await noticeEnded(tx, row.noticeIds, { state: 'delivered', sentAt: now() });
      if (row) await tx.execute(deliveredSql, [tenantId, messageId, now()]);
      return;
    }
    const row = await tx.one<DueRow>(refusedSql, [tenantId, messageId, now()]);
    if (!row) return;
    const { sealed, ...message } = row;
    const params = sealed ? openParams(sealer, sealed) : { minutes: '' };
    await courier.close(tx, { ...message, params }, { state: 'failed', problem });
  });
}
