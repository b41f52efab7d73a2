import type { AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Implementation } from '../crud/implement.ts';
import { traits } from './index.ts';
import type { Served } from './trait.ts';

/** A resource as its own calls are served, for calls of a module that lead to a save or an action of it. */
export const servedIn = (ctx: CallCtx, resource: AnyResource, code: Implementation): Served => ({
  plan: ctx.rows(resource).plan,
  code,
  traits,
});
