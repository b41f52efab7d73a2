import { client } from '@kangmai/model';
import { scopeCondition } from '../../access/data-scope.ts';
import type { CallCtx, Values } from '../../engine/public.ts';

export const personInSight = (ctx: CallCtx, alias: string, values: Values): string =>
  `(${
    scopeCondition(client, {
      model: ctx.model,
      sight: ctx.caller.sight,
      userId: ctx.caller.userId,
      alias,
      tenant: '$1',
      bind: values.bind,
    }) ?? 'true'
  })`;
