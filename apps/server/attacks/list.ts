import { maskedValues } from './a01-masked-values.ts';
import type { Attack } from './attack.ts';

/** Every attack, in order. */
export const attacks: readonly Attack[] = [maskedValues];
