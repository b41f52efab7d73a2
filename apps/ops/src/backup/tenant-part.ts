import { join } from 'node:path';
import type { Client } from 'pg';
import { copyIn, onlyLines } from './copy.ts';
import {
  BackupProblem,
  type AppliedMigration,
  type Month,
  type NamedTenant,
  type RowsManifest,
  type TableEntry,
  type TenantRows,
  type TenantVersions,
} from './manifest.ts';
import {
  listTables,
  noRows,
  placeOf,
  quoted,
  sumsOf,
  wholeName,
  type RowSum,
  type SequenceState,
  type StoredTable,
} from './tables.ts';

/** Rows of one tenant in one file of a backup. */
interface PartFile {
  readonly table: StoredTable;
  readonly file: string;
  readonly sha256: string;
  readonly sum: RowSum;
  /** The file also contains rows of other tenants. */
  readonly isShared: boolean;
}

/** The backup of one tenant, whichever database it was in. */
export interface TenantPart {
  readonly tenant: NamedTenant;
  readonly migrations: readonly AppliedMigration[];
  readonly months: readonly Month[];
  readonly sequences: readonly SequenceState[];
  readonly files: readonly PartFile[];
  /** Undefined where the platform's own row of the tenant has them. */
  readonly versions: TenantVersions | undefined;
}

interface Source {
  readonly folder: string;
  readonly manifest: RowsManifest;
}

const monthsOf = (tables: readonly StoredTable[]): readonly Month[] =>
  tables.flatMap(({ parent, month }) => (parent !== null && month !== null ? [{ parent, month }] : []));

/** A tenant's rows in the platform's own database. */
export function platformPart({ folder, manifest }: Source, tenant: NamedTenant): TenantPart {
  const tables = manifest.tables.filter(
    ({ schema, tenantColumn, sums }) => schema === 'public' && tenantColumn !== null && sums[tenant.id] !== undefined,
  );
  const files = tables.map((table) => ({
    table,
    file: join(folder, 'tables', table.file),
    sha256: table.sha256,
    sum: table.sums[tenant.id] ?? noRows,
    isShared: true,
  }));
  return {
    tenant,
    migrations: manifest.migrations,
    months: monthsOf(tables),
    sequences: manifest.sequences,
    files,
    versions: undefined,
  };
}

const ownFiles = (folder: string, { id, tables }: TenantRows): readonly PartFile[] =>
  tables.map((table: TableEntry) => ({
    table,
    file: join(folder, table.file),
    sha256: table.sha256,
    sum: table.sums[id] ?? noRows,
    isShared: false,
  }));

/** A tenant's rows in a database of its own; undefined when it was in the platform's. */
export function ownPart({ folder, manifest }: Source, { id }: NamedTenant): TenantPart | undefined {
  for (const { tenants, migrations, months, sequences } of manifest.databases ?? []) {
    const found = tenants.find((tenant) => tenant.id === id);
    if (found)
      return { tenant: found, migrations, months, sequences, files: ownFiles(folder, found), versions: found.versions };
  }
  return undefined;
}

export interface RowsWish {
  readonly part: TenantPart;
  /** Whole tables, in an order in which references exist. */
  readonly tables: readonly string[];
  /** The connection is subject to row-level security: rows are copied through a temporary table of the transaction. */
  readonly isBound: boolean;
}

async function bringIn(
  client: Client,
  table: StoredTable,
  { from, isBound }: { readonly from: Parameters<typeof copyIn>[2]; readonly isBound: boolean },
): Promise<void> {
  if (!isBound) return copyIn(client, table, from);
  const names = table.columns.map(quoted).join(', ');
  await client.query(`create temporary table incoming (like ${placeOf(table)} including generated) on commit drop`);
  await copyIn(client, { ...table, schema: 'pg_temp', name: 'incoming' }, from);
  await client.query(`insert into ${placeOf(table)} (${names}) select ${names} from pg_temp.incoming`);
  await client.query('drop table pg_temp.incoming');
}

/** Reads a tenant's rows of the named tables within the open transaction. @returns their number */
export async function loadPart(
  client: Client,
  { part, tables, isBound }: RowsWish,
  loaded: () => void,
): Promise<number> {
  let rows = 0;
  for (const name of tables) {
    for (const { table, file, sha256, isShared, sum } of part.files.filter((one) => wholeName(one.table) === name)) {
      if (table.columns[0] !== table.tenantColumn) throw new Error(`${table.name} does not begin with its tenant`);
      const only = isShared ? { only: onlyLines(`${part.tenant.id}\t`) } : {};
      await bringIn(
        client,
        { ...table, name, parent: null, month: null },
        { from: { file, sha256, ...only }, isBound },
      );
      rows += sum.rows;
    }
    loaded();
  }
  return rows;
}

const added = (one: RowSum, other: RowSum): RowSum => ({
  rows: one.rows + other.rows,
  sum: String(BigInt(one.sum) + BigInt(other.sum)),
});

/** Compares the present rows of the named tables with the counts of the backup. @throws BackupProblem */
export async function comparePart(client: Client, { part, tables }: Pick<RowsWish, 'part' | 'tables'>): Promise<void> {
  const present = new Map(
    (await listTables(client)).filter(({ schema }) => schema === 'public').map((table) => [wholeName(table), table]),
  );
  for (const name of tables) {
    const files = part.files.filter((one) => wholeName(one.table) === name);
    const wanted = files.reduce((sum, file) => added(sum, file.sum), noRows);
    const shape = files[0]?.table ?? present.get(name);
    if (!shape) continue;
    const there = (await sumsOf(client, { ...shape, name }, { only: part.tenant.id }))[part.tenant.id] ?? noRows;
    if (there.rows !== wanted.rows || there.sum !== wanted.sum)
      throw new BackupProblem(
        `${name} has ${there.rows} rows of the tenant instead of ${wanted.rows}, or other ones; of ${part.tenant.name} nothing was changed`,
      );
  }
}
