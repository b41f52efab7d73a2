import { type AnyResource, columnName, mostFiles } from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import type { Hooked, Written } from '../hooks.ts';

/** The lists of files that a resource has. */
const fileLists = ({ fields }: AnyResource): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'file' && mostFiles(field) !== undefined ? [name] : [],
  );

const filesIn = (values: { readonly [field: string]: unknown }, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => (values[name] ?? []) as readonly string[]);

/** Keeps which rows name a file, so that they are found without reading every row. */
export async function recordHolders({ resource }: Hooked, ctx: Ctx, rows: readonly Written[]): Promise<void> {
  const names = fileLists(resource);
  const added = rows.flatMap(({ id, draft, before }) => {
    const former = new Set(before ? filesIn(before, names) : []);
    return filesIn(draft, names).flatMap((guid) => (former.has(guid) ? [] : [{ id, guid }]));
  });
  const gone = rows.flatMap(({ id, draft, before }) => {
    if (!before) return [];
    const present = new Set(filesIn({ ...before, ...draft }, names));
    return filesIn(before, names).flatMap((guid) => (present.has(guid) ? [] : [{ id, guid }]));
  });
  const valuesOf = (pairs: readonly { readonly id: number; readonly guid: string }[]): readonly unknown[] => [
    ctx.tenantId,
    resource.table,
    pairs.map(({ guid }) => guid),
    pairs.map(({ id }) => id),
  ];
  if (added.length > 0)
    await ctx.tx.execute(
      'insert into file_holder (tenant_id, holder, guid, row_id) select $1, $2, v.guid, v.id from unnest($3::uuid[], $4::bigint[]) v(guid, id) on conflict do nothing',
      valuesOf(added),
    );
  if (gone.length > 0)
    await ctx.tx.execute(
      'delete from file_holder h using unnest($3::uuid[], $4::bigint[]) v(guid, id) where h.tenant_id = $1 and h.holder = $2 and h.guid = v.guid and h.row_id = v.id',
      valuesOf(gone),
    );
}

/** The rows of a resource that name the file `f.guid` in one of its lists, as a condition of its row `b`. */
export const namesFile = (resource: AnyResource): string | undefined => {
  const names = fileLists(resource);
  if (names.length === 0) return undefined;
  const lists = names.map((name) => `f.guid = any(b."${columnName(name, resource.fields[name] as never)}")`);
  return `b.id in (select h.row_id from file_holder h where h.tenant_id = $1 and h.guid = f.guid and h.holder = '${resource.table}') and (${lists.join(' or ')})`;
};
