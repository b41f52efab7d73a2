import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alive } from '@kangmai/server/platform/database/embedded-lock';
import type { TestApp } from './app.ts';
import { secret } from './secret.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const migrations = join(root, 'apps/server/src/migrations');

/** A node of a test's server in its own process, which can be killed or suspended. */
export interface NodeProcess {
  readonly url: string;
  readonly pid: number;
  /** Resolves with the signal that ended it, or null. */
  readonly ended: Promise<NodeJS.Signals | null>;
  readonly log: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Stops it cleanly in any state. */
  readonly stop: () => Promise<void>;
}

let bundle: string | undefined;

/** The bundle of this run; about 5 s, once per test file. */
function bundled(): string {
  if (bundle !== undefined && existsSync(bundle)) return bundle;
  const shelf = join(root, '.cache', 'test');
  const folder = join(shelf, `node-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(shelf))
    if (name.startsWith('node-') && !alive(Number(name.slice(5))))
      rmSync(join(shelf, name), { recursive: true, force: true });
  const file = join(folder, 'node-main.mjs');
  const entry = join(root, 'packages/testkit/src/node-main.ts');
  const made = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { bundle } = await import(${JSON.stringify(join(root, 'tools/server-bundle.mjs'))}); await bundle(${JSON.stringify(entry)}, ${JSON.stringify(file)});`,
    ],
    { cwd: root, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`the node cannot be bundled: ${made.stderr}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  bundle = file;
  return file;
}

async function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString();
      const url = /listening (\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error(`the node did not start:\n${output()}`)));
  });
}

/** Starts a node on the database of a test's server. `stopAt` is a step of a tenant's move at which it kills itself. */
export async function startNode(
  app: TestApp,
  options: { readonly stopAt?: string; readonly jobs?: true } = {},
): Promise<NodeProcess> {
  const { services } = app.server;
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_URLS: JSON.stringify(app.urls),
    NODE_SECRET: secret,
    NODE_MIGRATIONS: migrations,
    DATA_DIR: services.config.dataDir,
    ...(options.stopAt !== undefined && { STOP_AT: options.stopAt }),
    ...(options.jobs && { NODE_JOBS: '1' }),
  };
  const child = spawn(process.execPath, [bundled()], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stderr.on('data', (part: Buffer) => {
    output = (output + part.toString()).slice(-50_000);
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal));
  });
  const url = await addressOf(child, () => output);
  const signal = (name: NodeJS.Signals): void => {
    child.kill(name);
  };
  const stop = async (): Promise<void> => {
    signal('SIGCONT');
    signal('SIGTERM');
    await ended;
  };
  return { url, pid: child.pid ?? 0, ended, log: () => output, signal, stop };
}
