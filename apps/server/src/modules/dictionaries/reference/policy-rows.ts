import { alarmLevels } from '@kangmai/model';
import { alarmPolicies } from '@kangmai/model/reference';
import type { Tx } from '../../../platform/database/database.ts';

const policiesJson = (): string =>
  JSON.stringify(
    alarmPolicies.rows.map((policy) => ({
      name: policy.name,
      level: alarmLevels.wireOf(policy.level),
      ['source_kind']: policy.sourceKind,
      steps: policy.steps,
      ['repeat_minutes']: policy.repeatMinutes,
    })),
  );

const policyRows =
  'jsonb_to_recordset($2::jsonb) as r(name text, level smallint, source_kind text, steps jsonb, repeat_minutes smallint)';

export async function copyPolicies(tx: Tx): Promise<void> {
  const values = [tx.tenantId, policiesJson()];
  await tx.execute(
    `update alarm_policy p set steps = r.steps, repeat_minutes = r.repeat_minutes, updated_at = now(), row_version = row_version + 1 from ${policyRows}
    where p.tenant_id = $1 and p.is_system and p.level = r.level and p.source_kind = r.source_kind and p.updated_by is null and not p.is_deleted and (p.steps, p.repeat_minutes) is distinct from (r.steps, r.repeat_minutes)`,
    values,
  );
  await tx.execute(
    `insert into alarm_policy (tenant_id, name, level, source_kind, steps, repeat_minutes, is_system) select $1, r.name, r.level, r.source_kind, r.steps, r.repeat_minutes, true from ${policyRows}
    where not exists (select 1 from alarm_policy p where p.tenant_id = $1 and p.is_system and p.level = r.level and p.source_kind = r.source_kind)`,
    values,
  );
}
