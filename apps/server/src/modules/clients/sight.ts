import { client } from '@kangmai/model';
import { inSight, type CallCtx, type Values } from '../../engine/public.ts';

export const personInSight = (ctx: CallCtx, alias: string, values: Values): string =>
  `(${inSight(ctx, client, { alias, values })})`;
