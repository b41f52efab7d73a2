import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Migration } from '../../platform/database/migrate.ts';
import type { WrittenFile } from './copy.ts';
import type { SequenceState, StoredTable, TableSums } from './tables.ts';

export const backupFormat = 1;

/** A sentence for whoever runs a command of backup or restore; no fault of the program. */
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

interface AnyManifest {
  readonly format: number;
  readonly release: string;
  /** The instant that the backup shows. */
  readonly at: string;
  readonly postgres: string;
  readonly migrations: readonly AppliedMigration[];
  readonly files: FilesEntry;
  /** Tells whether a master key is the one that the encrypted fields need. */
  readonly keyMark: string;
  readonly hasKeys: boolean;
}

/** All rows as text: can be restored on every later release and version of PostgreSQL, whole or one tenant. */
export interface RowsManifest extends AnyManifest {
  readonly kind: 'rows';
  readonly queues: readonly string[];
  readonly tenants: readonly { readonly id: number; readonly name: string }[];
  readonly tables: readonly TableEntry[];
  readonly sequences: readonly SequenceState[];
}

/** The files of the database server: with the archive they can be restored to any later instant, on the same version of PostgreSQL. */
export interface BaseManifest extends AnyManifest {
  readonly kind: 'base';
  /** First and last file of the archive without which the copy is of no use. */
  readonly firstSegment: string;
  readonly lastSegment: string;
  readonly dataFiles: FilesEntry;
}

export type Manifest = RowsManifest | BaseManifest;

const nameOf = (folder: string): string => join(folder, 'manifest.json');
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Written last: a folder without it is no backup. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const text = JSON.stringify(manifest, null, 1);
  writeFileSync(nameOf(folder), `${digest(text)}\n${text}`, { mode: 0o600, flush: true });
}

/** @throws BackupProblem when the folder holds no whole backup */
export function readManifest(folder: string): Manifest {
  if (!existsSync(nameOf(folder))) throw new BackupProblem(`${folder} holds no whole backup: it has no manifest.json`);
  const text = readFileSync(nameOf(folder), 'utf8');
  const end = text.indexOf('\n');
  if (digest(text.slice(end + 1)) !== text.slice(0, end)) throw new BackupProblem(`${nameOf(folder)} was changed after the backup had written it`);
  const manifest = JSON.parse(text.slice(end + 1)) as Manifest;
  if (manifest.format !== backupFormat) throw new BackupProblem(`the backup has the form ${manifest.format}; this release reads the form ${backupFormat}: use a newer release`);
  return manifest;
}

export async function appliedMigrations(client: Client): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select name, checksum from kangmai.migration order by name');
  return rows;
}

/** The migrations that the backup had seen, as this release has them. @throws BackupProblem when it lacks one */
export function migrationsOf(manifest: Manifest, migrations: readonly Migration[]): readonly Migration[] {
  const ours = new Map(migrations.map((migration) => [migration.name, migration]));
  const missing = manifest.migrations.filter(({ name }) => !ours.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new BackupProblem(`the backup is from a newer release (${manifest.release}; migration ${missing.join(', ')}): restore it with that release`);
  return manifest.migrations.flatMap(({ name }) => ours.get(name) ?? []);
}
