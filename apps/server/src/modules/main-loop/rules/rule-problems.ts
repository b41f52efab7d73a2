import { platformRules, type RuleProblem, type ShapeProblem } from '@kangmai/domain';
import type { abnormalRule } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { invalidFields, requireSound, type AppError, type FieldProblem } from '../../../platform/errors.ts';
import { groupBy } from '../../../platform/group-by.ts';

const fieldOf: Readonly<Record<string, string>> = { personId: 'client', tagCode: 'tag' };

/** A problem inside the condition is reported at the condition's field; its text names the part. */
export function shapeProblem({ field, reason, params = {} }: ShapeProblem): FieldProblem {
  const [name = field, , at] = field.split('.');
  return {
    field: fieldOf[name] ?? name,
    reason: `${reason}${/^\d+$/.test(at ?? '') ? '-at' : ''}`,
    params: { ...params, at: Number(at) + 1 || 0 },
  };
}

const floorFields: Readonly<Record<RuleProblem['reason'], string>> = {
  'rule.floor-looser': 'condition',
  'rule.floor-switched-off': 'isValid',
  'rule.floor-level': 'level',
  'rule.floor-confirmation': 'confirmCount',
  'rule.level-order': 'condition',
};

/** One sentence per field, with the rules that it contradicts. */
export function refusal(problems: readonly RuleProblem[]): AppError {
  const byReason = groupBy(problems, ({ reason }) => reason);
  return invalidFields(
    [...byReason].map(([reason, group]) => ({
      field: floorFields[reason],
      reason,
      params: { against: [...new Set(group.map(({ against }) => against))].join('、') },
    })),
  );
}

const aim = ['code', 'kind', 'metric', 'direction', 'scopeType', 'ageGroup', 'sex', 'tag', 'client'] as const;

/** The platform's rules of level 3 and 4 keep people and metrics: the built-in floor judges by them anyway. */
export function requireSameAim(rule: Draft<typeof abnormalRule>, current: Row<typeof abnormalRule>): void {
  const original = platformRules.find(({ code, level }) => code === current.code && level >= 3);
  if (current.scopeType !== 'platform' || !original) return;
  const moved = aim.filter((name) => (rule[name] ?? null) !== (current[name] ?? null));
  requireSound(moved.map((field) => ({ field, reason: 'rule.floor-aim', params: { against: original.code } })));
}
