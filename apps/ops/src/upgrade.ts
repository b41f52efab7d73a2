import { parseArgs } from 'node:util';
import { BackupProblem } from './backup/manifest.ts';
import { placeOf, runCommand } from './backup/place.ts';
import { pendingMigrations, upgrade } from './upgrade/upgrade.ts';

const usage = `usage: npm run upgrade -- --backup FOLDER     with the new release in place
  --backup FOLDER  a new folder for the backup that is made first; the way back is to restore it with the former release
  --no-backup      somebody has made one already
  --check          only tells what would be run
BACKUP_PASSPHRASE puts the keys into the backup, too.`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: {
      'backup': { type: 'string' },
      'no-backup': { type: 'boolean', default: false },
      'check': { type: 'boolean', default: false },
    },
  });
  const place = placeOf(process.env, say);
  if (values.check)
    return say(
      `release ${place.release}; migrations to run: ${listed((await pendingMigrations(place)) ?? ['all, the database is empty'])}`,
    );
  if (values.backup === undefined && !values['no-backup']) throw new BackupProblem(usage);
  const done = await upgrade(place, {
    backup: values.backup,
    passphrase: process.env['BACKUP_PASSPHRASE'] || undefined,
  });
  say(
    `release ${place.release}; migrations run: ${listed(done)}; the tables are those of this release. Start the server: npm start`,
  );
  if (values.backup !== undefined)
    say(
      `the way back: the former release, an empty database or a new DATA_DIR, and npm run restore -- --from ${values.backup}`,
    );
});
