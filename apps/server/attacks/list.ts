import { manyExports } from './a02-exports.ts';
import type { Attack } from './attack.ts';

/** Every attack, in order. */
export const attacks: readonly Attack[] = [manyExports];
