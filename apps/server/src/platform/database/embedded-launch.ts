import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Account, NativeFiles } from './embedded-files.ts';
import { endStuck, stopServer } from './embedded-stop.ts';
import { adoptServer, alive, clearStaleLock } from './embedded-lock.ts';

export interface Place {
  home: string;
  native: NativeFiles;
  account: Account | undefined;
}

export const admin = 'kangmai_owner';

export const databaseName = 'kangmai';

const longestSocketPath = 100;

interface LaunchOptions {
  password: string;
  durable: boolean;
  settings: Readonly<Record<string, string>>;
  /** The port to listen on again, on systems without sockets. */
  port?: number;
}

/** After the server alone is killed its children need a moment to end; until then a new one refuses to start. */
export async function runningServer(place: Place, wish: LaunchOptions): Promise<Running> {
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

interface Running {
  pid: number;
  port: number;
  socketFolder: string;
}

async function launch(place: Place, { durable, port: known, settings: further }: LaunchOptions): Promise<Running> {
  const { home, native, account } = place;
  const socketFolder = join(home, 'run');
  const bySocket = process.platform !== 'win32' && socketFolder.length < longestSocketPath;
  const port = bySocket ? 5432 : (known ?? (await freePort()));
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  if (account) chownSync(socketFolder, account.uid, account.gid);
  clearStaleLock(join(home, 'data'));
  const settings = Object.entries({ ...serverSettings(durable), ...further }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const listening = bySocket
    ? ['-k', socketFolder, '-c', 'listen_addresses=']
    : ['-k', '', '-c', 'listen_addresses=127.0.0.1'];
  const logFile = join(home, 'server.log');
  const log = openSync(logFile, existsSync(logFile) && statSync(logFile).size > 10_000_000 ? 'w' : 'a', 0o600);
  // Its own process group, so that Ctrl-C in a terminal reaches us first and the database is stopped last.
  const child = spawn(native.postgres, ['-D', join(home, 'data'), '-p', String(port), ...listening, ...settings], {
    ...ids(account),
    cwd: home,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  await started(child, logFile);
  child.unref();
  return { pid: child.pid ?? 0, port, socketFolder: bySocket ? socketFolder : '' };
}

export function started(child: ChildProcess, logFile: string): Promise<void> {
  return new Promise((done, fail) => {
    child.once('spawn', done).once('error', fail);
    child.once('exit', () => fail(new Error(`PostgreSQL did not start, see ${logFile}`)));
  });
}

export function ids(account: Account | undefined): { uid?: number; gid?: number } {
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
    // Plans made for the empty rows of a new month read too much until its figures are taken.
    autovacuum_naptime: '10s',
    max_parallel_workers_per_gather: cpus().length > 4 ? '2' : '0',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    wal_level: 'replica',
    // Statements of a killed node are cancelled while they wait, which releases its locks.
    ...(process.platform === 'linux' && { client_connection_check_interval: '2s' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and DETAIL lines contain values of persons: neither may be logged.
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

export function clusterUrl(
  { port, socketFolder }: Running,
  login: { user: string; password: string; database: string },
): string {
  const url = new URL(`postgres://127.0.0.1:${port}/${login.database}`);
  url.username = login.user;
  url.password = login.password;
  if (socketFolder) url.searchParams.set('host', socketFolder);
  return url.href;
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
      if (!alive(pid))
        throw new StoppedWhileStarting('PostgreSQL stopped while starting; its server.log tells why', { cause: error });
      if (!['57P03', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET'].includes(code)) throw error;
      await pause(25);
    }
  }
}
