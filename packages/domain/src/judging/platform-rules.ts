import { bodyRules } from './rules-body.ts';
import { heartRules } from './rules-heart.ts';
import { nightRules } from './rules-night.ts';
import { pressureRules } from './rules-pressure.ts';
import type { AbnormalRule } from './rule.ts';
import { slowRules } from './rules-slow.ts';

/**
 * Every rule of the platform as data, with its source; a row with the mark `pending` waits for the medical lead.
 * `v` as source means a platform value without a public standard.
 */
export const platformRules: readonly AbnormalRule[] = [
  ...pressureRules,
  ...nightRules,
  ...heartRules,
  ...bodyRules,
  ...slowRules,
];

const waiting = new Map(platformRules.map(({ code, version, mark }) => [`${code} ${version}`, mark === 'pending']));

/** Whether a stored rule needs a confirmation: the platform requires it, or a tenant wrote or changed the rule. */
export function wantsCheck(rule: {
  readonly code: string;
  readonly version: number;
  readonly scopeType: number;
}): boolean {
  return rule.scopeType !== 0 || (waiting.get(`${rule.code} ${rule.version}`) ?? true);
}
