import { isPicture } from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import type { FieldProblem } from '../../../platform/errors.ts';
import type { Hooked } from '../hooks.ts';
import type { Trait } from '../trait.ts';
import { recordHolders } from './holders.ts';
import { readableFiles } from './readable.ts';

/** Files of a draft that the caller may not read or that are removed, and others where pictures belong. */
async function wrongFiles(
  { resource }: Hooked,
  ctx: Ctx,
  draft: { readonly [field: string]: unknown },
): Promise<readonly FieldProblem[]> {
  const given = Object.entries(resource.fields)
    .filter(([name, { kind }]) => kind === 'file' && draft[name])
    .map(([name, field]) => ({ name, field, ids: [draft[name]].flat() as string[] }));
  if (given.length === 0) return [];
  const files = await readableFiles(ctx, { guids: given.flatMap(({ ids }) => ids), saved: resource });
  const types = new Map(files.map(({ guid, contentType }) => [guid, contentType]));
  return given.flatMap(({ name, field, ids }) => {
    const found = ids.map((id) => types.get(id));
    if (found.includes(undefined)) return { field: name, reason: 'field.not-file' };
    const isWrong = isPicture(field) && found.some((type) => !type?.startsWith('image/'));
    return isWrong ? { field: name, reason: 'field.wrong-picture' } : [];
  });
}

/** Fields that hold files: each is one that the caller may read, and a picture where pictures belong. */
export const files: Trait = { problemsOf: wrongFiles, afterWrite: recordHolders };
