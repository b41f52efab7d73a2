import type { healthEducation } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { seesAll } from '../../access/caller.ts';
import { type CallCtx, type Slot, withRepositories } from '../../engine/public.ts';

type Values = { readonly [field: string]: unknown };

const text = (value: unknown): string => JSON.stringify(value ?? null);

/** Whether a draft says something else than the row does. */
export function differs(draft: object, current: object | undefined, names: readonly string[]): boolean {
  const [next, now = {}] = [draft as Values, current as Values | undefined];
  return names.some((name) => next[name] !== undefined && text(next[name]) !== text(now[name]));
}

/** A context that sees all rows of the tenant. */
export const wide = (ctx: CallCtx): CallCtx =>
  withRepositories({ ...ctx, caller: { ...ctx.caller, sight: seesAll } }, (resource) => ctx.rows(resource).plan);

/** Places of an activity; none means any number. */
export const placesOf = ({ maxCount }: Pick<Row<typeof healthEducation>, 'maxCount'>): number | null =>
  maxCount || null;

/** How many persons still fit; none where no slot is open. */
export const freeIn = (slot: Slot | undefined): number => (slot ? (slot.free ?? Number.POSITIVE_INFINITY) : 0);
