import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether a process with this id runs (a zombie does not count). */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || !/\) Z /.test(readFileSync(status, 'utf8'));
}

interface LockFile {
  pid: number;
  port: number;
  socketFolder: string;
}

function readLock(data: string): LockFile | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid, , , port, socketFolder] = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder?.trim() ?? '' };
}

function isServerOf(pid: number, data: string): boolean {
  if (!alive(pid)) return false;
  const commandLine = `/proc/${pid}/cmdline`;
  return (
    !existsSync('/proc/self/cmdline') ||
    (existsSync(commandLine) && readFileSync(commandLine, 'utf8').split('\0').includes(data))
  );
}

/** The server that already runs on this data folder (our process was killed, the database kept running). */
export function adoptServer(data: string): LockFile | undefined {
  const lock = readLock(data);
  return lock && lock.port > 0 && isServerOf(lock.pid, data) ? lock : undefined;
}

/**
 * PostgreSQL itself removes a lock file whose process is gone, unless its number now belongs to another process, as
 * usual after a restart of a container; then the file is removed here.
 */
export function clearStaleLock(data: string): void {
  const lock = readLock(data);
  if (lock && alive(lock.pid) && !isServerOf(lock.pid, data)) rmSync(join(data, 'postmaster.pid'), { force: true });
  if (lock?.socketFolder && lock.socketFolder === join(dirname(data), 'run') && !isServerOf(lock.pid, data)) {
    for (const name of [`.s.PGSQL.${lock.port}`, `.s.PGSQL.${lock.port}.lock`])
      rmSync(join(lock.socketFolder, name), { force: true });
  }
}
