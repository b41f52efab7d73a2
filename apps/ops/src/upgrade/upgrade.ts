import { model } from '@kangmai/model';
import { requireFit } from '@kangmai/server/platform/database/fitness';
import { migrate } from '@kangmai/server/platform/database/migrate';
import { makeBackup } from '../backup/make.ts';
import { BackupProblem } from '../backup/manifest.ts';
import { reach, type Place } from '../backup/place.ts';
import { asOwner } from '../backup/session.ts';
import { readCatalogue } from '@kangmai/server/engine/schema/catalogue';
import { draftMissing } from '@kangmai/server/engine/schema/schema-diff';

/**
 * The migrations of this release that the database lacks; undefined for an empty database, which the first start fills.
 */
export async function pendingMigrations(place: Place): Promise<readonly string[] | undefined> {
  const database = await reach(place);
  try {
    await requireFit(database.adminUrl, place.migrations);
    return await asOwner(database.adminUrl, async (client) => {
      const {
        rows: [found],
      } = await client.query<{ there: boolean }>("select to_regclass('kangmai.migration') is not null as there");
      if (!found?.there) return undefined;
      const { rows } = await client.query<{ name: string }>('select name from kangmai.migration');
      const known = new Set(rows.map(({ name }) => name));
      return place.migrations.filter(({ name }) => !known.has(name)).map(({ name }) => name);
    });
  } finally {
    await database.stop();
  }
}

/**
 *  Runs the migrations and compares the tables with the definitions of this release. @returns the names of those that
 *  ran
 */
async function migrateAndVerify(place: Place): Promise<readonly string[]> {
  const database = await reach(place);
  try {
    const done = await migrate(database.adminUrl, place.migrations);
    const missing = await asOwner(database.adminUrl, async (client) =>
      draftMissing(model, await readCatalogue(client)),
    );
    if (missing !== '') throw new BackupProblem(`the tables lack something that this release needs:\n${missing}`);
    return done;
  } finally {
    await database.stop();
  }
}

export interface UpgradeWish {
  /** Folder for the backup needed to go back; undefined when one has been made already. */
  readonly backup: string | undefined;
  readonly passphrase: string | undefined;
}

/**
 * Upgrades a database to this release: a backup first, then all migrations in one transaction, then a comparison with
 * the definitions.
 */
export async function upgrade(place: Place, wish: UpgradeWish): Promise<readonly string[]> {
  const pending = await pendingMigrations(place);
  if (pending === undefined) throw new BackupProblem('the database is empty: start the server, which makes everything');
  if (wish.backup !== undefined)
    await makeBackup(place, { to: wish.backup, passphrase: wish.passphrase, connections: 2 });
  return migrateAndVerify(place);
}
