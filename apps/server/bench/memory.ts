import { readFileSync } from 'node:fs';

const everyMs = 100;

/** Resident memory of a process in MB. */
export const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

export interface MemoryLine {
  /** When the watching began, MB. */
  readonly first: number;
  readonly most: number;
  /** Peak of the last quarter above the peak of the first three, as a share: memory that grows with the work. */
  readonly lastQuarter: number;
}

/** Watches the memory of a process until told to stop. */
export function watchMemory(pid: number): () => MemoryLine {
  const line = [residentMb(pid)];
  const timer = setInterval(() => {
    line.push(residentMb(pid));
  }, everyMs);
  return () => {
    clearInterval(timer);
    const late = Math.ceil(line.length * 0.75);
    return {
      first: line[0] ?? Number.NaN,
      most: Math.max(...line),
      lastQuarter: Math.max(...line.slice(late), 0) / Math.max(...line.slice(0, late)) - 1,
    };
  };
}
