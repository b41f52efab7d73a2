import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadMasterKey, markOf, masterKeyOf, placeMasterKey, type MasterKey } from '@kangmai/server/platform/keys';
import { BackupProblem, type Manifest } from './manifest.ts';
import type { Place } from './place.ts';
import { openWithPassphrase } from './sealed-key.ts';

interface Source {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly passphrase: string | undefined;
}

const noKeys =
  'the encrypted fields of the backup need its master key: set the SECRET_KEY it was made with, or put its DATA_DIR/keys in place, or restore a backup that holds the keys (--with-keys) with its passphrase';

/** The master key contained in the backup, if it can be opened. */
async function broughtKey({ folder, manifest, passphrase }: Source): Promise<Buffer | undefined> {
  if (!manifest.hasKeys || passphrase === undefined) return undefined;
  return openWithPassphrase(readFileSync(join(folder, 'keys.sealed')), passphrase);
}

/**
 * Checks that the installation has the master key of the backup; stores it where there is none. @throws BackupProblem
 */
export async function requireMasterKey({ config }: Place, source: Source): Promise<MasterKey> {
  const brought = await broughtKey(source);
  if (brought && config.secretKey === undefined && !placeMasterKey(config.dataDir, brought))
    throw new BackupProblem(`another master key is in ${join(config.dataDir, 'keys')}: restore into a new DATA_DIR`);
  if (
    !brought &&
    source.manifest.hasKeys &&
    config.secretKey === undefined &&
    markOf(loadMasterKey(config)) !== source.manifest.keyMark
  )
    throw new BackupProblem('the backup holds its keys: set BACKUP_PASSPHRASE to open them');
  const master = loadMasterKey(config);
  if (markOf(master) !== source.manifest.keyMark) throw new BackupProblem(noKeys);
  return master;
}

/** The master key of the backup's rows: the installation's own, or the one in the backup. @throws BackupProblem */
export async function keyOfBackup({ config }: Place, source: Source): Promise<MasterKey> {
  const present = loadMasterKey(config);
  if (markOf(present) === source.manifest.keyMark) return present;
  const brought = await broughtKey(source);
  if (!brought) throw new BackupProblem(noKeys);
  return masterKeyOf(brought);
}
