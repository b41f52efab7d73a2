import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';

/**
 * Collects garbage repeatedly in the server and notes the memory that remains, in and outside the heap. Memory outside
 * is counted off one collection later, hence two. Starts at a signal; takes a fifth of the time at most.
 */
const script = `'use strict';
const { writeFileSync, renameSync } = require('node:fs');
const file = process.env.LIVE_MEMORY_FILE;
if (file && require('node:worker_threads').isMainThread) process.once('SIGUSR2', () => {
  let most = 0;
  const look = () => {
    const began = performance.now();
    globalThis.gc();
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external);
    writeFileSync(file + '.part', JSON.stringify({ now: heapUsed + external, most }));
    renameSync(file + '.part', file);
    setTimeout(look, 4 * (performance.now() - began)).unref();
  };
  look();
});
`;

const megabyte = 1_048_576;

/** Memory that a server holds, without garbage. */
export class LiveMemory {
  /** Settings for a server under observation. */
  readonly settings: Readonly<Record<string, string>>;
  private readonly file: string;

  constructor(world: World) {
    const preload = world.file('live-memory.cjs');
    writeFileSync(preload, script);
    this.file = world.file('live-memory.json');
    rmSync(this.file, { force: true });
    this.settings = { NODE_OPTIONS: `--expose-gc --require=${preload}`, LIVE_MEMORY_FILE: this.file };
  }

  /** Starts the observation of a server that was started with the settings. */
  async watch(server: ServerProcess): Promise<void> {
    process.kill(server.pid, 'SIGUSR2');
    while (!existsSync(this.file)) await pause(20);
  }

  private read(): { readonly now: number; readonly most: number } {
    return JSON.parse(readFileSync(this.file, 'utf8')) as { now: number; most: number };
  }

  /** Last measurement, MB. */
  nowMb(): number {
    return this.read().now / megabyte;
  }

  /** Highest measurement, MB. */
  mostMb(): number {
    return this.read().most / megabyte;
  }
}
