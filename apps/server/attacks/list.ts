import { lockOut } from './a05-lock-out.ts';
import type { Attack } from './attack.ts';

/** Every attack, in order. */
export const attacks: readonly Attack[] = [
  lockOut,
];
