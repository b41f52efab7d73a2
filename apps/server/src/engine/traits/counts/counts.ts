import { columnName, type CountOf, fieldOf, kindOf } from '@kangmai/resource';
import { inSight } from '../../../access/data-scope.ts';
import { type Hooked, ofHooks } from '../hooks.ts';
import { queriesOf } from '../../sql/queries.ts';
import type { Ctx } from '../../../access/ctx.ts';
import { Values } from '../../crud/where.ts';
import type { Trait } from '../trait.ts';

interface Counting {
  readonly plan: Hooked;
  readonly ctx: Ctx;
  readonly values: Values;
  /** The ids of the page, bound. */
  readonly ids: string;
}

/** The part of the statement for one count: rows in the caller's sight that refer to rows of the page. */
function countSql([name, { of, by, where = {} }]: readonly [string, CountOf], counting: Counting): string {
  const { plan, ctx, values, ids } = counting;
  const counted = plan.model.byName(of);
  const column = (field: string): string => `k."${columnName(field, fieldOf(counted, field))}"`;
  const only = Object.entries(where).map(([field, asked]) => {
    const kept = fieldOf(counted, field);
    if (typeof asked === 'boolean') return `${column(field)} is ${asked}`;
    const stored = asked.map((choice) => kindOf(kept).toStore(choice, kept));
    return `${column(field)} = any(${values.bind(stored)}::${kindOf(kept).storage(kept).type}[])`;
  });
  const conditions = [
    'k.tenant_id = $1',
    'not k.is_deleted',
    `${column(by)} = any(${ids}::bigint[])`,
    inSight(ctx, counted, { alias: 'k', values }),
    ...only,
  ];
  return `select '${name}' as name, ${column(by)} as id, count(*) as count from "${counted.table}" k where ${conditions.join(' and ')} group by ${column(by)}`;
}

type Completed = ReadonlyMap<number, Record<string, unknown>>;

/** Counts for all rows of the page in one statement. */
async function addCounts(
  { plan, ctx }: Pick<Counting, 'plan' | 'ctx'>,
  counts: readonly (readonly [string, CountOf])[],
  rows: Completed,
): Promise<void> {
  if (counts.length === 0) return;
  const values = new Values(ctx);
  const counting = { plan, ctx, values, ids: values.bind([...rows.keys()]) };
  const sql = counts.map((count) => countSql(count, counting)).join(' union all ');
  for (const row of rows.values()) for (const [name] of counts) row[name] = 0;
  const found = await ctx.tx.query<{ name: string; id: number; count: number }>(sql, values.list);
  for (const { name, id, count } of found) Object.assign(rows.get(id) ?? {}, { [name]: count });
}

async function addFigures(
  { plan, ctx }: Pick<Counting, 'plan' | 'ctx'>,
  names: readonly string[],
  rows: Completed,
): Promise<void> {
  const ids = [...rows.keys()];
  const code = ofHooks(plan, (hook) => hook.codeOf?.(plan.resource));
  await Promise.all(
    names.map(async (name) => {
      const found = await code?.figures[name]?.({ ...ctx, ...queriesOf(ctx) }, ids);
      for (const [id, row] of rows) row[name] = found?.get(id) ?? null;
    }),
  );
}

/** Numbers of rows of other resources that refer to a row, and values that code of the module works out for a page. */
export const counts: Trait = {
  check(resource, code) {
    for (const name of Object.keys(resource.figures))
      if (!code?.figures[name]) throw new Error(`${resource.name} has no code for its figure ${name}`);
  },
  async besideRows(plan, ctx, { rows, only }) {
    const isWanted = (name: string): boolean => !only || only.has(name);
    const counted = Object.entries(plan.resource.counts).filter(([name]) => isWanted(name));
    const figures = Object.keys(plan.resource.figures).filter(isWanted);
    if (rows.length === 0 || (counted.length === 0 && figures.length === 0)) return rows;
    const completed: Completed = new Map(rows.map(({ id }) => [id, {}]));
    await Promise.all([addCounts({ plan, ctx }, counted, completed), addFigures({ plan, ctx }, figures, completed)]);
    return rows.map((row) => ({ ...row, ...completed.get(row.id) }));
  },
};
