import { alarmNoticeStates, messageDefinitions } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import type { OutwardNotice } from './deliver.ts';

export interface Failure {
  readonly id: number;
  readonly reason: string;
}

const [waiting, sent, failed] = (['waiting', 'sent', 'failed'] as const).map((state) =>
  alarmNoticeStates.wireOf(state),
);

const lockSql =
  'select id from alarm_notice where tenant_id = $1 and id = any($2::bigint[]) and not is_deleted order by id for update';
const failSql = `update alarm_notice n set state = ${failed}, fail_reason = left(f.reason, 100), row_version = n.row_version + 1
  from unnest($2::bigint[], $3::text[]) as f(id, reason) where n.tenant_id = $1 and n.id = f.id and n.state in (${waiting}, ${sent}) and not n.is_deleted returning n.id`;
const nextChannels = Object.entries(messageDefinitions.alarm.channels)
  .map(([channel, next]) => `('${channel}', '${next}')`)
  .join(', ');
const nextSql = `insert into alarm_notice (tenant_id, case_id, client_id, run, rung, is_early, receiver_kind, receiver_key, receiver, receiver_user_id, contact_id, channel, state, content, taken_at, created_at)
  select n.tenant_id, n.case_id, n.client_id, n.run, n.rung, n.is_early, n.receiver_kind, n.receiver_key, n.receiver, n.receiver_user_id, n.contact_id, f.next, ${waiting}, n.content, $3, $3
  from alarm_notice n join (values ${nextChannels}) as f(channel, next) on f.channel = n.channel
  where n.tenant_id = $1 and n.id = any($2::bigint[]) order by n.id on conflict do nothing returning id, channel`;

export async function lockNotices(ctx: CallCtx, ids: readonly number[]): Promise<void> {
  await ctx.tx.query(lockSql, [ctx.tenantId, ids]);
}

/** Marks locked notices as failed; answers new ones for their next channels, except where a receiver has them. */
export async function takeNextChannel(ctx: CallCtx, failures: readonly Failure[]): Promise<readonly OutwardNotice[]> {
  if (failures.length === 0) return [];
  const [ids, reasons] = [failures.map(({ id }) => id), failures.map(({ reason }) => reason)];
  const ended = await ctx.tx.query<{ readonly id: number }>(failSql, [ctx.tenantId, ids, reasons]);
  return ctx.tx.query<OutwardNotice>(nextSql, [ctx.tenantId, ended.map(({ id }) => id), ctx.now()]);
}
