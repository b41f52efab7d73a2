import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The folder that holds the whole product. */
export function productFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package-lock.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A server process of ours that listens. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to the first answer that it is ready. */
  readonly readyMs: number;
  readonly stop: () => Promise<void>;
}

const longestStartMs = 180_000;

async function whenReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = performance.now() + longestStartMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server did not start:\n${output()}`);
    const ready = await fetch(`${url}/health/ready`).then(
      (answer) => answer.status === 200,
      () => false,
    );
    if (ready) return;
    if (performance.now() > until) throw new Error(`the server was not ready in time:\n${output()}`);
    await pause(20);
  }
}

/** Starts the built server and waits until it is ready. */
export async function startServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const port = await freePort();
  const began = performance.now();
  const profile =
    process.env['BENCH_PROFILE'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`];
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=64', ...profile, join(productFolder(), 'dist/server/main.mjs')],
    {
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  const note = (part: Buffer): void => {
    text = `${text}${part.toString()}`.slice(-4000);
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const url = `http://127.0.0.1:${port}`;
  await whenReady(url, child, () => text);
  const stop = (): Promise<void> =>
    new Promise((done) => {
      if (child.exitCode !== null) done();
      child.once('exit', () => done());
      child.kill('SIGTERM');
    });
  return { url, pid: child.pid ?? 0, readyMs: performance.now() - began, stop };
}
