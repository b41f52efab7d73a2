import { visibleLength } from '@kangmai/domain';

import { T } from './reading-part-texts.ts';

const fewest = 3;

/** A reason has at least three letters, digits or characters, as the server asks. */
export const reasonRules = () => [{ validator: (_rule: unknown, value: unknown): Promise<void> => (visibleLength(String(value ?? '')) >= fewest ? Promise.resolve() : Promise.reject(new Error(T('reasonShort')))) }];
