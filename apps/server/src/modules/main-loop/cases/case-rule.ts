import type { CallCtx } from '../../../engine/public.ts';

interface RuleRow {
  readonly id: number;
  readonly ruleCode: string;
  readonly ruleName: string;
  readonly version: number;
  readonly currentVersion: number;
  readonly sourceText: string | null;
  readonly sourceSection: string | null;
  readonly mark: number;
  readonly confirmedUserName: string | null;
  readonly confirmedAt: Date | null;
}

/** A value of the version that judged the case: the rule's own while it stands, else the one that was kept. */
const then = (column: string): string => `case when a.version = $3 then to_jsonb(a) else v.body end ->> '${column}'`;

const ruleSql = `select a.id, a.code as "ruleCode", coalesce(${then('name')}, a.name) as "ruleName", $3::integer as version, a.version as "currentVersion",
    coalesce(${then('source_text')}, v.body ->> 'sourceText') as "sourceText", coalesce(${then('source_section')}, v.body ->> 'sourceSection') as "sourceSection",
    coalesce((${then('mark')})::smallint, 2) as mark, coalesce(u.name, u.user_name) as "confirmedUserName", (${then('confirmed_at')})::timestamptz as "confirmedAt"
  from abnormal_rule a
  left join abnormal_rule_version v on v.tenant_id = a.tenant_id and v.rule_id = a.id and v.version = $3 and a.version <> $3
  left join app_user u on u.tenant_id = a.tenant_id and u.id = (${then('confirmed_by_id')})::bigint
  where a.tenant_id = $1 and a.id = $2`;

/** The rule that judged a case, in the version of that time: source, mark (有依据, 待确认, 已确认), and who confirmed it when. Null for cases without a rule. */
export async function ruleOfCase(
  ctx: CallCtx,
  row: { readonly rule: number | null; readonly ruleVersion: number | null },
): Promise<object | null> {
  if (row.rule === null) return null;
  const rule = await ctx.tx.one<RuleRow>(ruleSql, [ctx.tenantId, row.rule, row.ruleVersion ?? 1]);
  return rule ? { ...rule, confirmedAt: rule.confirmedAt?.toISOString() ?? null } : null;
}
