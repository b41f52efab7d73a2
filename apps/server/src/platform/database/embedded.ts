import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { archiveSettings } from './embedded-archive.ts';
import { blockedFolder, completeNative, copyNative, makeFolder, nativeFiles, serverAccount } from './embedded-files.ts';
import { alive } from './embedded-lock.ts';
import { watchServer } from './embedded-watch.ts';
import { type Place, admin, clusterUrl, databaseName, ids, runningServer } from './embedded-launch.ts';
import { stopServer } from './embedded-stop.ts';

export interface EmbeddedOptions {
  /** Folder of the cluster, made when missing: data, socket, log and the administrator's password. */
  folder: string;
  /** Folder for the cluster (and the binaries) when `folder` is not accessible to PostgreSQL's account. */
  shelf?: string;
  /** False only in tests: leaves out everything that makes a commit survive a power cut. */
  durable?: boolean;
  /** Folder in which the server archives its log, for a restore to any instant. */
  archive?: string;
  /** Further settings of the server. */
  settings?: Readonly<Record<string, string>>;
  /** False: do not restart the server when it stops by itself. */
  watch?: boolean;
  say?: (line: string) => void;
}

export interface EmbeddedServer {
  /** Connection of the administrator (owner of everything) to the database `kangmai`. */
  adminUrl: string;
  /** Process id of the database server; changes with a restart. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts (or finds running) a real PostgreSQL under `folder` and returns how to reach it. Recovers from an unclean
 * stop, and restarts the server when it stops by itself. Listens on a Unix socket that only its own account and root
 * can reach; without sockets, or with too long a path, on a free loopback port.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = choosePlace(options);
  completeNative(place.native);
  const data = join(place.home, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(place);
  const password = readFileSync(join(place.home, 'admin.secret'), 'utf8').trim();
  const durable = options.durable ?? true;
  const settings = {
    ...(options.archive !== undefined && archiveSettings(options.archive, data, place.account)),
    ...options.settings,
  };
  const wish = { password, durable, settings };
  let running = await runningServer(place, wish);
  const owner = claim(place.home);
  const urlOf = (database: string) => clusterUrl(running, { user: admin, password, database });
  await createDatabase(urlOf('postgres'));
  const atExit = () => alive(running.pid) && process.kill(running.pid, 'SIGINT');
  if (owner) process.once('exit', atExit);
  const startAgain = async () => {
    running = await runningServer(place, { ...wish, port: running.port });
  };
  const unwatch =
    owner && options.watch !== false
      ? watchServer({ isAlive: () => alive(running.pid), startAgain, say: options.say ?? (() => undefined) })
      : undefined;
  const stop = async () => {
    if (!owner) return;
    await unwatch?.();
    await stopServer(running.pid);
    process.off('exit', atExit);
    rmSync(join(place.home, 'owner.pid'), { force: true });
  };
  return {
    adminUrl: urlOf(databaseName),
    get pid() {
      return running.pid;
    },
    stop,
  };
}

function choosePlace({ folder, shelf = '/var/lib/kangmai', say = () => undefined }: EmbeddedOptions): Place {
  const account = serverAccount();
  let native = nativeFiles();
  let home = resolve(folder);
  const noteOfPlace = `${home}.place`;
  if (existsSync(noteOfPlace)) home = readFileSync(noteOfPlace, 'utf8').trim();
  makeFolder(home);
  const closed = blockedFolder(home, account);
  if (closed && existsSync(join(home, 'data'))) {
    throw new Error(`PostgreSQL's account ${account?.name} may not pass ${closed}: run "chmod o+x ${closed}"`);
  }
  if (closed) {
    rmdirSync(home);
    home = join(shelf, `postgres-${randomBytes(6).toString('hex')}`);
    makeFolder(home);
    writeFileSync(noteOfPlace, home);
    say(`PostgreSQL's account may not pass ${closed}; the database is kept in ${home} (noted in ${noteOfPlace})`);
  }
  if (blockedFolder(native.postgres, account)) native = copyNative(native, shelf);
  return { home, native, account };
}

async function createCluster({ home, native, account }: Place): Promise<void> {
  const fresh = join(home, 'data.new');
  const secretFile = join(home, 'admin.secret');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(secretFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) for (const path of [fresh, secretFile]) chownSync(path, account.uid, account.gid);
  const flags = [
    `--pgdata=${fresh}`,
    `--username=${admin}`,
    `--pwfile=${secretFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '--no-sync',
  ];
  const child = spawn(native.initdb, flags, { ...ids(account), cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  let problem = '';
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()));
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
  if (code !== 0) throw new Error(`initdb failed: ${problem.trim()}`);
  chmodSync(secretFile, 0o600);
  renameSync(fresh, join(home, 'data'));
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
  await client.end();
}

/** True when this process stops the database at its end; false while another living process does. */
function claim(home: string): boolean {
  const file = join(home, 'owner.pid');
  const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (other !== process.pid && other > 0 && alive(other)) return false;
  writeFileSync(file, String(process.pid));
  return true;
}
