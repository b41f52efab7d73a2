import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { alive } from '../src/platform/database/embedded-lock.ts';

/** The folder that holds the whole product. */
export function productFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package-lock.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** A copy of the built server for this run, unaffected by later builds. The caller removes the folder. */
export function builtServer(): string {
  const root = productFolder();
  const built = spawnSync(process.execPath, ['tools/build.mjs', 'server'], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the server cannot be built: ${built.stderr}`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'faults-'));
  cpSync(join(root, 'dist/server'), folder, { recursive: true });
  return folder;
}

/** Time after which a hanging start is killed. A failed start ends its process earlier. */
const startLimitMs = 600_000;
const logKept = 20_000;

/** A server process under the control of the driver. */
export class ServerProcess {
  readonly url: string;
  /** From the start of the process to the first answer that it is ready. */
  readonly readyMs: number;
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;
  private readonly log: () => string;

  private constructor(parts: {
    readonly child: ChildProcess;
    readonly url: string;
    readonly readyMs: number;
    readonly ended: Promise<void>;
    readonly log: () => string;
  }) {
    this.child = parts.child;
    this.url = parts.url;
    this.readyMs = parts.readyMs;
    this.ended = parts.ended;
    this.log = parts.log;
  }

  /** Starts the built server on a free port with further settings and waits until it is ready. */
  static async start(
    built: string,
    dataDir: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<ServerProcess> {
    const began = performance.now();
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      ...more,
    };
    const child = spawn(process.execPath, [join(built, 'main.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        output = (output + part.toString()).slice(-logKept);
      });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    const log = (): string => output;
    try {
      const url = await addressOf(child, log);
      while ((await fetch(`${url}/health/ready`)).status !== 200) await pause(20);
      return new ServerProcess({ child, url, readyMs: performance.now() - began, ended, log });
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What the process ended with; null while it runs or after a kill. */
  get exitCode(): number | null {
    return this.child.exitCode;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Resident memory, MB. */
  memoryMb(): number {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  }

  /** Pauses the process; `thaw` resumes it. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  get output(): string {
    return this.log();
  }

  /** kill -9, at once; resolves when the process is gone. */
  kill(): Promise<void> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** A clean end. */
  async end(): Promise<void> {
    if (this.isRunning) this.child.kill('SIGTERM');
    await this.ended;
  }
}

async function addressOf(child: ChildProcess, log: () => string): Promise<string> {
  const until = performance.now() + startLimitMs;
  for (;;) {
    const url = /ready: (http:\/\/\S+)/.exec(log())?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended while starting: ${log()}`);
    if (performance.now() > until) throw new Error(`the server is not ready after ten minutes: ${log()}`);
    await pause(10);
  }
}

/** The process id of the embedded database server below a data folder. */
export function databasePid(dataDir: string): number {
  return Number(readFileSync(join(databaseHome(dataDir), 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** True while a database server runs on the folder. */
export function isDatabaseRunning(dataDir: string): boolean {
  return existsSync(join(databaseHome(dataDir), 'data', 'postmaster.pid')) && alive(databasePid(dataDir));
}

const databaseHome = (dataDir: string): string => {
  const note = join(dataDir, 'postgres.place');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres');
};

/** The connection of the database's administrator. */
export function adminUrl(dataDir: string): string {
  const home = databaseHome(dataDir);
  const [, , , port, socket] = readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n');
  const url = new URL(`postgres://127.0.0.1:${port ?? '5432'}/kangmai`);
  url.username = 'kangmai_owner';
  url.password = readFileSync(join(home, 'admin.secret'), 'utf8').trim();
  if (socket?.trim()) url.searchParams.set('host', socket.trim());
  return url.href;
}
