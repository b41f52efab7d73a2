import type { Tx } from '@kangmai/server/platform/database/database';

/** The medical lead tries a lower limit of 警告 for ten days: it is counted and notifies nobody. */
const trialSql = `insert into abnormal_rule (tenant_id, code, name, kind, metric, scope_type, age_group, sex, direction, condition, level, confirm_count, confirm_minutes, clear_margin, clear_count, repeat_minutes, source_text, reason, mark, trial_from, trial_until, created_at, created_by)
    select r.tenant_id, 'T-BP-175', '收缩压175试运行', r.kind, 'high', 1, r.age_group, 0, r.direction, '{"terms": [{"metric": "high", "op": ">=", "value": 175}]}', r.level, r.confirm_count, r.confirm_minutes, r.clear_margin, r.clear_count, r.repeat_minutes,
      '本机构医疗主任', '拟将警告线由180下调至175，先试运行', 2, $2, $2::timestamptz + interval '10 days', $2, u.id
    from abnormal_rule r, app_user u where r.tenant_id = $1 and r.code = 'BP-H3' and r.scope_type = 0 and not r.is_deleted and u.tenant_id = $1 and u.user_name_key = 'admin'`;

/** A rule on trial. */
export async function loadTrial(tx: Tx, now: Date): Promise<void> {
  await tx.execute(trialSql, [tx.tenantId, now]);
}
