import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from './errors.ts';
import { readSheet, type SheetLimits, type SheetRow } from './sheet-reader.ts';

/** The file a worker is started with. */
export interface SheetOrder {
  readonly bytes: Uint8Array;
  readonly limits: SheetLimits;
  readonly names?: readonly string[] | undefined;
}

/** Messages of a worker: rows, after which it waits for a request, then its end. */
export type SheetMessage =
  | { readonly kind: 'rows'; readonly rows: readonly SheetRow[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly reason: string; readonly params: Readonly<Record<string, string | number>> };

const together = 100;
/** Rows that are found slowly are sent one by one, as signs of progress. */
const longestWaitMs = 1000;

async function* pieces(rows: AsyncIterable<SheetRow>): AsyncGenerator<readonly SheetRow[]> {
  let piece: SheetRow[] = [];
  let sentAt = performance.now();
  for await (const row of rows) {
    piece.push(row);
    if (piece.length < together && performance.now() - sentAt < longestWaitMs) continue;
    yield piece;
    piece = [];
    sentAt = performance.now();
  }
  if (piece.length > 0) yield piece;
}

async function work({ bytes, limits, names }: SheetOrder): Promise<void> {
  if (!parentPort) throw new Error('not started as a worker');
  const port = parentPort;
  const postMessage = (message: SheetMessage): void => port.postMessage(message);
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for await (const rows of pieces(readSheet(file, limits, names))) {
      const asked = new Promise<void>((resolve) => {
        port.once('message', () => resolve());
      });
      postMessage({ kind: 'rows', rows });
      await asked;
    }
    postMessage({ kind: 'end' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    postMessage({ kind: 'refused', reason: error.reason, params: error.params });
  }
}

await work(workerData as SheetOrder);
