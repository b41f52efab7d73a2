import { type AnyResource, statesOf } from '@kangmai/resource';
import { notAllowed } from '../../../platform/errors.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { labelIn } from '../../labels.ts';

/** Refuses a state that cannot follow, with both states in words. */
export function refuseState(
  ctx: CallCtx,
  resource: AnyResource,
  { from, to }: { readonly from: string; readonly to: string },
): never {
  const { entries } = statesOf(resource);
  const word = (name: string): string => labelIn(ctx.caller.culture, entries[name] ?? { label: name });
  throw notAllowed('state.not-allowed', { from: word(from), to: word(to) }, from === to ? 'state.same' : undefined);
}
