import { isPicture } from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import type { FieldProblem } from '../../../platform/errors.ts';
import type { Hooked } from '../hooks.ts';
import type { Trait } from '../trait.ts';

/** Files of a draft that the tenant has not uploaded, or has removed, and others where pictures belong. */
async function wrongFiles(
  { resource }: Hooked,
  ctx: Ctx,
  draft: { readonly [field: string]: unknown },
): Promise<readonly FieldProblem[]> {
  const given = Object.entries(resource.fields)
    .filter(([name, { kind }]) => kind === 'file' && draft[name])
    .map(([name, field]) => ({ name, field, ids: [draft[name]].flat() as string[] }));
  if (given.length === 0) return [];
  const rows = await ctx.tx.query<{ guid: string; type: string }>(
    'select guid, content_type as type from stored_file where tenant_id = $1 and guid = any($2::uuid[]) and not is_deleted',
    [ctx.tenantId, given.flatMap(({ ids }) => ids)],
  );
  const types = new Map(rows.map(({ guid, type }) => [guid, type]));
  return given.flatMap(({ name, field, ids }) => {
    const found = ids.map((id) => types.get(id));
    if (found.includes(undefined)) return { field: name, reason: 'field.not-file' };
    const isWrong = isPicture(field) && found.some((type) => !type?.startsWith('image/'));
    return isWrong ? { field: name, reason: 'field.wrong-picture' } : [];
  });
}

/** Fields that hold files: each is one of the tenant's, and a picture where pictures belong. */
export const files: Trait = { problemsOf: wrongFiles };
