import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { notAllowed } from './errors.ts';
import type { SheetLimits, SheetRow } from './sheet-reader.ts';
import type { SheetMessage, SheetOrder } from './sheet-worker.ts';
import { WorkClock } from './work-clock.ts';

export interface SheetThread {
  readonly limits: SheetLimits;
  /** Names of the sheet; the first one when left out. */
  readonly names?: readonly string[] | undefined;
  /** Aborts the reading. */
  readonly signal: AbortSignal;
  /** Work without a finished row, after which a file is refused (default 60 s). */
  readonly longestStillMs?: number;
}

/** A worker that needs more memory is ended, and its file refused. */
const memoryLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 } as const;
const usualStillMs = 60_000;
const lookMs = 250;

/** The bundler puts the worker next to the server; tests put it into the cache. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../../../.cache/sheet-worker/sheet-worker.mjs' : './sheet-worker.mjs',
  import.meta.url,
);

function startWorker(order: SheetOrder): Worker {
  return new Worker(workerFile, {
    workerData: order,
    resourceLimits: memoryLimits,
    execArgv: [],
    env: {},
    stdin: false,
  });
}

/** Watches a worker that has a request to answer. */
class Standstill {
  private readonly clock: WorkClock;
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(longestMs: number) {
    this.clock = new WorkClock(longestMs);
  }

  /** Aborted once the work has made no progress for too long. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  begin(): void {
    this.clock.reset();
    this.timer = setInterval(() => {
      if (this.clock.isOver()) this.ending.abort();
    }, lookMs);
  }

  end(): void {
    clearInterval(this.timer);
  }
}

const isOutOfMemory = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';

async function* messagesOf(
  worker: Worker,
  { signal, still }: { readonly signal: AbortSignal; readonly still: Standstill },
): AsyncGenerator<SheetMessage> {
  still.begin();
  for await (const [message] of on(worker, 'message', {
    signal: AbortSignal.any([signal, still.signal]),
    close: ['exit'],
  }) as AsyncIterable<[SheetMessage]>) {
    still.end();
    yield message;
    still.begin();
  }
}

/**
 * The rows of a spreadsheet in pieces of at most a hundred, read in a separate thread, which ends with the last row,
 * with the signal, or without progress. One piece is read ahead.
 */
export async function* readSheetAside(
  bytes: Buffer,
  { limits, names, signal, longestStillMs = usualStillMs }: SheetThread,
): AsyncGenerator<readonly SheetRow[]> {
  signal.throwIfAborted();
  const worker = startWorker({ bytes, limits, names });
  const still = new Standstill(longestStillMs);
  try {
    for await (const message of messagesOf(worker, { signal, still })) {
      if (message.kind === 'end') return;
      if (message.kind === 'refused') throw notAllowed(message.reason, message.params);
      worker.postMessage('next');
      yield message.rows;
    }
    throw new Error('the reader of a spreadsheet ended early');
  } catch (error) {
    if (isOutOfMemory(error)) throw notAllowed('sheet.too-large');
    throw still.signal.aborted ? notAllowed('sheet.stalled', { seconds: longestStillMs / 1000 }) : error;
  } finally {
    still.end();
    await worker.terminate();
  }
}
