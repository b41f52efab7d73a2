import { alarmLevels } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import type { Announcement } from './announce.ts';

const remindSql = `insert into remind_message (tenant_id, client_id, type, title, content, remind_at, read_state, source_type, source_row, source_level, created_at)
  select $1, n.client, $2, n.title, n.content, $3, 0, 'abnormalCase', n.id, n.level, $3 from jsonb_to_recordset($4::jsonb) as n(id bigint, client bigint, level smallint, title text, content text) on conflict do nothing`;

export async function remindAll(ctx: CallCtx, news: readonly Announcement[], type = 1): Promise<void> {
  if (news.length === 0) return;
  const written = news.map(({ caseId, clientId, level, finding }) => ({
    id: caseId,
    client: clientId,
    level,
    title: `${alarmLevels.entries[alarmLevels.read(level) ?? 'notice'].label}：健康提醒`,
    content: `${finding}。本提示不能替代医生诊断。`.slice(0, 500),
  }));
  await ctx.tx.execute(remindSql, [ctx.tenantId, type, ctx.now(), JSON.stringify(written)]);
}
