import { join } from 'node:path';
import { prepareJobs } from '../jobs.ts';
import type { MasterKey } from '../keys.ts';
import type { DatabaseUrls } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { requireFit } from './fitness.ts';
import { migrate, type Migration } from './migrate.ts';
import { ensureRoles, RolesMissing } from './roles.ts';

export interface PrepareOptions {
  /** An external server; without it the embedded one is started under `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Folder for the log of the embedded server. */
  archiveDir?: string | undefined;
  master: MasterKey;
  migrations: readonly Migration[];
  queues: readonly string[];
  say?: (line: string) => void;
}

export interface PreparedDatabase {
  urls: DatabaseUrls;
  /** Names of the migrations that were run now. */
  migrated: string[];
  /** Stops the embedded server; does nothing to an external one. */
  stop(): Promise<void>;
}

/** Prepares everything the application needs of a database: server, roles, tables, queues. */
export async function prepareDatabase(options: PrepareOptions): Promise<PreparedDatabase> {
  const { databaseUrl, dataDir, archiveDir, master, migrations, queues, say } = options;
  const embedded =
    databaseUrl === undefined
      ? await startEmbedded({
          folder: join(dataDir, 'postgres'),
          ...(archiveDir !== undefined && { archive: archiveDir }),
          ...(say ? { say } : {}),
        })
      : undefined;
  const adminUrl = embedded?.adminUrl ?? databaseUrl ?? '';
  const stop = async () => embedded?.stop();
  try {
    const urls = await ensureRolesOf(master, { adminUrl, ours: embedded !== undefined });
    await requireFit(adminUrl, migrations);
    const migrated = await migrate(adminUrl, migrations);
    await prepareJobs(adminUrl, queues);
    return { urls, migrated, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Creates the roles with passwords of the master key; during a key change also with those of the former key, for nodes
 * that know only that one.
 */
export async function ensureRolesOf(
  master: MasterKey,
  options: { readonly adminUrl: string; readonly ours: boolean },
): Promise<DatabaseUrls> {
  const secretOf = (key: MasterKey): Buffer => key.derive('database roles');
  if (master.former) {
    const urls = await ensureRoles({ ...options, secret: secretOf(master.former), ours: false }).catch(
      (error: unknown) => {
        if (!(error instanceof RolesMissing)) throw error;
        return undefined;
      },
    );
    if (urls) return urls;
  }
  return ensureRoles({ ...options, secret: secretOf(master) });
}
