import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';

const libraries = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
];

/** The library that gives a process another clock; undefined where it is not installed. */
export const fakeClock = (): string | undefined => libraries.find((file) => existsSync(file));

/** A small file system in memory at a folder. @returns removes it; undefined where we may not make one */
export function smallDisk(folder: string, megabytes: number): (() => void) | undefined {
  if (process.getuid?.() !== 0) return undefined;
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder], { stdio: 'ignore' });
    return () => {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
    };
  } catch {
    return undefined;
  }
}
