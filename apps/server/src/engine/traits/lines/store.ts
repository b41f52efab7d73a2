import {
  type AnyField,
  type AnyResource,
  type AnyRow,
  columnName,
  columnsOfField,
  fieldOf,
  kindOf,
} from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import { readableRefusal } from '../../crud/write.ts';
import { Values } from '../../crud/where.ts';

/** A line of a document as it is stored, without its place. */
export type StoredLine = AnyRow & { readonly id: number };

interface LineColumn {
  readonly field: string;
  readonly column: string;
  readonly type: string;
  readonly definition: AnyField;
}

/** The table of the lines of a document. */
export interface LineTable {
  readonly child: AnyResource;
  readonly table: string;
  readonly parent: string;
  readonly order: string;
  readonly columns: readonly LineColumn[];
}

const tables = new WeakMap<AnyResource, LineTable>();

function makeTable(child: AnyResource): LineTable {
  const { parent = '', order = '' } = child.partOf ?? {};
  const columns = Object.entries(child.fields).flatMap(([field, definition]): LineColumn[] => {
    const [column] = columnsOfField(field, definition);
    if (!column || field === parent || field === order) return [];
    return [{ field, column: `"${column.name}"`, type: column.type, definition }];
  });
  const named = (name: string): string => `"${columnName(name, fieldOf(child, name))}"`;
  return { child, table: `"${child.table}"`, parent: named(parent), order: named(order), columns };
}

export function tableOf(child: AnyResource): LineTable {
  const table = tables.get(child) ?? makeTable(child);
  tables.set(child, table);
  return table;
}

/** The lines of documents in their order, by the document. */
export async function readLines(
  { table, parent, order, columns }: LineTable,
  ctx: Ctx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredLine[]>> {
  const listed = columns.map(({ column }, at) => `, l.${column} as c${at}`).join('');
  const found = await ctx.tx.query<{ readonly [column: string]: unknown }>(
    `select l.id, l.${parent} as of${listed} from ${table} l
     where l.tenant_id = $1 and l.${parent} = any($2::bigint[]) and not l.is_deleted order by l.${parent}, l.${order}, l.id`,
    [ctx.tenantId, ids],
  );
  const lines = new Map<number, StoredLine[]>(ids.map((id) => [id, []]));
  for (const raw of found) {
    const values = columns.map(({ field, definition }, at) => [
      field,
      kindOf(definition).fromStore(raw[`c${at}`] ?? null, definition),
    ]);
    lines.get(raw['of'] as number)?.push({ ...Object.fromEntries(values), id: raw['id'] as number });
  }
  return lines;
}

const storedIn = (line: AnyRow, { field, definition }: LineColumn): unknown =>
  kindOf(definition).toStore(line[field] ?? definition.options.default ?? null, definition);

/** A document whose lines are written. */
interface Document {
  readonly ctx: Ctx;
  readonly id: number;
}

interface Place {
  readonly line: AnyRow;
  readonly at: number;
}

async function guarded(child: AnyResource, ctx: Ctx, statement: Promise<unknown>): Promise<void> {
  await statement.catch((error: unknown) => {
    throw readableRefusal(child, error, ctx);
  });
}

/** Adds lines to a document, in one statement. */
export async function insertLines(of: LineTable, { ctx, id }: Document, added: readonly Place[]): Promise<void> {
  if (added.length === 0) return;
  const values = new Values(ctx);
  const head = [values.bind(id), values.bind(ctx.now()), values.bind(ctx.caller.userId)];
  const rows = added.map(({ line, at }) => {
    const own = of.columns.map((column) => `${values.bind(storedIn(line, column))}::${column.type}`);
    return `($1, ${head[0]}::bigint, ${head[1]}::timestamptz, ${head[2]}::bigint, ${[values.bind(at), ...own].join(', ')})`;
  });
  const names = [of.parent, 'created_at', 'created_by', of.order, ...of.columns.map(({ column }) => column)];
  await guarded(
    of.child,
    ctx,
    ctx.tx.execute(`insert into ${of.table} (tenant_id, ${names.join(', ')}) values ${rows.join(', ')}`, values.list),
  );
}

/** Changes lines of a document, in one statement. */
export async function updateLines(of: LineTable, { ctx, id }: Document, changed: readonly Place[]): Promise<void> {
  if (changed.length === 0) return;
  const values = new Values(ctx);
  const [parent, now, user] = [values.bind(id), values.bind(ctx.now()), values.bind(ctx.caller.userId)];
  const rows = changed.map(({ line, at }) => {
    const own = of.columns.map((column) => `${values.bind(storedIn(line, column))}::${column.type}`);
    return `(${[`${values.bind(line['id'])}::bigint`, `${values.bind(at)}::integer`, ...own].join(', ')})`;
  });
  const sets = of.columns.map(({ column }, at) => `${column} = v.c${at}`);
  const names = ['id', 'place', ...of.columns.map((_column, at) => `c${at}`)];
  await guarded(
    of.child,
    ctx,
    ctx.tx.execute(
      `update ${of.table} l set ${[`${of.order} = v.place`, ...sets].join(', ')}, updated_at = ${now}, updated_by = ${user}, row_version = row_version + 1
       from (values ${rows.join(', ')}) v(${names.join(', ')})
       where l.tenant_id = $1 and l.${of.parent} = ${parent} and l.id = v.id and not l.is_deleted`,
      values.list,
    ),
  );
}

/** Marks lines of a document as deleted; all of them without ids. */
export async function removeLines(of: LineTable, { ctx, id }: Document, gone?: readonly number[]): Promise<void> {
  if (gone?.length === 0) return;
  await ctx.tx.execute(
    `update ${of.table} set is_deleted = true, deleted_at = $3, deleted_by = $4, row_version = row_version + 1
     where tenant_id = $1 and ${of.parent} = $2 and not is_deleted and ($5::bigint[] is null or id = any($5))`,
    [ctx.tenantId, id, ctx.now(), ctx.caller.userId, gone ?? null],
  );
}
