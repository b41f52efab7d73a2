import { readFileSync } from 'node:fs';

const everyMs = 100;

/** Resident memory of a process in MB. */
export const residentMb = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

export interface MemoryLine {
  /** When the watching began, MB. */
  readonly first: number;
  readonly most: number;
  /** How much more there was at most in the last half of the time than in the first: what grows with the work, MB. */
  readonly growth: number;
}

/** Watches the memory of a process until told to stop. */
export function watchMemory(pid: number): () => MemoryLine {
  const line = [residentMb(pid)];
  const timer = setInterval(() => { line.push(residentMb(pid)); }, everyMs);
  return () => {
    clearInterval(timer);
    const middle = Math.ceil(line.length / 2);
    return { first: line[0] ?? Number.NaN, most: Math.max(...line), growth: Math.max(...line.slice(middle), 0) - Math.max(...line.slice(0, middle)) };
  };
}
