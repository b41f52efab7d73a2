import { parseArgs } from 'node:util';
import { makeBase } from './backup/base.ts';
import { makeBackup } from './backup/make.ts';
import { BackupProblem } from './backup/manifest.ts';
import { placeOf, runCommand } from './backup/place.ts';
import { describeDatabase } from './backup/places.ts';
import { totalOf } from './backup/tables.ts';

const usage = `usage: npm run backup -- --to FOLDER [options]
  --to FOLDER       a new folder for the backup
  --with-keys       puts the master key in as well, readable with BACKUP_PASSPHRASE (at least 12 characters) only
  --connections N   reads over so many connections at once (default 2)
  --base            a copy of the embedded database's files instead: with ARCHIVE_DIR it can be restored to any instant after it`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function passphraseOf(isAsked: boolean): string | undefined {
  if (!isAsked) return undefined;
  const passphrase = process.env['BACKUP_PASSPHRASE'];
  if (!passphrase) throw new BackupProblem('--with-keys needs BACKUP_PASSPHRASE');
  return passphrase;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'to': { type: 'string' },
      'with-keys': { type: 'boolean', default: false },
      'connections': { type: 'string', default: '2' },
      'base': { type: 'boolean', default: false },
    },
  });
  if (values.to === undefined) throw new BackupProblem(usage);
  const place = placeOf(process.env, say);
  const passphrase = passphraseOf(values['with-keys']);
  const began = performance.now();
  const took = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  if (values.base) {
    const { at, dataFiles } = await makeBase(place, { to: values.to, passphrase });
    return say(
      `base backup of ${at}: ${dataFiles.count} files, ${dataFiles.bytes.toLocaleString('en')} bytes, in ${took()}: ${values.to}`,
    );
  }
  const manifest = await makeBackup(place, {
    to: values.to,
    passphrase,
    connections: Math.max(1, Number(values.connections) || 2),
  });
  const entries = [
    ...manifest.tables,
    ...(manifest.databases ?? []).flatMap(({ tenants }) => tenants.flatMap(({ tables }) => tables)),
  ];
  const rows = entries.reduce((sum, { sums }) => sum + totalOf(sums).rows, 0);
  say(
    `backup of ${manifest.at}: ${rows.toLocaleString('en')} rows, ${manifest.files.count} files, ${manifest.hasKeys ? 'with' : 'without'} keys, in ${took()}: ${values.to}`,
  );
  for (const database of manifest.databases ?? []) say(`with ${describeDatabase(database)} as of ${database.at}`);
}

await runCommand(usage, run);
