import type { Tx } from '../../platform/database/database.ts';
import type { NewMessage } from './message-types.ts';

const most = 10;
const hourMs = 3_600_000;

const lockSql = 'select pg_advisory_xact_lock(hashtextextended($1 || $2, 0))';
const countSql = `select count(*) filter (where state <> 'merged')::int as sent, count(*) filter (where state = 'merged')::int as merged
  from outgoing_message where tenant_id = $1 and recipient = $2 and channel = $3 and purpose = 'alarm' and level < 4 and queued_at >= $4`;

/** Whether a message counts against the limit of its recipient. */
export const isLimited = ({ purpose, level = 4 }: NewMessage): boolean => purpose === 'alarm' && level < 4;

/** The summary for an alarm beyond ten in a clock hour; undefined while it may be sent by itself. */
export async function requireRoom(tx: Tx, message: NewMessage, now: Date): Promise<NewMessage | undefined> {
  if (!isLimited(message)) return undefined;
  const { channel, recipient, params } = message;
  await tx.execute(lockSql, [`${tx.tenantId} ${channel} `, recipient]);
  const hour = Math.floor(now.getTime() / hourMs) * hourMs;
  const counted = await tx.one<{ sent: number; merged: number }>(countSql, [
    tx.tenantId,
    recipient,
    channel,
    new Date(hour),
  ]);
  if (!counted || counted.sent < most) return undefined;
  const { fallbacks: _fallbacks, noticeId: _noticeId, level: _level, ...kept } = message;
  return {
    ...kept,
    purpose: 'alarmSummary',
    params: { ...params, count: String(counted.merged + 1) },
    key: `summary ${channel} ${recipient} ${hour}`,
    seconds: 2 * 3600,
    after: new Date(hour + hourMs),
  };
}
