import { platformRules, type AbnormalRule } from '@kangmai/domain';
import { ruleMarks } from '@kangmai/model';
import type { Tx } from '../../../platform/database/database.ts';

const rulesJson = (rules: readonly AbnormalRule[]): string =>
  JSON.stringify(
    rules.map((rule) => ({
      code: rule.code,
      name: rule.name,
      kind: rule.kind,
      metric: rule.metric,
      ['scope_type']: rule.scopeType,
      ['age_group']: rule.ageGroup,
      sex: rule.sex,
      tag: rule.tagCode,
      direction: rule.direction,
      condition: rule.condition,
      level: rule.level,
      ['confirm_count']: rule.confirmCount,
      ['confirm_minutes']: rule.confirmMinutes,
      ['clear_margin']: rule.clearMargin,
      ['clear_count']: rule.clearCount,
      ['repeat_minutes']: rule.repeatMinutes,
      ['source_text']: rule.sourceText,
      ['source_section']: rule.sourceSection,
      mark: ruleMarks.wireOf(rule.mark),
      version: rule.version,
      ['ends_on']: rule.endOn,
      ['is_valid']: rule.valid,
    })),
  );

const columns =
  'name, kind, metric, age_group, sex, tag, direction, condition, level, confirm_count, confirm_minutes, clear_margin, clear_count, repeat_minutes, source_text, source_section, mark, version, ends_on, is_valid';
const typed = `jsonb_to_recordset($2::jsonb) as r(code text, scope_type smallint, name text, kind text, metric text, age_group text, sex smallint, tag text, direction smallint, condition jsonb, level smallint, confirm_count smallint,
  confirm_minutes integer, clear_margin numeric, clear_count smallint, repeat_minutes integer, source_text text, source_section text, mark smallint, version integer, ends_on date, is_valid boolean)`;
const given = columns
  .split(', ')
  .map((column) => `r.${column}`)
  .join(', ');

/** Rules of the platform that a tenant has unchanged, in an older version. */
const outdated =
  'a.tenant_id = $1 and a.scope_type = 0 and a.code = r.code and a.is_system and a.updated_by is null and not a.is_deleted and a.version < r.version';

/** Rules of the platform, unchanged and unconfirmed, whose mark is different in this release. */
const remarked =
  'a.tenant_id = $1 and a.scope_type = 0 and a.code = r.code and a.version = r.version and a.updated_by is null and a.confirmed_by_id is null and a.mark <> r.mark';

/**
 * Adds the platform's judging rules that a tenant lacks and updates those that the tenant has not edited; older
 * versions are kept, since cases refer to them. Only a person confirms a rule, so copies are unconfirmed.
 */
export async function copyRules(tx: Tx, rules: readonly AbnormalRule[] = platformRules): Promise<void> {
  const values = [tx.tenantId, rulesJson(rules)];
  await tx.execute(
    `insert into abnormal_rule_version (tenant_id, rule_id, version, body) select a.tenant_id, a.id, a.version, to_jsonb(a) from abnormal_rule a, ${typed} where ${outdated} on conflict do nothing`,
    values,
  );
  await tx.execute(
    `update abnormal_rule a set (${columns}) = (select ${given}), confirmed_at = null, confirmed_by_id = null, updated_at = now(), row_version = row_version + 1 from ${typed} where ${outdated}`,
    values,
  );
  await tx.execute(
    `insert into abnormal_rule (tenant_id, code, scope_type, ${columns}, is_system) select $1, r.code, r.scope_type, ${given}, true from ${typed}
    where not exists (select 1 from abnormal_rule a where a.tenant_id = $1 and a.scope_type = 0 and a.code = r.code)`,
    values,
  );
  await tx.execute(
    `update abnormal_rule a set mark = r.mark, row_version = row_version + 1 from ${typed} where ${remarked}`,
    values,
  );
}
