import { notAllowed } from '../../platform/errors.ts';
import { batchOf, moveBatch, type Batch, type BatchState } from './batches.ts';
import { checkBatch } from './check-batch.ts';
import { failBatch, within, type Run } from './parts.ts';
import { undoBatch } from './undo-batch.ts';
import { writeBatch } from './write-batch.ts';

const mostAttempts = 2;
const beatMs = 5000;

const steps: Partial<Record<BatchState, (run: Run, batch: Batch) => Promise<void>>> = {
  checking: checkBatch,
  importing: writeBatch,
  undoing: undoBatch,
};

const giveUp = (run: Run, { state }: Batch): Promise<void> =>
  failBatch(run, state, { error: notAllowed('import.given-up') });

/** The batch of a step, once its attempt is counted; undefined when it was broken off too often. */
async function takeStep(run: Run): Promise<Batch | undefined> {
  const batch = await within(run, (ctx) => batchOf(ctx.tx, { id: run.batchId, userId: run.caller.userId }));
  if (!steps[batch.state]) return undefined;
  if (batch.attempts >= mostAttempts) {
    await giveUp(run, batch);
    return undefined;
  }
  const taken = { ...batch, attempts: batch.attempts + 1 };
  const isTaken = await within(run, (ctx) =>
    moveBatch(ctx.tx, { id: batch.id, from: [batch.state] }, { attempts: taken.attempts }),
  );
  return isTaken ? taken : undefined;
}

/** A sign of life; ends the step when its batch has moved on without it. */
async function beat(run: Run, { id, state }: Batch): Promise<void> {
  if (!(await within(run, (ctx) => moveBatch(ctx.tx, { id, from: [state] }, {})))) run.ending.abort();
}

/** Lets the next look of the clock find a step that was ended with its server. */
const putBack = (run: Run): Promise<unknown> =>
  within(run, ({ tx, tenantId }) =>
    tx.execute(
      "update import_batch set beat_at = now() - interval '3 minutes' where tenant_id = $1 and id = $2 and state in ('checking', 'importing', 'undoing')",
      [tenantId, run.batchId],
    ),
  );

async function afterFault(run: Run, batch: Batch, error: unknown): Promise<void> {
  if (run.ending.signal.aborted) {
    await putBack(run);
    return;
  }
  run.parts.report(error);
  if (batch.attempts >= mostAttempts) await giveUp(run, batch);
}

/** Does the step at which a batch stands; one that waits for its user is left alone. */
export async function runStep(run: Run): Promise<void> {
  const batch = await takeStep(run);
  if (!batch) return;
  const timer = setInterval(() => void beat(run, batch).catch(run.parts.report), beatMs);
  try {
    await steps[batch.state]?.(run, batch);
  } catch (error) {
    await afterFault(run, batch, error);
  } finally {
    clearInterval(timer);
  }
}
