import { join } from 'node:path';
import { prepareJobs } from '../jobs.ts';
import type { MasterKey } from '../keys.ts';
import type { DatabaseUrls } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { requireFit } from './fitness.ts';
import { migrate, type Migration } from './migrate.ts';
import { ensureRoles, RolesMissing } from './roles.ts';

export interface PrepareOptions {
  /** A server of one's own; without it the embedded one is started under `dataDir`. */
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
  /** Stops the embedded server; does nothing to one's own. */
  stop(): Promise<void>;
}

/** Everything between nothing and a database that the application can use: server, roles, tables, queues. */
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

/** The roles with the passwords of the master key; while a former one is kept, with those that it gave, so that nodes that know only that one go on. */
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
