import { columnsOfField, dictOf, type AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../../engine/public.ts';

interface Use {
  readonly resource: AnyResource;
  readonly column: string;
  readonly isList: boolean;
}

function usesOf(ctx: CallCtx, typeCode: string): readonly Use[] {
  return ctx.model.resources
    .filter(({ storage }) => storage === 'rows')
    .flatMap((resource) =>
      Object.entries(resource.fields).flatMap(([name, field]): Use[] => {
        if ((field.kind !== 'dict' && field.kind !== 'dicts') || dictOf(field) !== typeCode) return [];
        return columnsOfField(name, field).map(({ name: column }) => ({
          resource,
          column,
          isList: field.kind === 'dicts',
        }));
      }),
    );
}

export async function countUses(ctx: CallCtx, typeCode: string, code: string): Promise<number> {
  const counts = await Promise.all(
    usesOf(ctx, typeCode).map(({ resource, column, isList }) =>
      ctx.tx.one<{ count: number }>(
        `select count(*) as count from "${resource.table}" where tenant_id = $1 and not is_deleted and ${isList ? `$2 = any("${column}")` : `"${column}" = $2`}`,
        [ctx.tenantId, code],
      ),
    ),
  );
  return counts.reduce((sum, row) => sum + (row?.count ?? 0), 0);
}
