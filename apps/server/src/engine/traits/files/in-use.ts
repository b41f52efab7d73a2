import { type AnyResource, columnName, mostFiles } from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import { namesFile } from './holders.ts';

/** Conditions of rows `b` of a resource that hold the file `f.guid`; none without a file field. */
export const holdsFile = (resource: AnyResource): readonly string[] => {
  if (resource.storage !== 'rows') return [];
  const single = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'file' && mostFiles(field) === undefined ? [`b."${columnName(name, field)}" = f.guid`] : [],
  );
  return [...single, namesFile(resource) ?? []].flat();
};

/** A resource of which a row of the tenant holds the file, in sight or not; undefined when nothing does. */
export async function holderOf(ctx: Ctx, guid: string): Promise<AnyResource | undefined> {
  const searches = ctx.model.resources.flatMap((resource) =>
    holdsFile(resource).map(
      (condition) =>
        `select '${resource.name}' as name where exists (select 1 from "${resource.table}" b where b.tenant_id = $1 and not b.is_deleted and ${condition})`,
    ),
  );
  const row = await ctx.tx.one<{ name: string }>(
    `with f as (select $2::uuid as guid) select name from f, lateral (${searches.join(' union all ')}) held limit 1`,
    [ctx.tenantId, guid],
  );
  return row && ctx.model.find(row.name);
}
