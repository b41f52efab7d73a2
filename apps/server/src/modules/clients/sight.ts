import { client } from '@kangmai/model';
import { inSight, type CallCtx, type Values } from '../../engine/public.ts';

/** Whether the caller may see a client, as SQL over an alias of the table. */
export const personInSight = (ctx: CallCtx, alias: string, values: Values): string =>
  `(${inSight(ctx, client, { alias, values })})`;
