import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Folder of the tools' caches; safe to delete. */
export const cache = `${root}/.cache`;

const running = new Set();

/**
 * Runs a program and waits for its end.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: object, cwd?: string, show?: boolean, minutes?: number }} options
 *   show: the program writes to our own output instead of the result; minutes: killed after that time.
 * @returns {Promise<{ code: number, output: string }>} code: 128 + number of the signal when a signal ended it
 */
export function run(program, args, { env = {}, cwd = root, show = false, minutes = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    running.add(child);
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const limit = minutes
      ? setTimeout(() => {
          output += `\nstopped after ${minutes} minutes\n`;
          child.kill('SIGKILL');
        }, minutes * 60_000)
      : undefined;
    const end = (code) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `${program}: ${error.message}\n`;
      end(127);
    });
    child.on('close', (code, signal) => end(code ?? signalCode(signal)));
  });
}

/** Runs a script of ours or of a package with this Node. */
export const runNode = (script, args, options) => run(process.execPath, [script, ...args], options);

/** Exit code a shell gives to a program ended by a signal. */
export const signalCode = (signal) => 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0);

/**
 * On SIGINT and SIGTERM ends the programs started by `run`, then this one. Returns a function that removes the
 * handlers.
 */
export function stopWithChildren() {
  const stop = (signal) => {
    const ended = [...running].map(
      (child) =>
        new Promise((done) => {
          child.once('close', done);
          child.kill(signal);
        }),
    );
    setTimeout(() => process.exit(signalCode(signal)), 5_000).unref();
    void Promise.all(ended).then(() => process.exit(signalCode(signal)));
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
  };
}

/** Forwards SIGINT and SIGTERM to a child. */
export function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
}
