import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbedded } from '@kangmai/server/platform/database/embedded';
import { prepareDatabase, type PreparedDatabase } from '@kangmai/server/platform/database/start';
import { loadMasterKey } from '@kangmai/server/platform/keys';
import { makeBase } from './base.ts';
import { readManifest, type BaseManifest } from './manifest.ts';
import { placeOf, type Place } from './place.ts';
import { recover } from './recover.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const secret = 'a secret of the tests, long enough';
let home: string;
let source: PreparedDatabase;
let client: Client;

/** A committed token, and instants of the database's clock right before and after. */
interface Entry {
  readonly token: string;
  readonly before: string;
  readonly after: string;
}
const journal: Entry[] = [];

const placeIn = (name: string): Place =>
  placeOf({ DATA_DIR: join(home, name), ARCHIVE_DIR: join(home, 'archive'), SECRET_KEY: secret }, () => undefined);
/** A command as an operator runs it, in its own process besides the server. */
async function command(name: string, ...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    DATA_DIR: join(home, 'source'),
    ARCHIVE_DIR: join(home, 'archive'),
    SECRET_KEY: secret,
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tools/run.mjs', `apps/ops/src/${name}.ts`, ...args],
    { env, cwd: root },
  );
  return stdout;
}

const targetsFor = () => new Map();
const baseSource = () => ({
  folder: join(home, 'base'),
  manifest: readManifest(join(home, 'base')) as BaseManifest,
  passphrase: undefined,
});

async function clock(): Promise<string> {
  const { rows } = await client.query<{ at: string }>(
    'select to_char(clock_timestamp() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\') as at',
  );
  return rows[0]?.at ?? '';
}

async function write(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const token = `t${journal.length}`;
    const before = await clock();
    await client.query('insert into journal (token) values ($1)', [token]);
    journal.push({ token, before, after: await clock() });
  }
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'kangmai-recover-'));
  chmodSync(home, 0o711);
  const { config } = placeIn('source');
  source = await prepareDatabase({
    databaseUrl: undefined,
    dataDir: config.dataDir,
    archiveDir: config.archiveDir,
    master: loadMasterKey(config),
    migrations: [],
    queues: [],
  });
  client = new Client({ connectionString: source.urls.migrator });
  await client.connect();
  await client.query('create table journal (token text primary key)');
});

afterAll(async () => {
  await source.stop();
  rmSync(home, { recursive: true, force: true });
});

async function tokensOf(place: Place): Promise<readonly string[]> {
  const server = await startEmbedded({ folder: join(place.config.dataDir, 'postgres') });
  const reader = new Client({ connectionString: server.adminUrl });
  await reader.connect();
  const { rows } = await reader.query<{ token: string }>('select token from journal');
  await reader.query("insert into journal (token) values ('written after')");
  await reader.end();
  await server.stop();
  return rows.map(({ token }) => token);
}
const upTo = (count: number): string[] => journal.slice(0, count).map(({ token }) => token);

test('a base backup and the archive give exactly what was committed before an instant', async () => {
  await write(20);
  const writing = write(200);
  expect(await command('backup', '--base', '--to', join(home, 'base'))).toMatch(/base backup of \S+: \d+ files/);
  await writing;
  const target = journal.length;
  await write(50);
  const { rows } = await client.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
  await write(1);
  await vi.waitFor(
    async () => {
      const archived = await client.query<{ last: string }>('select last_archived_wal as last from pg_stat_archiver');
      expect((archived.rows[0]?.last ?? '') >= (rows[0]?.segment ?? 'x')).toBe(true);
    },
    { timeout: 60_000, interval: 100 },
  );
  await client.end();
  await source.stop();

  const until = journal[target]?.before ?? '';
  const place = placeIn('restored');
  await recover(place, baseSource(), { until, archive: undefined, targetsFor });
  expect(new Set(await tokensOf(place))).toEqual(new Set(upTo(target)));
  await expect(recover(place, baseSource(), { until, archive: undefined, targetsFor })).rejects.toThrow(
    'holds a database already',
  );

  const whole = placeIn('whole');
  const reachedAt = await recover(whole, baseSource(), {
    until: undefined,
    archive: join(home, 'archive'),
    targetsFor,
  });
  expect(reachedAt > (journal.at(-3)?.before ?? 'x')).toBe(true);
  expect((await tokensOf(whole)).length).toBeGreaterThanOrEqual(journal.length - 1);
});

test('an instant outside of what is kept is refused in a sentence, and nothing looks restored', async () => {
  const place = placeIn('refused');
  const recoverUntil = (until: string) => recover(place, baseSource(), { until, archive: undefined, targetsFor });
  await expect(recoverUntil('2001-01-01T00:00:00Z')).rejects.toThrow('an earlier instant needs an earlier base');
  await expect(recoverUntil('yesterday')).rejects.toThrow('--until wants an instant');
  await expect(recoverUntil('2026-11-21 10:00:00')).rejects.toThrow('with its zone');
  await expect(recoverUntil('2099-01-01T00:00:00Z')).rejects.toThrow('ends before 2099-01-01T00:00:00Z');
  expect(existsSync(join(home, 'refused', 'postgres'))).toBe(false);
  const [folder = ''] = readdirSync(join(home, 'archive'));
  rmSync(join(home, 'archive', folder, `${baseSource().manifest.lastSegment}.gz`));
  await expect(recoverUntil(journal.at(-1)?.before ?? '')).rejects.toThrow(
    'without which the base backup is of no use',
  );
});

test('without an archive there is no base backup', async () => {
  const bare = placeOf({ DATA_DIR: join(home, 'bare'), SECRET_KEY: secret }, () => undefined);
  await expect(makeBase(bare, { to: join(home, 'none'), passphrase: undefined })).rejects.toThrow('set ARCHIVE_DIR');
  expect(existsSync(join(home, 'none'))).toBe(false);
});
