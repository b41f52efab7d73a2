import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from './world.ts';

/** CPU seconds since their start; those of processes that have ended count with the process that waited for them. */
export interface CpuSeconds {
  readonly server: number;
  readonly database: number;
}

const ticksPerSecond = 100;

/** The parent of a process and its CPU time in ticks, its ended children included. */
function readProcess(pid: number): { readonly parent: number; readonly ticks: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return {
    parent: fields[1] ?? 0,
    ticks: (fields[11] ?? 0) + (fields[12] ?? 0) + (fields[13] ?? 0) + (fields[14] ?? 0),
  };
}

function childrenTicks(parent: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const found = readProcess(Number(name));
      if (found.parent === parent) ticks += found.ticks;
    } catch {
      // It ended meanwhile; its parent has its time.
    }
  }
  return ticks;
}

/** Processor seconds of server and database. Other work on the machine affects them less than wall-clock rates. */
export function cpuSeconds({
  server,
  dataDir,
}: Pick<World, 'dataDir'> & { readonly server: { readonly pid: number } }): CpuSeconds {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    server: readProcess(server.pid).ticks / ticksPerSecond,
    database: (readProcess(postmaster).ticks + childrenTicks(postmaster)) / ticksPerSecond,
  };
}

/** What each of so many things cost between two looks. */
export function cpuWords(before: CpuSeconds, after: CpuSeconds, count: number): string {
  const each = (used: number): string => ((used / count) * 1e6).toFixed(1);
  return `${each(after.server - before.server)} µs in the server, ${each(after.database - before.database)} µs in the database`;
}

/** What several spans cost, each between a look at its start and one at its end. */
export function cpuMeter(world: Parameters<typeof cpuSeconds>[0]): {
  readonly start: () => void;
  readonly stop: () => void;
  readonly words: (count: number) => string;
} {
  const none = { server: 0, database: 0 };
  let begun = none;
  let used = none;
  return {
    start: () => {
      begun = cpuSeconds(world);
    },
    stop: () => {
      const now = cpuSeconds(world);
      used = {
        server: used.server + now.server - begun.server,
        database: used.database + now.database - begun.database,
      };
    },
    words: (count) => cpuWords(none, used, count),
  };
}
