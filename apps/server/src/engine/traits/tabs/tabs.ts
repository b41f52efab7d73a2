import { z } from 'zod';
import { type AnyResource, choicesOf, fieldOf, permissionsOfCall } from '@kangmai/resource';
import { listQueryInput, codeOf, whole } from '../../call-shapes/answers.ts';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { listQuery } from '../../crud/conventional.ts';
import { countStatement } from '../../crud/list.ts';
import type { Trait } from '../trait.ts';

/** A tab shows no more than this number, with a plus. */
const countedUpTo = 999;

/** Counts the rows of a list in each state, by the filters of the list without that of the state. */
function countsCall(resource: AnyResource, on: string): Call {
  const states = choicesOf(fieldOf(resource, on));
  return call({
    wire: `GET ${resource.wire.service}/GetStateCounts`,
    title: `${resource.title}：各状态数量`,
    permission: permissionsOfCall(resource, 'list'),
    resource,
    input: listQueryInput(resource),
    output: z.object({ items: z.array(z.object({ state: codeOf(states), count: whole, capped: z.boolean() })) }),
    async run(ctx: CallCtx, query) {
      const { plan } = ctx.rows(resource);
      const { conditions, ...list } = listQuery(plan, ctx, query);
      const others = conditions.filter(({ field }) => field !== on);
      const counts = states.names.map(async (name) => {
        const only = { field: on, operator: 'eq' as const, value: name };
        const { sql, values } = countStatement(plan, ctx, {
          ...list,
          conditions: [...others, only],
          limit: countedUpTo,
        });
        const total = (await ctx.tx.one<{ total: number }>(sql, values))?.total ?? 0;
        return { state: states.wireOf(name), count: Math.min(total, countedUpTo), capped: total > countedUpTo };
      });
      return { items: await Promise.all(counts) };
    },
  });
}

/** Lists with tabs by state: a call that counts the rows in each. */
export const tabs: Trait = {
  calls: (resource) => (resource.list.tabs === undefined ? [] : [countsCall(resource, resource.list.tabs)]),
};
