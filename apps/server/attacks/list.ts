import { maskedValues } from './a01-masked-values.ts';
import { manyExports } from './a02-exports.ts';
import { oneTimeLinks } from './a03-one-time-links.ts';
import { endlessImport } from './a04-endless-import.ts';
import { lockOut } from './a05-lock-out.ts';
import { sealsOfOtherPurposes } from './a06-seals.ts';
import { sources } from './a07-sources.ts';
import { sortKeys } from './a08-sort-keys.ts';
import { otherTenantsIds } from './a09-other-tenants-ids.ts';
import { browserAndEdges } from './a10-browser-and-edges.ts';
import type { Attack } from './attack.ts';

/** Every attack, in order. */
export const attacks: readonly Attack[] = [
  maskedValues,
  manyExports,
  oneTimeLinks,
  endlessImport,
  lockOut,
  sealsOfOtherPurposes,
  sources,
  sortKeys,
  otherTenantsIds,
  browserAndEdges,
];
