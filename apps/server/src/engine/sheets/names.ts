import {
  columnName,
  columnsOfField,
  fieldOf,
  naturalKeyOf,
  sealed,
  sealedColumns,
  type AnyField,
  type AnyResource,
  type ImportColumn,
} from '@kangmai/resource';
import { entriesOf } from '../codes/code-names.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { inSight } from '../../access/data-scope.ts';

/** Ids of the rows that a word names; more than one when it is ambiguous. */
export type Named = ReadonlyMap<string, ReadonlySet<number>>;

/** A cell that names a row or an entry, with its column. */
export interface Word {
  readonly column: ImportColumn;
  readonly word: string;
}

interface NamedRow {
  readonly id: number;
  readonly word: string | Buffer;
}

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
  input: { readonly name: string; readonly field: AnyField; readonly words: readonly string[] },
): Promise<readonly (readonly [word: string, id: number])[]> {
  const { name, field, words } = input;
  const isSealed = sealed(field);
  const keys = new Map(
    words.flatMap((word) =>
      (isSealed ? ctx.sealer.indexes(word).map((index) => index.toString('hex')) : [word]).map((key) => [key, word]),
    ),
  );
  const values: unknown[] = [
    ctx.tenantId,
    isSealed ? [...keys.keys()].map((key) => Buffer.from(key, 'hex')) : [...keys.keys()],
  ];
  const column = isSealed ? sealedColumns(columnName(name, field)).index : (columnsOfField(name, field)[0]?.name ?? '');
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const scope = inSight(ctx, target, { alias: 'b', values: { bind }, forReference: true });
  const rows = await ctx.tx.query<NamedRow>(
    `select b.id, b."${column}"${isSealed ? '' : '::text'} as word from "${target.table}" b where b.tenant_id = $1 and not b.is_deleted and b."${column}" = any($2::${isSealed ? 'bytea' : 'text'}[]) and ${scope}`,
    values,
  );
  return rows.flatMap(({ id, word }) => {
    const asked = keys.get(Buffer.isBuffer(word) ? word.toString('hex') : word);
    return asked === undefined ? [] : [[asked, id] as const];
  });
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
export async function findNamed(ctx: CallCtx, words: readonly Word[]): Promise<ReadonlyMap<string, Named>> {
  const asked = new Map<string, { readonly column: ImportColumn; readonly words: Set<string> }>();
  for (const { column, word } of words) {
    const known = asked.get(column.name) ?? { column, words: new Set<string>() };
    known.words.add(word);
    asked.set(column.name, known);
  }
  const found = await Promise.all(
    [...asked].map(async ([name, entry]) => [name, await findRows(ctx, entry.column, [...entry.words])] as const),
  );
  return new Map(found);
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
