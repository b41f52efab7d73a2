import { kindOf, sealed } from '@kangmai/resource';
import { sql, type Expression, type RawBuilder, type SelectQueryNode } from 'kysely';
import type { Ctx } from '../../access/ctx.ts';
import { compile } from './compiler.ts';
import type { Column, ColumnMap } from './source.ts';

/** A piece of SQL with its values, for what the query builder cannot express. */
export { sql } from 'kysely';

/** Where a query runs; sealed values need the sealer of the tenant. */
export interface Reader {
  readonly tx: Ctx['tx'];
  readonly sealer?: Ctx['sealer'];
}

/** A query with the type of its result. */
export interface Query<O> extends Expression<O> {
  readonly isSelectQueryBuilder: true;
  toOperationNode(): SelectQueryNode;
}

/** The members of a result spelled out, so that editors show them. */
export type Answer<O> = { [K in keyof O]: O[K] } & {};

type RawRow = Record<string, unknown>;

function valueOf({ field, name }: Column, value: unknown, sealer: Ctx['sealer'] | undefined): unknown {
  if (!field) return value;
  if (!sealed(field)) return kindOf(field).fromStore(value, field);
  if (value === null) return null;
  if (!sealer) throw new Error(`${name} is sealed and no tenant's key is at hand`);
  return sealer.open(value as Buffer);
}

type Read = (rows: readonly RawRow[]) => void;

/** Converts stored values by their fields, in place. */
const valuesOf = (columns: ColumnMap, sealer: Ctx['sealer'] | undefined): Read => {
  const ofFields = [...columns].filter(([, { field }]) => field !== undefined);
  return (rows) => {
    for (const row of rows) for (const [key, column] of ofFields) row[key] = valueOf(column, row[key] ?? null, sealer);
  };
};

/** The rows of a query, with values as the repository returns them. */
export async function readAll<O>({ tx, sealer }: Reader, query: Query<O>): Promise<Answer<O>[]> {
  const { sql: text, values, columns } = compile(query.toOperationNode());
  const rows = await tx.query<RawRow>(text, values);
  valuesOf(columns, sealer)(rows);
  return rows as Answer<O>[];
}

/** The rows of a query in pages, through a cursor. */
export async function* readPages<O>({ tx, sealer }: Reader, query: Query<O>): AsyncGenerator<Answer<O>[]> {
  const { sql: text, values, columns } = compile(query.toOperationNode());
  const read = valuesOf(columns, sealer);
  for await (const rows of tx.pages<RawRow>(text, values)) {
    read(rows);
    yield rows as Answer<O>[];
  }
}

/** The first row of a query, or undefined. */
export const readFirst = async <O>(reader: Reader, query: Query<O>): Promise<Answer<O> | undefined> =>
  (await readAll(reader, query))[0];

/**
 * True where one of the columns contains the text, ignoring case; null columns count as empty.
 * @example contains('王', 'u.name', 'u.userName')
 */
export const contains = (text: string, ...columns: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`position(lower(${text}::text) in lower(concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))}))) > 0`;
