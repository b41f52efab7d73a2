import { model } from '@kangmai/model';
import type { AnyResource } from '@kangmai/resource';
import type { Entry } from '@kangmai/server/http/registry';
import { resourceOf } from './isolation-input.ts';

const name = process.env['RESOURCE'];
const only = name === undefined ? undefined : model.byName(name);

/** Whether sweeps go over one resource alone: `RESOURCE=careVisit`. */
export const isNarrowed = only !== undefined;

/** The resources that a sweep goes over. */
export const sweptResources: readonly AnyResource[] = only ? [only] : model.resources;

/** The calls that a sweep goes over. */
export const sweptEntries = (entries: readonly Entry[]): readonly Entry[] =>
  only ? entries.filter((entry) => resourceOf(entry)?.name === only.name) : entries;

/** How many things a sweep tries at least; one resource may have nothing of a kind. */
export const atLeast = (count: number): number => (isNarrowed ? 0 : count);
