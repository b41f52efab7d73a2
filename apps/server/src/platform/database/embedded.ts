import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { archiveSettings } from './embedded-archive.ts';
import { type Account, blockedFolder, completeNative, copyNative, makeFolder, type NativeFiles, nativeFiles, serverAccount } from './embedded-files.ts';
import { adoptServer, alive, clearStaleLock } from './embedded-lock.ts';
import { watchServer } from './embedded-watch.ts';

export interface EmbeddedOptions {
  /** Folder of the cluster, made when missing: data, socket, log and the administrator's password. */
  folder: string;
  /** Folder for the cluster (and the binaries) when `folder` cannot be reached by PostgreSQL's account. */
  shelf?: string;
  /** False only in tests: leaves out everything that makes a commit survive a power cut. */
  durable?: boolean;
  /** Folder in which the server keeps its log, for a restore to any instant. */
  archive?: string;
  /** Further settings of the server. */
  settings?: Readonly<Record<string, string>>;
  /** False leaves the server alone when it stops by itself. */
  watch?: boolean;
  say?: (line: string) => void;
}

export interface EmbeddedServer {
  /** Connection of the administrator (owner of everything) to the database `kangmai`. */
  adminUrl: string;
  /** Process id of the database server; another one after it was started again. */
  readonly pid: number;
  stop(): Promise<void>;
}

interface Place {
  home: string;
  native: NativeFiles;
  account: Account | undefined;
}

const admin = 'kangmai_owner';
const databaseName = 'kangmai';
const longestSocketPath = 100;
const endings = [['SIGINT', 30_000], ['SIGQUIT', 10_000], ['SIGKILL', 10_000]] as const;
const longestShutdownMs = 10_000;

/**
 * Starts (or finds running) a real PostgreSQL under `folder` and returns how to reach it. Goes on after an
 * unclean stop, and is started again when it stops by itself. Listens on a Unix socket that only its own account and root can reach; where there are no
 * such sockets, or the path is too long for one, on a free loopback port.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = choosePlace(options);
  completeNative(place.native);
  const data = join(place.home, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(place);
  const password = readFileSync(join(place.home, 'admin.secret'), 'utf8').trim();
  const durable = options.durable ?? true;
  const settings = { ...(options.archive !== undefined && archiveSettings(options.archive, data, place.account)), ...options.settings };
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
  const unwatch = owner && options.watch !== false ? watchServer({ isAlive: () => alive(running.pid), startAgain, say: options.say ?? (() => undefined) }) : undefined;
  const stop = async () => {
    if (!owner) return;
    await unwatch?.();
    await stopServer(running.pid);
    process.off('exit', atExit);
    rmSync(join(place.home, 'owner.pid'), { force: true });
  };
  return { adminUrl: urlOf(databaseName), get pid() { return running.pid; }, stop };
}

interface Wish {
  password: string;
  durable: boolean;
  settings: Readonly<Record<string, string>>;
  /** The port to listen on again, where there are no sockets. */
  port?: number;
}

/** After a kill of the server alone its children need a moment to end; until then a new one refuses to start. */
async function runningServer(place: Place, wish: Wish): Promise<Running> {
  const lastTry = Date.now() + 30_000;
  for (;;) {
    const running = adoptServer(join(place.home, 'data')) ?? (await launch(place, wish));
    try {
      await whenReady(clusterUrl(running, { user: admin, password: wish.password, database: 'postgres' }), running.pid);
      return running;
    } catch (error) {
      if (alive(running.pid)) await stopServer(running.pid);
      else if (Date.now() < lastTry) await pause(500);
      if (!(error instanceof StoppedWhileStarting) || Date.now() >= lastTry) throw error;
    }
  }
}

class StoppedWhileStarting extends Error {}

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
    `--pgdata=${fresh}`, `--username=${admin}`, `--pwfile=${secretFile}`, '--auth=scram-sha-256', '--encoding=UTF8',
    '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions', '--no-sync',
  ];
  const child = spawn(native.initdb, flags, { ...ids(account), cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  let problem = '';
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()));
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
  if (code !== 0) throw new Error(`initdb failed: ${problem.trim()}`);
  chmodSync(secretFile, 0o600);
  renameSync(fresh, join(home, 'data'));
}

