import type { Caller } from '../../access/caller.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../crud/call-ctx.ts';
import type { PlanOf } from '../crud/repository.ts';
import { AppError, refusalsOf } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { roomOfUser } from '../../platform/live-bus.ts';
import { moveBatch, type BatchState } from './batches.ts';
import type { Importer } from './importer.ts';

/** What the steps of an import work with. */
export interface ImportParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly files: FileStore;
  readonly importerOf: (resource: string) => Importer;
  readonly report: (fault: unknown) => void;
}

/** One step of one batch, on behalf of the user who started it. */
export interface Run {
  readonly parts: ImportParts;
  readonly caller: Caller;
  readonly batchId: number;
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

const notifyEveryMs = 500;

/** Sends the progress of a batch to the user's screens, every few hundred rows. */
export async function reportProgress(run: Run, state: BatchState, doneRows: number): Promise<void> {
  run.ending.signal.throwIfAborted();
  if (doneRows % notifyEveryMs !== 0) return;
  await within(run, async (ctx) => {
    await moveBatch(ctx.tx, { id: run.batchId, from: [state] }, { doneRows: doneRows });
    notifyOwner(ctx, run.batchId);
  });
}

/**
 * Changes the batch's state in the last statement of its step's transaction, which is rolled back when another one
 * changed it.
 */
export async function finishStep(
  run: Run,
  ctx: CallCtx,
  step: { readonly from: BatchState; readonly change: Parameters<typeof moveBatch>[2] },
): Promise<void> {
  if (!(await moveBatch(ctx.tx, { id: run.batchId, from: [step.from] }, step.change))) run.ending.abort();
  run.ending.signal.throwIfAborted();
  notifyOwner(ctx, run.batchId);
}

/** A hint to reload the batch; its owner reads the figures. */
export function notifyOwner(ctx: Pick<CallCtx, 'publish' | 'tenantId' | 'caller'>, batchId: number): void {
  ctx.publish({
    event: 'importprogress',
    rooms: [roomOfUser(ctx.tenantId, ctx.caller.userId ?? 0)],
    payload: { batchId },
  });
}

/** Ends a failed step; nothing of it is written. Rows not undone stay imported. */
export async function failBatch(
  run: Run,
  from: BatchState,
  refusal: { readonly error: AppError; readonly line?: number },
): Promise<void> {
  const [{ field, reason, params }] = refusalsOf(refusal.error);
  await within(run, async (ctx) => {
    await moveBatch(
      ctx.tx,
      { id: run.batchId, from: [from] },
      {
        state: from === 'undoing' ? 'done' : 'failed',
        failure: reason,
        failureParams: JSON.stringify({ ...params, field }),
        failureRow: refusal.line ?? null,
        finishedAt: ctx.now(),
        attempts: 0,
      },
    );
    notifyOwner(ctx, run.batchId);
  });
}

/** A refusal meant for the user; everything else is an internal fault. */
export const asRefusal = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  throw error;
};
