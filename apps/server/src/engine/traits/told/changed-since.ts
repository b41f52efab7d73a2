import type { AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { fieldLabel } from '../../labels.ts';

const namesSql = `select e.row_id as id, array_agg(distinct k) as fields from entity_change e cross join jsonb_object_keys(e.after) k
  where e.tenant_id = $1 and e.resource = $2 and e.row_id = any($3::bigint[]) and e.created_at > $4 group by e.row_id`;

/** The labels of what was changed in some rows since a moment, by row, as far as the history tells. */
export async function changedSince(
  { tx, tenantId, caller: { culture } }: CallCtx,
  resource: AnyResource,
  { ids, since }: { readonly ids: readonly number[]; readonly since: Date | null },
): Promise<ReadonlyMap<number, readonly string[]>> {
  const values = [tenantId, resource.name, ids, since];
  const rows = await tx.query<{ id: number; fields: readonly string[] }>(namesSql, values);
  const labelled = (name: string): readonly string[] => {
    const label = fieldLabel(resource, name, culture);
    return label === name ? [] : [label];
  };
  return new Map(rows.map(({ id, fields }) => [id, [...new Set(fields.flatMap(labelled))]]));
}
