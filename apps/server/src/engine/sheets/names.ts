import {
  columnName,
  columnsOfField,
  fieldOf,
  isPlain,
  naturalKeyOf,
  sealed,
  sealedColumns,
  type AnyField,
  type AnyResource,
  type ImportColumn,
} from '@kangmai/resource';
import { entriesOf } from '../codes/code-names.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { inSight, ofTenant } from '../../access/data-scope.ts';
import { groupBy } from '../../platform/group-by.ts';

/** Ids of the rows that a word names; more than one when it is ambiguous. */
export type Named = ReadonlyMap<string, ReadonlySet<number>>;

/** A cell that names a row or an entry, with its column. */
export interface Word {
  readonly column: ImportColumn;
  readonly word: string;
}

/** What a field's value is looked up in: the blind index of a sealed one, a code in small letters. */
export function keyColumn(name: string, field: AnyField): { readonly sql: string; readonly type: string } {
  const own = columnName(name, field);
  if (sealed(field)) return { sql: `b."${sealedColumns(own).index}"`, type: 'bytea' };
  const sql = isPlain(field) ? `lower(b."${own}")` : `b."${own}"`;
  return { sql, type: columnsOfField(name, field)[0]?.type ?? 'text' };
}

export const keyOf = (field: AnyField, value: unknown): unknown =>
  isPlain(field) ? String(value as string).toLowerCase() : value;

/** The fields that name a row: its display name, and what is unique among rows. */
function namingFields(target: AnyResource, by: string | undefined): readonly [string, AnyField][] {
  if (by !== undefined) return [[by, fieldOf(target, by)]];
  const unique = Object.entries(target.fields).filter(
    ([name, field]) => field.options.unique && name !== target.display,
  );
  return [[target.display, fieldOf(target, target.display)], ...unique];
}

async function findBy(
  ctx: CallCtx,
  target: AnyResource,
  { name, field, words }: { readonly name: string; readonly field: AnyField; readonly words: readonly string[] },
): Promise<readonly (readonly [word: string, id: number])[]> {
  const isSealed = sealed(field);
  const keysOf = (word: string): readonly string[] =>
    isSealed ? ctx.sealer.indexes(word).map((index) => index.toString('hex')) : [String(keyOf(field, word))];
  const asked = groupBy(
    words.flatMap((word) => keysOf(word).map((key) => ({ key, word }))),
    ({ key }) => key,
  );
  const keys = [...asked.keys()];
  const values: unknown[] = [ctx.tenantId, isSealed ? keys.map((key) => Buffer.from(key, 'hex')) : keys];
  const column = keyColumn(name, field).sql;
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const scope = inSight(ctx, target, { alias: 'b', values: { bind }, forReference: true });
  const rows = await ctx.tx.query<{ id: number; key: string }>(
    `select b.id, ${isSealed ? `encode(${column}, 'hex')` : `${column}::text`} as key from "${target.table}" b where ${ofTenant(target, 'b')} and not b.is_deleted and ${column} = any($2::${isSealed ? 'bytea' : 'text'}[]) and ${scope}`,
    values,
  );
  return rows.flatMap(({ id, key }) => (asked.get(key) ?? []).map(({ word }) => [word, id] as const));
}

async function findRows(ctx: CallCtx, column: ImportColumn, words: readonly string[]): Promise<Named> {
  const target = ctx.model.byName(column.target ?? '');
  const found = await Promise.all(
    namingFields(target, naturalKeyOf(column.field)).map(([name, field]) =>
      findBy(ctx, target, { name, field, words }),
    ),
  );
  const ids = new Map<string, Set<number>>();
  for (const [word, id] of found.flat()) ids.set(word, (ids.get(word) ?? new Set()).add(id));
  return ids;
}

/** Reads the rows named by the cells of some columns, one statement per column and naming field. */
export async function findNamed(ctx: CallCtx, words: readonly Word[]): Promise<ReadonlyMap<ImportColumn, Named>> {
  const found = [...groupBy(words, ({ column }) => column)].map(async ([column, cells]) => {
    const distinct = [...new Set(cells.map(({ word }) => word))];
    return [column, await findRows(ctx, column, distinct)] as const;
  });
  return new Map(await Promise.all(found));
}

/** Codes of a dictionary's entries by their names and codes. */
export async function findEntries(
  ctx: CallCtx,
  types: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const entries = await entriesOf(ctx.tx, types);
  // Of two entries with one name the active one counts, and of two of those the first.
  const rows = entries.toReversed().toSorted((one, other) => Number(one.isActive) - Number(other.isActive));
  const codes = new Map<string, Map<string, string>>(types.map((type) => [type, new Map()]));
  for (const { type, code, name } of rows) codes.get(type)?.set(name.toLowerCase(), code);
  for (const { type, code } of rows) codes.get(type)?.set(code.toLowerCase(), code);
  return codes;
}
