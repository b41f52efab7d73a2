import { type AnyResource, codeBelow, columnName, fieldOf, levelOf, mostBelow, type Tree } from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import { invalid } from '../../../platform/errors.ts';
import { below } from '../../crud/below.ts';

/** The row above, null at the top. */
export type Above = number | null;

/** A tree with its table and columns. */
export interface TreeTable extends Tree {
  readonly resource: AnyResource;
  readonly table: string;
  readonly parentColumn: string;
  readonly codeColumn: string;
}

/** The tree of a resource; undefined for one without. */
export function treeTable(resource: AnyResource): TreeTable | undefined {
  const { tree } = resource;
  if (!tree) return undefined;
  const column = (name: string): string => columnName(name, fieldOf(resource, name));
  return {
    ...tree,
    resource,
    table: `"${resource.table}"`,
    parentColumn: column(tree.parent),
    codeColumn: column(tree.code),
  };
}

/** Only one transaction of a tenant at a time changes what stands where in a tree. */
export const lockTree = ({ resource }: TreeTable, { tx, tenantId }: Ctx): Promise<number> =>
  tx.execute('select pg_advisory_xact_lock(hashtextextended($2, $1))', [tenantId, `tree ${resource.name}`]);

interface Place {
  readonly code: string;
  /** How many of the numbers below it are used. */
  last: number;
}

const lastBelow = ({ table, parentColumn, codeColumn }: TreeTable, above: string): string =>
  `coalesce((select max(right(c.${codeColumn}, 5)::integer) from ${table} c where c.tenant_id = $1 and c.${parentColumn} ${above} and not c.is_deleted), 0)`;

/** The places of rows under which others are put; the tree must be locked. */
async function placesOf(tree: TreeTable, ctx: Ctx, parents: readonly Above[]): Promise<ReadonlyMap<Above, Place>> {
  const { table, codeColumn } = tree;
  const found = await ctx.tx.query<{ id: Above; code: string; last: number }>(
    `select p.id, p.${codeColumn} as code, ${lastBelow(tree, '= p.id')} as last from ${table} p
       where p.tenant_id = $1 and p.id = any($2::bigint[]) and not p.is_deleted
     union all select null, '', ${lastBelow(tree, 'is null')} where $3::boolean`,
    [ctx.tenantId, parents.filter((id) => id !== null), parents.includes(null)],
  );
  return new Map(found.map(({ id, code, last }) => [id, { code, last }]));
}

/** Hands out the codes of rows that are put under others, one after another; the tree must be locked. */
export async function codesUnder(tree: TreeTable, ctx: Ctx, parents: readonly Above[]): Promise<readonly string[]> {
  const places = await placesOf(tree, ctx, [...new Set(parents)]);
  return parents.map((parent) => {
    const place = places.get(parent);
    if (!place) throw invalid(tree.parent, 'ref.not-found');
    if (levelOf(place.code) >= tree.levels) throw invalid(tree.parent, 'tree.too-deep', { levels: tree.levels });
    place.last += 1;
    if (place.last > mostBelow) throw invalid(tree.parent, 'tree.full', { max: mostBelow });
    return codeBelow(place.code, place.last);
  });
}

/** Gives all rows below a code its new beginning, in one statement; refuses more levels than the tree has. */
export async function carryBelow(
  tree: TreeTable,
  ctx: Ctx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { table, codeColumn, levels } = tree;
  const isBelow = `tenant_id = $1 and not is_deleted and ${below(codeColumn, '$2')}`;
  const deepest = await ctx.tx.one<{ length: number | null }>(
    `select max(length(${codeColumn})) as length from ${table} where ${isBelow}`,
    [ctx.tenantId, from],
  );
  const height = levelOf(from.padEnd(deepest?.length ?? 0)) - levelOf(from);
  if (levelOf(to) + height > levels) throw invalid(tree.parent, 'tree.too-deep', { levels });
  if (height === 0) return;
  await ctx.tx.execute(
    `update ${table} set ${codeColumn} = $3 || substr(${codeColumn}, length($2) + 1) where ${isBelow}`,
    [ctx.tenantId, from, to],
  );
}
