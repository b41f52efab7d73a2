import { checkCondition, metricsOf, type ConditionOwner, type ConditionProblem } from '@kangmai/domain';
import { alarmLevels } from '@kangmai/model/shared';

import { B } from './builder-texts.ts';
import { conditionOf, textOr, type DraftCondition } from './draft.ts';

import type { Values } from '../../resource-client/body.ts';

const usual = { ageGroup: 'all', level: 'notice' } as const;

/** The other fields of the rule that the check of a condition needs. */
export function ownerOf({ kind, ageGroup, level }: Values, condition: DraftCondition): ConditionOwner {
  return {
    kind: String(kind) as ConditionOwner['kind'],
    ageGroup: textOr(ageGroup, usual.ageGroup) as ConditionOwner['ageGroup'],
    level: Number(alarmLevels.wireOf((level ?? usual.level) as typeof usual.level)) as ConditionOwner['level'],
    condition: condition as ConditionOwner['condition'],
  };
}

/** The condition of a form value; text of the advanced view is parsed. */
export function readCondition(value: unknown): DraftCondition | null {
  if (typeof value !== 'string') return conditionOf(value);
  try {
    return conditionOf(JSON.parse(value));
  } catch {
    return null;
  }
}

export const problemSentence = ({ reason, params }: ConditionProblem): string =>
  B(reason, { min: '', max: '', n: '', ...params });

export function isStillOpen(condition: DraftCondition, { field }: ConditionProblem): boolean {
  const found = field
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (whole, key) =>
        typeof whole === 'object' && whole !== null ? (whole as Readonly<Record<string, unknown>>)[key] : undefined,
      condition,
    );
  return (
    found === undefined ||
    found === null ||
    found === '' ||
    (typeof found === 'object' && 'base' in found && found.base === null)
  );
}

/** The message that blocks saving; the inputs show their own messages. */
export function conditionProblem(value: unknown, values: Values): string | null {
  if (typeof values['kind'] !== 'string') return null;
  const condition = readCondition(value);
  if (!condition) return B('rule.form');
  const problems = checkCondition(ownerOf(values, condition));
  const [first] = problems;
  return first ? B('wrong', { n: problems.length, first: problemSentence(first) }) : null;
}

export function metricProblem(value: unknown, values: Values): string | null {
  if (textOr(value) === '') return B('rule.unknown-metric');
  const condition = readCondition(values['condition']);
  return condition && !metricsOf(condition as ConditionOwner['condition']).includes(textOr(value))
    ? B('rule.metric')
    : null;
}
