import { endlessImport } from './a04-endless-import.ts';
import type { Attack } from './attack.ts';

/** Every attack, in order. */
export const attacks: readonly Attack[] = [endlessImport];
