import { alarmNoticeStates } from '@kangmai/model';
import type { Tx } from '../../../platform/database/database.ts';
import type { SendingEnd } from '../../messages/public.ts';

const [waiting, sent] = [alarmNoticeStates.wireOf('waiting'), alarmNoticeStates.wireOf('sent')];

const sentSql = `update alarm_notice set state = ${sent}, sent_at = coalesce(sent_at, $3), delivered_at = case when $4 then $3 else delivered_at end, row_version = row_version + 1
  where tenant_id = $1 and id = $2 and state in (${waiting}, ${sent})`;
const failedSql = `insert into outbox (tenant_id, topic, payload) values ($1, 'alarm.failed', $2::jsonb)`;

/** Stores with a notice that its message was sent or delivered; a failure is followed after the commit. */
export async function noticeEnded(tx: Tx, noticeId: number, { state, sentAt, problem }: SendingEnd): Promise<void> {
  if (state === 'sent' || state === 'delivered')
    await tx.execute(sentSql, [tx.tenantId, noticeId, sentAt, state === 'delivered']);
  if (state === 'failed')
    await tx.execute(failedSql, [tx.tenantId, JSON.stringify({ id: noticeId, reason: problem ?? '' })]);
}
