import { z } from 'zod';
import { type AnyResource, columnName, fieldOf, permissionsOfCall } from '@kangmai/resource';
import { whole } from '../../call-shapes/answers.ts';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { Values } from '../../crud/where.ts';
import { inSight } from '../../../access/data-scope.ts';
import { type TreeTable, treeTable } from './places.ts';

/** A larger tree is read level by level. */
const mostAtOnce = 10_000;

interface Node {
  readonly id: number;
  readonly parentId: number | null;
  readonly code: string;
  readonly displayName: string;
  readonly childCount: number;
}

const input = z.object({
  parentId: z.union([z.literal(''), z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)]).nullish(),
});
const output = z.object({
  /** The rows of one level alone: those below the given one. */
  partial: z.boolean(),
  items: z.array(
    z.object({
      id: whole,
      parentId: whole.nullable(),
      code: z.string(),
      displayName: z.string(),
      childCount: whole,
    }),
  ),
});

const orderOf = ({ resource, order }: TreeTable, name: string): string =>
  order === undefined ? name : `n.${columnName(order, fieldOf(resource, order))} nulls last, ${name}`;

/** Nodes of a tree in the order of their siblings; all of them, or those directly below one. */
function nodes(tree: TreeTable, ctx: CallCtx, level?: { readonly parent: number | null }): Promise<readonly Node[]> {
  const { table, resource, parentColumn, codeColumn } = tree;
  const name = `n.${columnName(resource.display, fieldOf(resource, resource.display))}`;
  const values = new Values(ctx);
  const seen = inSight(ctx, resource, { alias: 'n', values });
  const at =
    level === undefined
      ? ''
      : ` and n.${parentColumn} ${level.parent === null ? 'is null' : `= ${values.bind(level.parent)}`}`;
  return ctx.tx.query<Node>(
    `select n.id, n.${parentColumn} as "parentId", n.${codeColumn} as code, ${name} as "displayName",
       (select count(*) from ${table} c where c.tenant_id = $1 and c.${parentColumn} = n.id and not c.is_deleted) as "childCount"
     from (select * from ${table} n where n.tenant_id = $1 and not n.is_deleted and ${seen}${at} limit ${mostAtOnce + 1}) n
     order by ${orderOf(tree, name)}, n.id`,
    values.list,
  );
}

/** `GetTree`: all nodes of a tree with the number directly below each; of a very large tree one level at a time. */
export function treeCall(resource: AnyResource): readonly Call[] {
  const tree = treeTable(resource);
  if (!tree || resource.wire.calls.list === undefined) return [];
  return [
    call({
      wire: `GET ${resource.wire.service}/GetTree`,
      title: `${resource.title}：树`,
      permission: permissionsOfCall(resource, 'list'),
      resource,
      input,
      output,
      async run(ctx: CallCtx, { parentId }) {
        if (parentId) return { partial: true, items: [...(await nodes(tree, ctx, { parent: parentId }))] };
        const all = await nodes(tree, ctx);
        if (all.length <= mostAtOnce) return { partial: false, items: [...all] };
        return { partial: true, items: [...(await nodes(tree, ctx, { parent: null }))] };
      },
    }),
  ];
}
