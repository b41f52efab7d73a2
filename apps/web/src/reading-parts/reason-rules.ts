import { visibleLength } from '@kangmai/domain';

import { T } from './reading-part-texts.ts';

const fewest = 3;

function checkReason(_rule: unknown, value: unknown): Promise<void> {
  const isEnough = typeof value === 'string' && visibleLength(value) >= fewest;
  return isEnough ? Promise.resolve() : Promise.reject(new Error(T('reasonShort')));
}

/** A reason has at least three letters, digits or characters, as on the server. */
export const reasonRules = [{ validator: checkReason }];
