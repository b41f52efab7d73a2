import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { archiveOf, recoverySettings } from '@kangmai/server/platform/database/embedded-archive';
import { startEmbedded } from '@kangmai/server/platform/database/embedded';
import { type Account, nativeFiles, serverAccount } from '@kangmai/server/platform/database/embedded-files';
import { alive } from '@kangmai/server/platform/database/embedded-lock';
import { restoreTree } from './file-tree.ts';
import { requireMasterKey } from './keys-back.ts';
import { BackupProblem, type BaseManifest } from './manifest.ts';
import { hasEmbedded, type Place } from './place.ts';
import { rejoin } from './rejoin.ts';
import { asOwner, inSession } from './session.ts';

interface BaseSource {
  readonly folder: string;
  readonly manifest: BaseManifest;
  readonly passphrase: string | undefined;
}

export interface RecoverWish {
  /** An instant with its zone. */
  readonly until: string | undefined;
  readonly archive: string | undefined;
  /** The present places of tenants' databases, each restored to the same instant by its own tools. */
  readonly targetsFor: Parameters<typeof rejoin>[2];
}

function requireInstant({ manifest }: BaseSource, until: string | undefined): void {
  if (until === undefined) return;
  if (Number.isNaN(Date.parse(until)) || !/(Z|[+-]\d{2}:?\d{2})$/i.test(until))
    throw new BackupProblem(
      `--until wants an instant with its zone, for example 2026-11-21T10:15:00+08:00; not ${until}`,
    );
  if (Date.parse(until) < Date.parse(manifest.at))
    throw new BackupProblem(`the base backup is of ${manifest.at}: an earlier instant needs an earlier base`);
}

function requireSameVersion({ manifest }: BaseSource): void {
  const [theirs, ours] = [manifest.postgres, nativeFiles().version].map((version) => version.split('.')[0]);
  if (theirs !== ours)
    throw new BackupProblem(
      `the base backup is of PostgreSQL ${theirs}, this release brings ${ours}: restore it with the release ${manifest.release}, then upgrade`,
    );
}

function giveTo(account: Account | undefined, folder: string): void {
  if (!account) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) giveTo(account, join(folder, entry.name));
    else chownSync(join(folder, entry.name), account.uid, account.gid);
  }
  chownSync(folder, account.uid, account.gid);
}

/** Places the copied files under `home` as on their original server. */
async function layOut(home: string, { folder, manifest }: BaseSource, say: Place['say']): Promise<void> {
  rmSync(home, { recursive: true, force: true });
  const data = join(home, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(home, 0o755);
  for (const path of JSON.parse(readFileSync(join(folder, 'folders.json'), 'utf8')) as string[])
    mkdirSync(join(data, path), { recursive: true, mode: 0o700 });
  await restoreTree(
    { folder: join(folder, 'data'), entry: manifest.dataFiles, what: 'database files' },
    { folder: data, mode: 0o600 },
    say,
  );
  copyFileSync(join(folder, 'backup_label'), join(data, 'backup_label'));
  copyFileSync(join(folder, 'admin.secret'), join(home, 'admin.secret'));
  writeFileSync(join(data, 'recovery.signal'), '');
  const account = serverAccount();
  giveTo(account, data);
  if (account) chownSync(join(home, 'admin.secret'), account.uid, account.gid);
}

const logOf = (home: string): string =>
  existsSync(join(home, 'server.log')) ? readFileSync(join(home, 'server.log'), 'utf8') : '';

/** Waits until the server has replayed the archive and accepts writes. @returns the time of the last change */
async function whenRecovered(server: { readonly adminUrl: string; readonly pid: number }): Promise<string> {
  for (;;) {
    const state = await asOwner(
      server.adminUrl,
      async (client) =>
        (
          await client.query<{ going: boolean; at: string | null }>(
            'select pg_is_in_recovery() as going, to_char(pg_last_xact_replay_timestamp() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\') as at',
          )
        ).rows[0],
    ).catch((error: unknown) => {
      if (!alive(server.pid)) throw error;
      return undefined;
    });
    if (state && !state.going) return state.at ?? '';
    await pause(100);
  }
}

async function runRecovery(
  home: string,
  wish: { readonly until: string | undefined; readonly from: string; readonly join: (client: Client) => Promise<void> },
): Promise<string> {
  try {
    const server = await startEmbedded({
      folder: home,
      settings: recoverySettings(wish.from, wish.until),
      watch: false,
    });
    try {
      const reachedAt = await whenRecovered(server);
      await inSession(server.adminUrl, wish.join);
      return reachedAt;
    } finally {
      await server.stop();
    }
  } catch (error) {
    if (error instanceof BackupProblem) throw error;
    const log = logOf(home);
    if (log.includes('recovery ended before configured recovery target was reached'))
      throw new BackupProblem(
        `the archive ${wish.from} ends before ${wish.until}: choose an earlier instant, or leave --until away`,
        { cause: error },
      );
    throw new BackupProblem(
      `the database server could not take in the archive:\n${log.split('\n').slice(-12).join('\n')}`,
      { cause: error },
    );
  }
}

/**
 * Restores a base backup and replays the archive up to an instant. Works next to the database's place and moves it
 * there at the end.
 * @returns the time of the last replayed change
 */
export async function recover(place: Place, source: BaseSource, wish: RecoverWish): Promise<string> {
  const { config, say } = place;
  const archive = wish.archive ?? config.archiveDir;
  if (config.databaseUrl !== undefined || hasEmbedded(config.dataDir))
    throw new BackupProblem(
      `${config.databaseUrl === undefined ? `${config.dataDir} holds a database already` : 'DATABASE_URL is set'}: a base backup is restored into a new DATA_DIR; nothing was changed`,
    );
  if (archive === undefined) throw new BackupProblem('name the archive with --archive or ARCHIVE_DIR');
  requireInstant(source, wish.until);
  requireSameVersion(source);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
  const master = await requireMasterKey(place, source);
  const home = join(config.dataDir, 'postgres.restoring');
  await layOut(home, source, say);
  const from = archiveOf(archive, join(home, 'data'));
  if (!existsSync(join(from, `${source.manifest.lastSegment}.gz`)))
    throw new BackupProblem(
      `${from} lacks ${source.manifest.lastSegment}.gz, without which the base backup is of no use`,
    );
  const reachedAt = await runRecovery(home, {
    until: wish.until,
    from,
    join: (client) => rejoin(client, master, wish.targetsFor),
  });
  await restoreTree(
    { folder: join(source.folder, 'files'), entry: source.manifest.files, what: 'files' },
    { folder: place.files },
    say,
  );
  renameSync(home, join(config.dataDir, 'postgres'));
  return reachedAt;
}
