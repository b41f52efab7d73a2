import type { Client } from 'pg';

type Named = ReadonlyMap<string, string>;

/**
 * The schema of a database, by table. Indexes of primary keys and exclusions are left out.
 */
export interface Catalogue {
  readonly columns: ReadonlyMap<string, Named>;
  readonly indexes: ReadonlyMap<string, Named>;
  readonly references: ReadonlyMap<string, Named>;
  /** Checks and exclusions. */
  readonly rules: ReadonlyMap<string, Named>;
}

interface Row {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** A definition without differences of spelling: case, spaces, parentheses, default method and schema. */
export const simplified = (definition: string): string =>
  definition
    .toLowerCase()
    .replaceAll(/ using btree | only |public\.|timestamp with time zone/g, (word) =>
      word.startsWith('timestamp') ? 'timestamptz' : ' ',
    )
    .replaceAll(/["\s()]/g, '');

function byTable(rows: readonly Row[]): ReadonlyMap<string, Named> {
  const tables = new Map<string, Map<string, string>>();
  for (const { table, name, definition } of rows)
    tables.set(table, (tables.get(table) ?? new Map<string, string>()).set(name, simplified(definition)));
  return tables;
}

const ourTables = "c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition";

const columnsSql = `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end as definition
  from pg_class c join pg_attribute a on a.attrelid = c.oid where ${ourTables} and a.attnum > 0 and not a.attisdropped`;
const indexesSql = `select c.relname as table, x.relname as name, pg_get_indexdef(x.oid) as definition
  from pg_class c join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid where ${ourTables} and not i.indisprimary and not i.indisexclusion`;
const constraintsSql = (
  types: string,
): string => `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_class c join pg_constraint k on k.conrelid = c.oid where ${ourTables} and k.contype in (${types})`;

/** Reads the catalogue of a migrated database. */
export async function readCatalogue(client: Client): Promise<Catalogue> {
  const queryByTable = async (sql: string) => byTable((await client.query<Row>(sql)).rows);
  return {
    columns: await queryByTable(columnsSql),
    indexes: await queryByTable(indexesSql),
    references: await queryByTable(constraintsSql("'f'")),
    rules: await queryByTable(constraintsSql("'c', 'x'")),
  };
}
