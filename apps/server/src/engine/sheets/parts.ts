import type { Caller } from '../../access/caller.ts';
import { inTenant } from '../../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../crud/call-ctx.ts';
import { byItself } from '../../platform/database/held.ts';
import { refusalsOf, type AppError } from '../../platform/errors.ts';
import { roomsOfOwner, type WorkCalls, type WorkParts } from '../tasks/runner.ts';
import { moveBatch, type Batch, type BatchChange } from './batches.ts';
import type { Importer } from './importer.ts';

/** What the steps of an import work with. */
export interface ImportParts extends WorkParts {
  readonly importerOf: (resource: string) => Importer;
}

export type CallParts = ImportParts & WorkCalls;

/** The present step of one batch, on behalf of the user who started it. */
export interface Run {
  readonly parts: ImportParts;
  readonly caller: Caller;
  readonly batch: Batch;
  /** Aborted when the user cancels the step or the server stops. */
  readonly ending: AbortController;
}

// An import is logged as one view with its number of rows, when its file has been checked.
const searches: CallCtx['searches'] = { has: () => true };

/** Runs work in one transaction of the batch's tenant. */
export const within = <T>(
  { parts, caller }: Pick<Run, 'parts' | 'caller'>,
  work: (ctx: CallCtx) => Promise<T>,
): Promise<T> =>
  inTenant(parts.surroundings, { caller }, (ctx) => work(withRepositories({ ...ctx, searches }, parts.planOf)));

/** A hint to reload the batch; its owner reads the figures. */
export const tellProgress = (ctx: CallCtx, batchId: number): void =>
  ctx.publish({ event: 'importprogress', rooms: roomsOfOwner(ctx), payload: { batchId } });

/** Changes the batch if it still is in its step. */
export const moveStep = ({ batch: { id, state } }: Run, ctx: CallCtx, change: BatchChange): Promise<boolean> =>
  moveBatch(ctx.tx, { id, from: [state] }, change);

/** Records progress or end of a step; its transaction is rolled back when the batch was changed meanwhile. */
export async function record(run: Run, ctx: CallCtx, change: BatchChange): Promise<void> {
  if (!(await moveStep(run, ctx, change))) run.ending.abort();
  run.ending.signal.throwIfAborted();
  tellProgress(ctx, run.batch.id);
}

const toldEvery = 500;

/** Sends the progress of a batch to the user's screens, every few hundred rows. */
export async function reportProgress(run: Run, doneRows: number): Promise<void> {
  run.ending.signal.throwIfAborted();
  if (doneRows % toldEvery === 0) await byItself(() => within(run, (ctx) => record(run, ctx, { doneRows })));
}

/** The same from inside a transaction, which never waits for a second connection. */
export function reportBeside(run: Run, doneRows: number): void {
  run.ending.signal.throwIfAborted();
  reportProgress(run, doneRows).catch((error: unknown) => run.ending.signal.aborted || run.parts.report(error));
}

/** Ends a failed step; nothing of it is written. Rows not undone stay imported. */
export async function failStep(run: Run, error: AppError, line: number | null = null): Promise<void> {
  const [{ field, reason, params }] = refusalsOf(error);
  await within(run, async (ctx) => {
    await moveStep(run, ctx, {
      state: run.batch.state === 'undoing' ? 'done' : 'failed',
      failure: reason,
      failureParams: JSON.stringify({ ...params, field }),
      failureRow: line,
      finishedAt: ctx.now(),
      attempts: 0,
    });
    tellProgress(ctx, run.batch.id);
  });
}
