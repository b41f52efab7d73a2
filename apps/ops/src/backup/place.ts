import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigProblem, readConfig, type Config } from '@kangmai/server/platform/config';
import { startEmbedded } from '@kangmai/server/platform/database/embedded';
import { DatabaseUnfit } from '@kangmai/server/platform/database/fitness';
import { loadMigrations, MigrationFailed, type Migration } from '@kangmai/server/platform/database/migrate';
import { RolesMissing } from '@kangmai/server/platform/database/roles';
import { migrationFolder, releaseVersion } from '@kangmai/server/start/product';
import { BackupProblem } from './manifest.ts';
import { NotAllRows } from './session.ts';

export type Say = (line: string) => void;

/** The installation that a command concerns, as the server would find it. */
export interface Place {
  readonly config: Config;
  readonly release: string;
  readonly migrations: readonly Migration[];
  /** Folder of the uploaded files. */
  readonly files: string;
  readonly say: Say;
}

export function placeOf(env: Readonly<Record<string, string | undefined>>, say: Say): Place {
  const config = readConfig(env);
  return {
    config,
    release: releaseVersion(),
    migrations: loadMigrations(migrationFolder()),
    files: join(config.dataDir, 'files'),
    say,
  };
}

export interface Reached {
  /** Connection of the owner of the tables. */
  readonly adminUrl: string;
  /** Connection that sees all rows. */
  readonly rowsUrl: string;
  readonly isEmbedded: boolean;
  readonly stop: () => Promise<void>;
}

/** The database of the installation: external, the running embedded one, or started temporarily. */
export async function reach({ config, say }: Place): Promise<Reached> {
  const { databaseUrl, dataDir, backupDatabaseUrl } = config;
  if (databaseUrl !== undefined)
    return {
      adminUrl: databaseUrl,
      rowsUrl: backupDatabaseUrl ?? databaseUrl,
      isEmbedded: false,
      stop: async () => undefined,
    };
  const server = await startEmbedded({
    folder: join(dataDir, 'postgres'),
    say,
    ...(config.archiveDir !== undefined && { archive: config.archiveDir }),
  });
  return { adminUrl: server.adminUrl, rowsUrl: server.adminUrl, isEmbedded: true, stop: () => server.stop() };
}

/** True when the data folder has an embedded database already. */
export const hasEmbedded = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres', 'data')) || existsSync(join(dataDir, 'postgres.place'));

const told = [BackupProblem, NotAllRows, ConfigProblem, DatabaseUnfit, MigrationFailed, RolesMissing];
const isUsage = (error: Error): boolean => (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;

/** The text printed for an error: a sentence, and its place only for a fault of the program. */
function textOf(error: Error, usage: string): string {
  if (isUsage(error)) return `${error.message}\n${usage}`;
  const isTold = told.some((kind) => error instanceof kind);
  return !isTold && process.env['LOG_LEVEL'] === 'debug' ? (error.stack ?? error.message) : error.message;
}

/** Runs a command: a sentence for errors that the caller can fix, exit code 1; 2 for wrong options. */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error('the command failed');
    process.stderr.write(`${textOf(error, usage)}\n`);
    process.exitCode = isUsage(error) ? 2 : 1;
  }
}
