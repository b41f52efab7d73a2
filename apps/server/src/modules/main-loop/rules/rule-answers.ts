import { z } from 'zod';
import { anyObject, anyValue, arrayOf, whole } from '../../../engine/public.ts';
import { benchAnswer } from './bench-result.ts';
import { dryRunAnswer } from './dry-run.ts';

const limitAnswer = z.object({
  kind: z.string(),
  context: anyObject,
  abnormalType: z.string(),
  level: whole,
  metric: z.string(),
  op: z.string(),
  limit: z.number(),
  and: arrayOf(anyObject),
  ruleCode: z.string(),
  ruleId: whole.nullable(),
  scopeType: anyValue,
  mark: anyValue,
});

export const ruleAnswers = {
  confirm: z.object({ id: whole }),
  getBench: benchAnswer,
  getEffective: z.object({ items: arrayOf(limitAnswer) }),
  resetToDefault: z.object({ reset: whole }),
  test: dryRunAnswer,
};
