import { seesAll } from '../access/caller.ts';
import { type CallCtx, withRepositories } from './crud/call-ctx.ts';

/** The same context over all rows of the tenant, for the consequences of a permitted change. */
export const everySight = (ctx: CallCtx): CallCtx =>
  withRepositories({ ...ctx, caller: { ...ctx.caller, sight: seesAll } }, (resource) => ctx.rows(resource).plan);
