import { parseArgs } from 'node:util';
import { restoreAll } from './backup/load.ts';
import { BackupProblem, readManifest, type Manifest, type RestoreSource } from './backup/manifest.ts';
import { placeOf, runCommand, type Place } from './backup/place.ts';
import { recover } from './backup/recover.ts';
import { targetsOf } from './backup/targets.ts';
import { restoreTenant } from './backup/tenant.ts';

const usage = `usage: npm run restore -- --from FOLDER [options]
  --from FOLDER     a backup; it is restored into a server without data
  --tenant NAME     this tenant alone, beside the living others: its rows are replaced by those of the backup
  --until TIME      a base backup, to this instant, for example 2026-11-21T10:15:00+08:00; without it as far as the archive goes
  --archive FOLDER  the archive (default $ARCHIVE_DIR)
  --connections N   writes over so many connections at once (default 2)
  --into-platform   tenants that lived in databases of their own come to the platform's
Otherwise TENANT_DATABASE_1, TENANT_DATABASE_2 and so on name the database that each of those comes to: an empty one; with --until one that
its own tools have restored to the same instant.
The master key comes from SECRET_KEY, from DATA_DIR/keys, or from the backup with BACKUP_PASSPHRASE.`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Options {
  readonly from: string;
  readonly tenant: string | undefined;
  readonly until: string | undefined;
  readonly archive: string | undefined;
  readonly connections: number;
  readonly isIntoPlatform: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      'from': { type: 'string' },
      'tenant': { type: 'string' },
      'until': { type: 'string' },
      'archive': { type: 'string' },
      'connections': { type: 'string', default: '2' },
      'into-platform': { type: 'boolean', default: false },
    },
  });
  if (values.from === undefined) throw new BackupProblem(usage);
  return {
    from: values.from,
    tenant: values.tenant,
    until: values.until,
    archive: values.archive,
    connections: Math.max(1, Number(values.connections) || 2),
    isIntoPlatform: values['into-platform'],
  };
}

async function restoreRows(
  place: Place,
  source: RestoreSource,
  { tenant, until, isIntoPlatform }: Options,
): Promise<string> {
  if (until !== undefined) throw new BackupProblem('--until needs a base backup (npm run backup -- --base)');
  if (tenant !== undefined)
    return `tenant ${tenant} stands as of ${source.manifest.at}: ${(await restoreTenant(place, source, tenant)).toLocaleString('en')} rows, compared with the backup`;
  const newer = await restoreAll(
    place,
    source,
    targetsOf(source.manifest.databases ?? [], process.env, isIntoPlatform),
  );
  return `restored as of ${source.manifest.at}, all checksums equal${newer.length > 0 ? `; then the migrations of this release: ${newer.join(', ')}` : ''}. Start the server: npm start`;
}

async function restore(place: Place, manifest: Manifest, options: Options): Promise<string> {
  const source = {
    folder: options.from,
    passphrase: process.env['BACKUP_PASSPHRASE'] || undefined,
    connections: options.connections,
  };
  if (manifest.kind === 'rows') return restoreRows(place, { ...source, manifest }, options);
  if (options.tenant !== undefined)
    throw new BackupProblem(
      'a base backup holds the whole server: restore it into a new DATA_DIR, back that up, and take the tenant from there',
    );
  const reachedAt = await recover(
    place,
    { ...source, manifest },
    {
      until: options.until,
      archive: options.archive,
      targetsFor: (databases) => targetsOf(databases, process.env, options.isIntoPlatform),
    },
  );
  return `restored ${options.until === undefined ? `to the end of the archive; the last change was at ${reachedAt}` : `to ${options.until}`}. Start the server: npm start`;
}

await runCommand(usage, async () => {
  const options = readOptions();
  const began = performance.now();
  const told = await restore(placeOf(process.env, say), readManifest(options.from), options);
  say(`${told} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
});
