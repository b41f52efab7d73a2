import { bodyRules } from './rules-body.ts';
import { heartRules } from './rules-heart.ts';
import { pressureRules } from './rules-pressure.ts';
import type { AbnormalRule } from './rule.ts';
import { slowRules } from './rules-slow.ts';

/**
 * Every rule of the platform as data, with its source; a row marked `needsConfirmation` waits for the medical lead.
 * `v` as source means a platform value without a public standard.
 */
export const platformRules: readonly AbnormalRule[] = [...pressureRules, ...heartRules, ...bodyRules, ...slowRules];
