import { alive } from '@kangmai/server/platform/database/embedded-lock';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';

/** More than the databases of a run take. */
const roomBytes = 6 * 2 ** 30;

/** Free memory, where files in memory may take it. */
function memoryRoom(): number {
  if (!existsSync(inMemory)) return 0;
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, process.availableMemory());
}

const isOurs = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();

/** A database that is still stopping writes into its folder; a later run removes the rest. */
function removeWhatStands(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    return;
  }
}

/** Removes our folders of processes that ended without doing so. */
function removeOrphans(parent: string, name: string): void {
  if (!existsSync(parent)) return;
  for (const entry of readdirSync(parent)) {
    const [, owner, pid] = /^(.+)-(\d+)-\w+$/.exec(entry) ?? [];
    const folder = join(parent, entry);
    if (owner === name && !alive(Number(pid)) && isOurs(folder)) removeWhatStands(folder);
  }
}

/**
 * A folder for databases that a run throws away: in memory where there is room, which saves most of the time of copies,
 * else on disk. The account of the database may pass through.
 */
export function makeRunFolder(name: string): string {
  for (const parent of [inMemory, tmpdir()]) removeOrphans(parent, name);
  const parent = memoryRoom() >= roomBytes ? inMemory : tmpdir();
  const folder = mkdtempSync(join(parent, `${name}-${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}
