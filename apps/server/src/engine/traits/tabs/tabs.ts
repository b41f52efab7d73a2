import { z } from 'zod';
import { type AnyResource, choicesOf, fieldOf, filtersOfViews, permissionsOfCall, type View } from '@kangmai/resource';
import type { Condition } from '@kangmai/resource/wire';
import { listQueryInput, codeOf, whole } from '../../call-shapes/answers.ts';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { listQuery } from '../../crud/conventional.ts';
import { countStatement } from '../../crud/list.ts';
import type { Trait } from '../trait.ts';

/** A tab shows no more than this number, with a plus. */
const countedUpTo = 999;

/** Tabs above a list: the filters that they set, and the conditions of each. */
interface TabRow {
  readonly filters: ReadonlySet<string>;
  readonly tabs: ReadonlyMap<string, readonly Condition[]>;
}

const equal = (field: string, value: unknown): Condition => ({
  field,
  operator: Array.isArray(value) ? 'in' : 'eq',
  value,
});

const conditionsOf = ({ filter }: View): readonly Condition[] =>
  Object.entries(filter).map(([name, value]) => equal(name, value));

const viewTabs = (resource: AnyResource): TabRow => ({
  filters: filtersOfViews(resource),
  tabs: new Map(Object.entries(resource.list.views).map(([name, view]) => [name, conditionsOf(view)])),
});

const stateTabs = (resource: AnyResource, on: string): TabRow => ({
  filters: new Set([on]),
  tabs: new Map(choicesOf(fieldOf(resource, on)).names.map((name) => [name, [equal(on, name)]])),
});

interface TabCount {
  readonly name: string;
  readonly count: number;
  readonly capped: boolean;
}

/** Counts the rows of a list in each tab, by the filters of the list that no tab sets. */
async function countTabs(
  ctx: CallCtx,
  resource: AnyResource,
  { query, filters, tabs }: TabRow & { readonly query: Parameters<typeof listQuery>[2] },
): Promise<readonly TabCount[]> {
  const { plan } = ctx.rows(resource);
  const { conditions, ...list } = listQuery(plan, ctx, query);
  const others = conditions.filter(({ field, through }) => through !== undefined || !filters.has(field));
  return Promise.all(
    [...tabs].map(async ([name, own]) => {
      const asked = { ...list, conditions: [...others, ...own], limit: countedUpTo };
      const { sql, values } = countStatement(plan, ctx, asked);
      const total = (await ctx.tx.one<{ total: number }>(sql, values))?.total ?? 0;
      return { name, count: Math.min(total, countedUpTo), capped: total > countedUpTo };
    }),
  );
}

const counted = { count: whole, capped: z.boolean() };

function stateCounts(resource: AnyResource, on: string): Call {
  const states = choicesOf(fieldOf(resource, on));
  return call({
    wire: `GET ${resource.wire.service}/GetStateCounts`,
    title: `${resource.title}：各状态数量`,
    permission: permissionsOfCall(resource, 'list'),
    resource,
    input: listQueryInput(resource, {}, { paged: false }),
    output: z.object({ items: z.array(z.object({ state: codeOf(states), ...counted })) }),
    async run(ctx: CallCtx, query) {
      const counts = await countTabs(ctx, resource, { query, ...stateTabs(resource, on) });
      return { items: counts.map(({ name, ...count }) => ({ state: states.wireOf(name), ...count })) };
    },
  });
}

const viewCounts = (resource: AnyResource): Call =>
  call({
    wire: `GET ${resource.wire.service}/GetViewCounts`,
    title: `${resource.title}：各视图数量`,
    permission: permissionsOfCall(resource, 'list'),
    resource,
    input: listQueryInput(resource, {}, { paged: false }),
    output: z.object({ items: z.array(z.object({ view: z.enum(Object.keys(resource.list.views)), ...counted })) }),
    async run(ctx: CallCtx, query) {
      const counts = await countTabs(ctx, resource, { query, ...viewTabs(resource) });
      return { items: counts.map(({ name, ...count }) => ({ view: name, ...count })) };
    },
  });

/** Lists with tabs by views or by state: a call that counts the rows in each. */
export const tabs: Trait = {
  calls: (resource) => [
    ...(resource.list.tabs === undefined ? [] : [stateCounts(resource, resource.list.tabs)]),
    ...(Object.keys(resource.list.views).length === 0 ? [] : [viewCounts(resource)]),
  ],
};
