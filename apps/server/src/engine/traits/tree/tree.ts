import type { AnyResource } from '@kangmai/resource';
import { invalid, notAllowed } from '../../../platform/errors.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { recordChanges } from '../../crud/history.ts';
import type { PlainRow } from '../../crud/plan.ts';
import { below } from '../../crud/below.ts';
import type { Trait } from '../trait.ts';
import { type Above, carryBelow, codesUnder, lockTree, treeTable } from './places.ts';
import { treeCall } from './tree-call.ts';

/** Rows above each other: no circles, a bounded depth, a code that says where a row stands. */
export const tree: Trait = {
  calls: (resource) => treeCall(resource),
  async lockFirst(resource, ctx) {
    const table = treeTable(resource);
    if (table) await lockTree(table, ctx);
  },
  async beforeInsert(resource, ctx, drafts) {
    const table = treeTable(resource);
    if (!table) return drafts;
    const codes = await codesUnder(
      table,
      ctx,
      drafts.map((draft) => (draft[table.parent] ?? null) as Above),
    );
    return drafts.map((draft, at) => ({ ...draft, [table.code]: codes[at] }));
  },
  async beforeUpdate(resource, ctx, { before, draft }) {
    const table = treeTable(resource);
    if (!table || !(table.parent in draft)) return draft;
    const parent = (draft[table.parent] ?? null) as Above;
    if (parent === before[table.parent]) return draft;
    const from = String(before[table.code]);
    const [to = ''] = await codesUnder(table, ctx, [parent]);
    if (to.startsWith(`${from}.`)) throw invalid(table.parent, 'tree.below-itself');
    await carryBelow(table, ctx, { from, to });
    return { ...draft, [table.code]: to };
  },
  async beforeRemove(resource, ctx, row) {
    const table = treeTable(resource);
    if (!table) return;
    const found = await ctx.tx.one<{ count: number }>(
      `select count(*) as count from ${table.table} where tenant_id = $1 and ${table.parentColumn} = $2 and not is_deleted`,
      [ctx.tenantId, row.id],
    );
    if (found?.count) throw notAllowed('tree.has-rows-below', { count: found.count });
  },
};

/** The ids of a row of a tree and of all below it, the row itself first. */
export async function idsWithBelow(ctx: CallCtx, resource: AnyResource, row: PlainRow): Promise<readonly number[]> {
  const table = treeTable(resource);
  if (!table) throw new Error(`${resource.name} is no tree`);
  const found = await ctx.tx.query<{ id: number }>(
    `select id from ${table.table} where tenant_id = $1 and not is_deleted and ${below(table.codeColumn, '$2')} order by ${table.codeColumn} using ~<~`,
    [ctx.tenantId, row[table.code]],
  );
  return [row.id, ...found.map(({ id }) => id)];
}

/** Deletes rows of a tree, of which one is locked and the others stand below it. */
export async function removeWithBelow(ctx: CallCtx, resource: AnyResource, ids: readonly number[]): Promise<void> {
  await ctx.tx.execute(
    `update "${resource.table}" set is_deleted = true, deleted_at = $3, deleted_by = $4, row_version = row_version + 1 where tenant_id = $1 and id = any($2::bigint[])`,
    [ctx.tenantId, ids, ctx.now(), ctx.caller.userId],
  );
  await recordChanges(
    ctx,
    { resource, kind: 'deleted' },
    ids.map((id) => ({ id })),
  );
}
