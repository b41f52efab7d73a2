import { readFileSync } from 'node:fs';

const everyMs = 100;

/** Resident memory of a process in MB. */
export const residentMb = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Watches the memory of a process; the answer ends it with what was resident at first and at most, in MB. */
export function watchMemory(pid: number): () => { readonly first: number; readonly most: number } {
  const first = residentMb(pid);
  let most = first;
  const timer = setInterval(() => { most = Math.max(most, residentMb(pid)); }, everyMs);
  return () => {
    clearInterval(timer);
    return { first, most };
  };
}
