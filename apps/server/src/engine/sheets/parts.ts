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

/** One step of one batch, in the name of the user who began it. */
export interface Run {
  readonly parts: ImportParts;
  readonly caller: Caller;
  readonly batchId: number;
  /** Aborted when the step is to end: its user has cancelled it, or the server ends. */
  readonly ending: AbortController;
}

// An import is one look with its number of rows, recorded when its file has been checked.
const searches: CallCtx['searches'] = { has: () => true };

/** Work in one transaction of the batch's tenant. */
export const within = <T>(
  { parts, caller }: Pick<Run, 'parts' | 'caller'>,
  work: (ctx: CallCtx) => Promise<T>,
): Promise<T> =>
  inTenant(parts.surroundings, { caller }, (ctx) => work(withRepositories({ ...ctx, searches }, parts.planOf)));

const toldEvery = 500;

/** Tells the user's screens how far a batch has come, every few hundred rows. */
export async function reportProgress(run: Run, state: BatchState, doneRows: number): Promise<void> {
  run.ending.signal.throwIfAborted();
  if (doneRows % toldEvery !== 0) return;
  await within(run, async (ctx) => {
    await moveBatch(ctx.tx, { id: run.batchId, from: [state] }, { doneRows: doneRows });
    tellOwner(ctx, run.batchId);
  });
}

/** Moves the batch on as the last statement of its step's transaction, which is rolled back when somebody else moved it. */
export async function finishStep(
  run: Run,
  ctx: CallCtx,
  step: { readonly from: BatchState; readonly change: Parameters<typeof moveBatch>[2] },
): Promise<void> {
  if (!(await moveBatch(ctx.tx, { id: run.batchId, from: [step.from] }, step.change))) run.ending.abort();
  run.ending.signal.throwIfAborted();
  tellOwner(ctx, run.batchId);
}

/** A hint to look at the batch again; the figures are read by its owner. */
export function tellOwner(ctx: Pick<CallCtx, 'publish' | 'tenantId' | 'caller'>, batchId: number): void {
  ctx.publish({
    event: 'importprogress',
    rooms: [roomOfUser(ctx.tenantId, ctx.caller.userId ?? 0)],
    payload: { batchId },
  });
}

/** Ends a step that could not be done; nothing of it is written. What was not taken back stays done. */
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
    tellOwner(ctx, run.batchId);
  });
}

/** A refusal that is meant for the user; everything else is a fault of ours. */
export const asRefusal = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  throw error;
};
