import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '@kangmai/server/platform/database/database';
import { openDatabase } from '@kangmai/server/platform/database/open';
import { ensureRolesOf } from '@kangmai/server/platform/database/start';
import { FileStore } from '@kangmai/server/platform/file-store';
import {
  forgetFormerKey,
  loadMasterKey,
  type MasterKey,
  markOf,
  renewMasterKey,
  spreadMs,
  TenantKeys,
} from '@kangmai/server/platform/keys';
import { SigningKeys } from '@kangmai/server/platform/signing-keys';
import { BackupProblem } from './backup/manifest.ts';
import { placeOf, reach, runCommand, type Place } from './backup/place.ts';
import { countOlder, resealTenant } from './keys/reseal.ts';
import { retireKeys } from './keys/retire.ts';
import { rewrapAll } from './keys/rewrap.ts';

const usage = `usage: npm run keys -- COMMAND [--tenant NAME]
  status         which keys there are and how many values need former ones
  rotate         new keys of fields and searches for all tenants (or one), a new key of tokens; then reseal
  reseal         brings stored values under the newest keys, beside the running server; goes on where it was broken off
  retire         removes former keys that nothing needs any more (an hour after the rotation at the earliest)
  sign-out-all   a new key of tokens and the end of all former tokens within a minute: everybody signs in again
  new-master     a new master key in DATA_DIR/keys beside the present one; then start every node anew
  rewrap         wraps the stored keys with the new master key, when every node has been started with it
  forget-former  ends the use of the former master key, when its tokens have expired (a day later)`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Parts {
  readonly place: Place;
  readonly database: Database;
  readonly master: MasterKey;
  readonly keys: TenantKeys;
  readonly signing: SigningKeys;
  readonly tenants: readonly Tenant[];
}

interface Tenant {
  readonly id: number;
  readonly name: string;
}

async function tenantsOf(database: Database, name: string | undefined): Promise<readonly Tenant[]> {
  const found = await database.platform((tx) =>
    tx.query<Tenant>(
      'select id, tenancy_name as name from tenant where not is_deleted and ($1::text is null or tenancy_name_key = lower($1)) order by id',
      [name ?? null],
    ),
  );
  if (name !== undefined && found.length === 0) throw new BackupProblem(`there is no tenant ${name}`);
  return name === undefined ? [{ id: 0, name: 'host' }, ...found] : found;
}

async function reseal({ database, keys, tenants }: Parts): Promise<void> {
  const conflicts: string[] = [];
  let values = 0;
  for (const [at, { id, name }] of tenants.entries()) {
    const done = await resealTenant({
      database,
      keys,
      tenantId: id,
      onPage: (table, count) =>
        process.stdout.isTTY &&
        process.stdout.write(`\r\u001b[K${at + 1} of ${tenants.length}, ${name}: ${table}, ${count}`),
    });
    values += done.values;
    conflicts.push(...done.conflicts.map((row) => `${name}: ${row}`));
  }
  say(
    `${process.stdout.isTTY ? '\r\u001b[K' : ''}${values} values of ${tenants.length} tenants sealed and indexed anew`,
  );
  if (conflicts.length > 0)
    throw new BackupProblem(
      `these rows have a value that another row has, too, and stay under their key until somebody joins them:\n${conflicts.join('\n')}`,
    );
}

async function rotate(parts: Parts): Promise<void> {
  const { keys, signing, tenants } = parts;
  for (const { id } of tenants) await keys.rotate(id);
  const version = await signing.rotate();
  say(
    `new keys for ${tenants.length} tenants, key ${version} for tokens; they are used in ${spreadMs / 1000} s, when every node knows them`,
  );
  await pause(spreadMs + 1_000);
  for (const { id } of tenants) keys.forget(id);
  await reseal(parts);
  say('former keys still open what was sealed with them; remove them with "retire" in an hour');
}

async function retire({ place, database, keys, tenants }: Parts): Promise<void> {
  const files = new FileStore(place.files);
  for (const { id, name } of tenants) {
    const done = await retireKeys({ database, keys, files }, id);
    say(
      'removed' in done
        ? `${name}: ${done.removed} former keys removed`
        : `${name}: former keys stay: ${done.kept.join('; ')}`,
    );
  }
}

async function status({ database, keys, master, tenants }: Parts): Promise<void> {
  say(`master key ${markOf(master)}${master.former ? `, before it ${markOf(master.former)}` : ''}`);
  for (const { id, name } of tenants) {
    const { version } = await keys.of(id);
    say(`${name}: sealing with key ${version}, ${await countOlder(database, id, version)} values under former ones`);
  }
  const signing = await database.platform((tx) =>
    tx.query<{ version: number; until: Date | null }>(
      'select version, accepted_until as until from signing_key order by version',
    ),
  );
  for (const { version, until } of signing)
    say(`tokens: key ${version}${until ? `, accepted until ${until.toISOString()}` : ''}`);
}

const commands: Readonly<Record<string, (parts: Parts) => Promise<void>>> = {
  status,
  rotate,
  reseal,
  retire,
  'sign-out-all': async ({ signing }) => {
    await signing.rotate({ endsFormer: true });
    say('in a minute all former tokens have ended');
  },
  rewrap: async ({ database, master }) => {
    say(`${await rewrapAll(database, master)} keys wrapped with the master key ${markOf(master)}`);
  },
};

/** Commands about the file of the master key only. */
const fileCommands: Readonly<Record<string, (place: Place) => void>> = {
  'new-master': ({ config }) => {
    if (config.secretKey !== undefined)
      throw new BackupProblem(
        'the master key stands in SECRET_KEY: put the present one into SECRET_KEY_FORMER and a new one into SECRET_KEY',
      );
    if (!renewMasterKey(config.dataDir))
      throw new BackupProblem('a former master key is kept already: finish that change first (rewrap, forget-former)');
    say('a new master key is in place: start every node anew, then run "rewrap"');
  },
  'forget-former': ({ config }) => {
    if (config.formerSecretKey !== undefined) throw new BackupProblem('take SECRET_KEY_FORMER away');
    forgetFormerKey(config.dataDir);
    say('the former master key is gone');
  },
};

async function withDatabase(
  place: Place,
  name: string | undefined,
  work: (parts: Parts) => Promise<void>,
): Promise<void> {
  const reached = await reach(place);
  const master = loadMasterKey(place.config);
  const urls = await ensureRolesOf(master, { adminUrl: reached.adminUrl, ours: reached.isEmbedded });
  const database = openDatabase({ urls, pooler: place.config.databasePooler, poolSize: 4 });
  try {
    await work({
      place,
      database,
      master,
      keys: new TenantKeys(database, master),
      signing: new SigningKeys(database, master),
      tenants: await tenantsOf(database, name),
    });
  } finally {
    await database.close();
    await reached.stop();
  }
}

await runCommand(usage, async () => {
  const {
    values,
    positionals: [name = ''],
  } = parseArgs({ allowPositionals: true, options: { tenant: { type: 'string' } } });
  const place = placeOf(process.env, say);
  const [command, fileCommand] = [commands[name], fileCommands[name]];
  if (fileCommand) fileCommand(place);
  else if (command) await withDatabase(place, values.tenant, command);
  else throw new BackupProblem(usage);
});
