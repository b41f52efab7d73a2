import { ruleMark, wantsCheck, type AbnormalRule, type RuleMark } from '@kangmai/domain';
import {
  type abnormalRule,
  ageGroups,
  alarmLevels,
  ruleDirections,
  ruleKinds,
  ruleScopes,
  ruleSexes,
  ruleTags,
} from '@kangmai/model';
import type { Draft } from '@kangmai/resource';

type RuleDraft = Draft<typeof abnormalRule>;
export type SomeRule = RuleDraft & { readonly id?: number };

export const usualRule = {
  code: '',
  name: '',
  kind: 'bp',
  metric: '',
  direction: 'high',
  scopeType: 'tenant',
  ageGroup: 'all',
  sex: 'any',
  condition: { terms: [] },
  level: 'notice',
  confirmCount: 1,
  confirmMinutes: 60,
  clearMargin: 0,
  clearCount: 2,
  repeatMinutes: 240,
  sourceText: '',
  sourceSection: '',
  version: 1,
  isValid: true,
} as const;

type CompleteRule = SomeRule & { readonly [N in keyof typeof usualRule]: NonNullable<RuleDraft[N]> };

export function completed(rule: SomeRule): CompleteRule {
  const said = Object.entries(rule).filter(([, value]) => value !== null && value !== undefined);
  return { ...usualRule, ...Object.fromEntries(said) } as unknown as CompleteRule;
}

export function unconfirmed({ sourceText, sourceSection, code, version, scopeType }: CompleteRule): RuleMark {
  const check = wantsCheck({ code, version, scopeType: Number(ruleScopes.wireOf(scopeType)) });
  return ruleMark({ sourceText, sourceSection, check, confirmed: false });
}

export function toDomain(some: SomeRule): AbnormalRule {
  const rule = completed(some);
  return {
    ...(rule.id !== undefined && { id: rule.id }),
    code: rule.code,
    name: rule.name,
    kind: String(ruleKinds.wireOf(rule.kind)) as AbnormalRule['kind'],
    metric: rule.metric,
    direction: Number(ruleDirections.wireOf(rule.direction)) as AbnormalRule['direction'],
    scopeType: Number(ruleScopes.wireOf(rule.scopeType)) as AbnormalRule['scopeType'],
    ageGroup: String(ageGroups.wireOf(rule.ageGroup)) as AbnormalRule['ageGroup'],
    sex: Number(ruleSexes.wireOf(rule.sex)) as AbnormalRule['sex'],
    tagCode: rule.tag ? (String(ruleTags.wireOf(rule.tag)) as NonNullable<AbnormalRule['tagCode']>) : null,
    personId: rule.client ?? null,
    condition: rule.condition as unknown as AbnormalRule['condition'],
    level: Number(alarmLevels.wireOf(rule.level)) as AbnormalRule['level'],
    confirmCount: rule.confirmCount,
    confirmMinutes: rule.confirmMinutes,
    clearMargin: rule.clearMargin,
    clearCount: rule.clearCount,
    repeatMinutes: rule.repeatMinutes,
    sourceText: rule.sourceText,
    sourceSection: rule.sourceSection,
    mark: rule.mark ?? unconfirmed(rule),
    version: rule.version,
    endOn: rule.endsOn ?? null,
    valid: rule.isValid,
  };
}
