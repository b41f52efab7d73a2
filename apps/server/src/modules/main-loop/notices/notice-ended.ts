import { alarmNoticeStates, callOutcomes } from '@kangmai/model';
import type { Tx } from '../../../platform/database/database.ts';
import type { SendingEnd } from '../../messages/public.ts';
import { proofs } from '../cases/case-moves.ts';

const [waiting, sent, acknowledged, cancelled, called] = (
  ['waiting', 'sent', 'acknowledged', 'cancelled', 'called'] as const
).map((state) => alarmNoticeStates.wireOf(state));
const proven = callOutcomes.names
  .filter((outcome) => proofs.has(outcome))
  .map((outcome) => callOutcomes.wireOf(outcome));

const sentSql = `with locked as materialized (select id from alarm_notice where tenant_id = $1 and id = any($2::bigint[]) and state in (${waiting}, ${sent}) order by id for update)
  update alarm_notice n set state = ${sent}, sent_at = coalesce(n.sent_at, $3), delivered_at = case when $4 then $3 else n.delivered_at end, row_version = n.row_version + 1
  from locked where n.tenant_id = $1 and n.id = locked.id`;
const unwantedSql = `select id from alarm_notice where tenant_id = $1 and id = any($2::bigint[])
  and (state in (${cancelled}, ${acknowledged}) or state = ${called} and call_outcome in (${proven.join(', ')}))`;
const failedSql = `insert into outbox (tenant_id, topic, payload) select $1, 'alarm.failed', jsonb_build_object('id', n.id, 'reason', $3::text) from unnest($2::bigint[]) with ordinality as n(id, nth) order by n.nth`;

/** Stores with notices that their message was sent or delivered; a failure is followed after the commit. */
async function noticeEnded(
  tx: Tx,
  noticeIds: readonly number[],
  { state, sentAt, problem }: SendingEnd,
): Promise<void> {
  if (state === 'sent' || state === 'delivered')
    await tx.execute(sentSql, [tx.tenantId, noticeIds, sentAt, state === 'delivered']);
  if (state === 'failed') await tx.execute(failedSql, [tx.tenantId, noticeIds, problem ?? '']);
}

/** Those that were cancelled, that their receiver acknowledged, or whose call reached somebody. */
async function unwantedNotices(tx: Tx, noticeIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ readonly id: number }>(unwantedSql, [tx.tenantId, noticeIds]);
  return new Set(rows.map(({ id }) => id));
}

export const noticeParts = { noticeEnded, unwantedNotices };
