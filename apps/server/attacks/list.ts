import type { Attack } from './attack.ts';

/** Every attack, in order. */
export const attacks: readonly Attack[] = [];
