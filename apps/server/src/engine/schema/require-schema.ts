import type { AnyResource, Model } from '@kangmai/resource';
import type { Tx } from '../../platform/database/database.ts';
import { expectedColumns } from './schema.ts';

/** A table or columns that definitions name are missing; the message names all of them. */
export class SchemaMissing extends Error {}

interface TableColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

const sql = `select c.relname as table, array_agg(a.attname::text) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1::text[]) and a.attnum > 0 and not a.attisdropped
  group by 1`;

function missingOf(resource: AnyResource, tables: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const { name, table } = resource;
  const present = tables.get(table);
  if (!present) return [`the table ${table} of ${name}`];
  return expectedColumns(resource)
    .filter((column) => !present.has(column.name))
    .map((column) => `the column ${table}.${column.name} of ${name}`);
}

/**
 * Compares the tables of all stored resources with the database, in one query.
 * @throws SchemaMissing naming every table and column that a definition has and the database lacks
 */
export async function requireSchema(tx: Pick<Tx, 'query'>, model: Model): Promise<void> {
  const stored = model.resources.filter(({ storage }) => storage !== 'view');
  const rows = await tx.query<TableColumns>(sql, [stored.map(({ table }) => table)]);
  const tables = new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
  const missing = stored.flatMap((resource) => missingOf(resource, tables));
  if (missing.length === 0) return;
  throw new SchemaMissing(
    `The database lacks ${missing.join(', ')}. Add a migration for it: npm run db:diff writes a draft.`,
  );
}