interface Running {
  pid: number;
  port: number;
  socketFolder: string;
}

async function launch(place: Place, { durable, port: known, settings: further }: Wish): Promise<Running> {
  const { home, native, account } = place;
  const socketFolder = join(home, 'run');
  const bySocket = process.platform !== 'win32' && socketFolder.length < longestSocketPath;
  const port = bySocket ? 5432 : (known ?? (await freePort()));
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  if (account) chownSync(socketFolder, account.uid, account.gid);
  clearStaleLock(join(home, 'data'));
  const settings = Object.entries({ ...serverSettings(durable), ...further }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const listening = bySocket ? ['-k', socketFolder, '-c', 'listen_addresses='] : ['-k', '', '-c', 'listen_addresses=127.0.0.1'];
  const logFile = join(home, 'server.log');
  const log = openSync(logFile, existsSync(logFile) && statSync(logFile).size > 10_000_000 ? 'w' : 'a', 0o600);
  // Its own process group, so that Ctrl-C in a terminal reaches us first and the database is stopped last.
  const child = spawn(native.postgres, ['-D', join(home, 'data'), '-p', String(port), ...listening, ...settings], {
    ...ids(account), cwd: home, detached: true, stdio: ['ignore', log, log],
  });
  closeSync(log);
  await started(child, logFile);
  child.unref();
  return { pid: child.pid ?? 0, port, socketFolder: bySocket ? socketFolder : '' };
}

function started(child: ChildProcess, logFile: string): Promise<void> {
  return new Promise((done, fail) => {
    child.once('spawn', done).once('error', fail);
    child.once('exit', () => fail(new Error(`PostgreSQL did not start, see ${logFile}`)));
  });
}

function ids(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** Settings for short transactions on a machine shared with the application server. */
function serverSettings(durable: boolean): Record<string, string> {
  const megabytes = Math.floor(totalmem() / 1_048_576);
  const shared = durable ? Math.max(128, Math.min(1024, Math.floor(megabytes / 5))) : 128;
  return {
    max_connections: '200',
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers_per_gather: cpus().length > 4 ? '2' : '0',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    wal_level: 'replica',
    // A statement of a node that was killed ends while it waits, and with it the locks that the others stand in line for.
    ...(process.platform === 'linux' && { client_connection_check_interval: '2s' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and DETAIL lines hold values of persons: neither may stand in a log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function clusterUrl({ port, socketFolder }: Running, login: { user: string; password: string; database: string }): string {
  const url = new URL(`postgres://127.0.0.1:${port}/${login.database}`);
  url.username = login.user;
  url.password = login.password;
  if (socketFolder) url.searchParams.set('host', socketFolder);
  return url.href;
}

/** Left ending by a process that was killed, and stuck: nobody else would free the folder. */
function endStuck(pid: number, endingSince: number | undefined): void {
  if (endingSince !== undefined && Date.now() - endingSince > longestShutdownMs && alive(pid)) process.kill(pid, 'SIGQUIT');
}

async function whenReady(url: string, pid: number): Promise<void> {
  let endingSince: number | undefined;
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      await client.end().catch(() => undefined);
      endingSince = message.includes('shutting down') ? (endingSince ?? Date.now()) : undefined;
      endStuck(pid, endingSince);
      if (!alive(pid)) throw new StoppedWhileStarting('PostgreSQL stopped while starting; its server.log tells why', { cause: error });
      if (!['57P03', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET'].includes(code)) throw error;
      await pause(25);
    }
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
  await client.end();
}

/** True when this process is to stop the database at its end; false while another living process already is. */
function claim(home: string): boolean {
  const file = join(home, 'owner.pid');
  const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (other !== process.pid && other > 0 && alive(other)) return false;
  writeFileSync(file, String(process.pid));
  return true;
}

/** A fast shutdown; one that does not come to its end, as it may happen in the middle of a recovery, is made an immediate one. */
async function stopServer(pid: number): Promise<void> {
  for (const [signal, patienceMs] of endings) {
    if (alive(pid)) process.kill(pid, signal);
    const until = Date.now() + patienceMs;
    while (alive(pid) && Date.now() < until) await pause(10);
    if (!alive(pid)) return;
  }
}
