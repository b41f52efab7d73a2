import { z } from 'zod';
import type { CallCtx } from '../../../engine/public.ts';
import { timestamp, whole } from '../../../engine/public.ts';

export const ruleOutput = z.object({
  id: whole,
  ruleCode: z.string(),
  ruleName: z.string(),
  version: whole,
  currentVersion: whole,
  sourceText: z.string().nullable(),
  sourceSection: z.string().nullable(),
  mark: whole,
  confirmedUserName: z.string().nullable(),
  confirmedAt: timestamp.nullable(),
});

type RuleRow = z.output<typeof ruleOutput>;

/** A value of the rule in the version that judged the case. */
const versionValue = (column: string): string =>
  `case when a.version = $3 then to_jsonb(a) else v.body end ->> '${column}'`;

const ruleSql = `select a.id, a.code as "ruleCode", coalesce(${versionValue('name')}, a.name) as "ruleName", $3::integer as version, a.version as "currentVersion",
    coalesce(${versionValue('source_text')}, v.body ->> 'sourceText') as "sourceText", coalesce(${versionValue('source_section')}, v.body ->> 'sourceSection') as "sourceSection",
    coalesce((${versionValue('mark')})::smallint, 2) as mark, coalesce(u.full_name, u.user_name) as "confirmedUserName", (${versionValue('confirmed_at')})::timestamptz as "confirmedAt"
  from abnormal_rule a
  left join abnormal_rule_version v on v.tenant_id = a.tenant_id and v.rule_id = a.id and v.version = $3 and a.version <> $3
  left join app_user u on u.tenant_id = a.tenant_id and u.id = (${versionValue('confirmed_by_id')})::bigint
  where a.tenant_id = $1 and a.id = $2`;

export async function ruleOfCase(
  ctx: CallCtx,
  row: { readonly rule: number | null; readonly ruleVersion: number | null },
): Promise<z.output<typeof ruleOutput> | null> {
  if (row.rule === null) return null;
  const rule = await ctx.tx.one<RuleRow>(ruleSql, [ctx.tenantId, row.rule, row.ruleVersion ?? 1]);
  return rule ?? null;
}
