import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Migration } from '@kangmai/server/platform/database/migrate';
import type { WrittenFile } from './copy.ts';
import type { SequenceState, StoredTable, TableSums } from './tables.ts';

/**
 * The format with databases of tenants besides the platform's own; without them the first one is written, which every
 * release reads.
 */
export const formats = { one: 1, several: 2 } as const;

/** A sentence for the operator of a backup or restore; not a fault of the program. */
export class BackupProblem extends Error {}

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

export interface TableEntry extends StoredTable, WrittenFile {
  /** Name of the file below `tables`. */
  readonly file: string;
  readonly sums: TableSums;
}

export interface FilesEntry {
  readonly count: number;
  readonly bytes: number;
  /** Of the list `files.jsonl`, which holds the digest of each file. */
  readonly sha256: string;
}

export interface NamedTenant {
  readonly id: number;
  readonly name: string;
}

/** A database of tenants besides the platform's own. */
export interface NamedDatabase {
  readonly id: number;
  /** `host:port/database`. */
  readonly address: string;
  readonly mark: string;
  readonly tenants: readonly NamedTenant[];
}

interface AnyManifest {
  readonly format: number;
  readonly release: string;
  /** The instant of the backup's content. */
  readonly at: string;
  readonly postgres: string;
  readonly migrations: readonly AppliedMigration[];
  readonly files: FilesEntry;
  /** Identifies the master key that the encrypted fields need. */
  readonly keyMark: string;
  readonly hasKeys: boolean;
}

/** Rows of one tenant in a database of its own. */
export interface TenantRows extends NamedTenant {
  /** Without tables that have no rows of the tenant. */
  readonly tables: readonly TableEntry[];
  /** Counters of its settings and reference data, stored in its own database only. */
  readonly versions: TenantVersions;
}

export interface TenantVersions {
  readonly reference: number;
  readonly settings: number;
}

export interface Month {
  readonly parent: string;
  readonly month: string;
}

/** The backup of one database of tenants. */
export interface DatabaseEntry extends NamedDatabase {
  readonly at: string;
  readonly postgres: string;
  readonly migrations: readonly AppliedMigration[];
  readonly months: readonly Month[];
  readonly sequences: readonly SequenceState[];
  readonly tenants: readonly TenantRows[];
}

/** All rows as text: can be restored on every later release and version of PostgreSQL, completely or one tenant. */
export interface RowsManifest extends AnyManifest {
  readonly kind: 'rows';
  readonly queues: readonly string[];
  readonly tenants: readonly NamedTenant[];
  readonly tables: readonly TableEntry[];
  readonly sequences: readonly SequenceState[];
  /** Databases of tenants; left out when there are none. */
  readonly databases?: readonly DatabaseEntry[];
}

/**
 * The files of the database server: with the archive they can be restored to any later instant, on the same version of
 * PostgreSQL.
 */
export interface BaseManifest extends AnyManifest {
  readonly kind: 'base';
  /** First and last file of the archive that the copy needs. */
  readonly firstSegment: string;
  readonly lastSegment: string;
  readonly dataFiles: FilesEntry;
  /** Databases of tenants at that time; their servers are copied and archived with tools of their own. */
  readonly databases?: readonly NamedDatabase[];
}

/** A backup of rows to restore. */
export interface RestoreSource {
  readonly folder: string;
  readonly manifest: RowsManifest;
  readonly passphrase: string | undefined;
  readonly connections: number;
}

export type Manifest = RowsManifest | BaseManifest;

const nameOf = (folder: string): string => join(folder, 'manifest.json');
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Written last: a folder without it is not a backup. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const text = JSON.stringify(manifest, null, 1);
  writeFileSync(nameOf(folder), `${digest(text)}\n${text}`, { mode: 0o600, flush: true });
}

/** @throws BackupProblem when the folder contains no complete backup */
export function readManifest(folder: string): Manifest {
  if (!existsSync(nameOf(folder))) throw new BackupProblem(`${folder} holds no whole backup: it has no manifest.json`);
  const text = readFileSync(nameOf(folder), 'utf8');
  const end = text.indexOf('\n');
  if (digest(text.slice(end + 1)) !== text.slice(0, end))
    throw new BackupProblem(`${nameOf(folder)} was changed after the backup had written it`);
  const manifest = JSON.parse(text.slice(end + 1)) as Manifest;
  if (manifest.format !== formats.one && manifest.format !== formats.several)
    throw new BackupProblem(
      `the backup has the form ${manifest.format}; this release reads the forms ${formats.one} and ${formats.several}: use a newer release`,
    );
  return manifest;
}

export async function appliedMigrations(client: Client): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select name, checksum from kangmai.migration order by name');
  return rows;
}

/** The migrations of the backup, as this release has them. @throws BackupProblem when one is missing */
export function migrationsOf(
  manifest: Pick<Manifest, 'migrations' | 'release'>,
  migrations: readonly Migration[],
): readonly Migration[] {
  const ours = new Map(migrations.map((migration) => [migration.name, migration]));
  const missing = manifest.migrations.filter(({ name }) => !ours.has(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw new BackupProblem(
      `the backup is from a newer release (${manifest.release}; migration ${missing.join(', ')}): restore it with that release`,
    );
  return manifest.migrations.flatMap(({ name }) => ours.get(name) ?? []);
}
