import { sql, type RawBuilder } from 'kysely';
import { ofHooks } from '../hooks.ts';
import { rowCompiler } from '../../sql/compiler.ts';
import { queriesOf } from '../../sql/queries.ts';
import type { Trait } from '../trait.ts';

/**
 * A condition, or its opposite when the filter is false. The opposite is asked row by row: a page in an order then
 * reads no more rows than it looks at.
 * @example hasWearer: (asked, ctx) => whether(asked, sql`exists ${ctx.from(…)}`)
 */
export const whether = (asked: boolean, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  asked ? sql<boolean>`(${condition})` : sql<boolean>`(select not coalesce((${condition}), false))`;

const placeholder = /\$(\d+)/g;

/** Filters of lists that are no fields: code of the module says which rows meet them, its values are bound. */
export const conditions: Trait = {
  check(resource, code) {
    for (const name of Object.keys(resource.conditions))
      if (!code?.conditions[name]) throw new Error(`${resource.name} has no code for its condition ${name}`);
  },
  conditionSql(plan, ctx, { field, value, bind }) {
    if (!Object.hasOwn(plan.resource.conditions, field)) return undefined;
    const code = ofHooks(plan, (hook) => hook.codeOf?.(plan.resource))?.conditions[field];
    if (!code) throw new Error(`${plan.resource.name} has no code for ${field}`);
    const node = code(value as never, { ...ctx, ...queriesOf(ctx) }).toOperationNode();
    const { sql: text, parameters } = rowCompiler().compileQuery(node, { queryId: '' });
    const bound = parameters.map(bind);
    return `(${text.replaceAll(placeholder, (_all, place: string) => bound[Number(place) - 1] ?? '')})`;
  },
};
