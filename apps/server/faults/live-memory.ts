import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';

/**
 * Collects garbage again and again and notes what is left: heap and what lies beside it. What lies beside the heap is given back at a collection
 * but counted off at the next one only, so there are two. Runs inside the server from a signal on; collecting takes a fifth of the time at most.
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

/** What a server really holds, without what waits to be collected. */
export class LiveMemory {
  /** Settings for the server that is looked at. */
  readonly settings: Readonly<Record<string, string>>;
  private readonly file: string;

  constructor(world: World) {
    const preload = world.file('live-memory.cjs');
    writeFileSync(preload, script);
    this.file = world.file('live-memory.json');
    rmSync(this.file, { force: true });
    this.settings = { NODE_OPTIONS: `--expose-gc --require=${preload}`, LIVE_MEMORY_FILE: this.file };
  }

  /** From now on a server that was started with the settings is looked at. */
  async watch(server: ServerProcess): Promise<void> {
    process.kill(server.pid, 'SIGUSR2');
    while (!existsSync(this.file)) await pause(20);
  }

  private read(): { readonly now: number; readonly most: number } {
    return JSON.parse(readFileSync(this.file, 'utf8')) as { now: number; most: number };
  }

  /** Held at the last look, MB. */
  nowMb(): number {
    return this.read().now / megabyte;
  }

  /** The most that was ever held at a look, MB. */
  mostMb(): number {
    return this.read().most / megabyte;
  }
}
