import { sources } from './a07-sources.ts';
import { sortKeys } from './a08-sort-keys.ts';
import { otherTenantsIds } from './a09-other-tenants-ids.ts';
import type { Attack } from './attack.ts';

/** Every attack, in order. */
export const attacks: readonly Attack[] = [sources, sortKeys, otherTenantsIds];
