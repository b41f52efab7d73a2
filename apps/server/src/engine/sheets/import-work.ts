import type { Caller } from '../../access/caller.ts';
import { jobCaller } from '../../access/session.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { BegunWork, WorkKind } from '../tasks/runner.ts';
import { batchOf, moveBatch, type Batch, type BatchState } from './batches.ts';
import { checkBatch } from './check-batch.ts';
import { failBatch, within, type ImportParts, type Run } from './parts.ts';
import { undoBatch } from './undo-batch.ts';
import { writeBatch } from './write-batch.ts';

/** Queues of imports' background work. */
export const importQueues = { resume: 'imports-resume', step: 'import-step' } as const;

const staleSql = `update import_batch set beat_at = now() where state in ('checking', 'importing', 'undoing') and beat_at < now() - interval '2 minutes' returning tenant_id as "tenantId", user_id as "userId", id as "workId"`;
const expiredSql =
  "update import_batch b set file_path = null from (select tenant_id, id, file_path from import_batch where file_path is not null and created_at < now() - interval '30 days') o where b.tenant_id = o.tenant_id and b.id = o.id returning o.file_path as path";
const userGoneSql = `update import_batch set state = case state when 'undoing' then 'done' else 'failed' end, failure = 'import.user-gone', finished_at = coalesce(finished_at, now())
  where tenant_id = $1 and id = $2 and state in ('checking', 'importing', 'undoing')`;
const putBackSql =
  "update import_batch set beat_at = now() - interval '3 minutes' where tenant_id = $1 and id = $2 and state in ('checking', 'importing', 'undoing')";

const mostAttempts = 2;

/** One step of a batch, its attempt counted. */
interface Step {
  readonly run: Run;
  readonly batch: Batch;
}

const steps: Partial<Record<BatchState, (run: Run, batch: Batch) => Promise<void>>> = {
  checking: checkBatch,
  importing: writeBatch,
  undoing: undoBatch,
};

const giveUp = (run: Run, { state }: Batch): Promise<void> =>
  failBatch(run, state, { error: notAllowed('import.given-up') });

/** The user of a step: the caller, or reloaded with present rights; undefined for a user who is no longer active. */
async function callerOf({ surroundings }: ImportParts, begun: BegunWork): Promise<Caller | undefined> {
  if (begun.caller) return begun.caller;
  const { tenantId, userId, workId } = begun;
  return surroundings.database.withTenant(tenantId, async (tx) => {
    const caller = await jobCaller(tx, { tenantId, userId }, surroundings.now());
    if (!caller) await tx.execute(userGoneSql, [tenantId, workId]);
    return caller;
  });
}

/** Takes the next step of a batch; fails one that was interrupted too often, skips one that waits for its user. */
async function takeStep(parts: ImportParts, begun: BegunWork): Promise<Step | undefined> {
  const caller = await callerOf(parts, begun);
  if (!caller) return undefined;
  const run: Run = { parts, caller, batchId: begun.workId, ending: begun.ending };
  const batch = await within(run, (ctx) => batchOf(ctx, run.batchId));
  if (!steps[batch.state]) return undefined;
  if (batch.attempts >= mostAttempts) {
    await giveUp(run, batch);
    return undefined;
  }
  const taken = { ...batch, attempts: batch.attempts + 1 };
  const isTaken = await within(run, (ctx) =>
    moveBatch(ctx.tx, { id: batch.id, from: [batch.state] }, { attempts: taken.attempts }),
  );
  return isTaken ? { run, batch: taken } : undefined;
}

/** Steps of imports, for the task runner. */
export const importWork = (parts: ImportParts): WorkKind<Step> => ({
  queues: importQueues,
  staleSql,
  expiredSql,
  take: (begun) => takeStep(parts, begun),
  beat: ({ run, batch: { id, state } }) => within(run, (ctx) => moveBatch(ctx.tx, { id, from: [state] }, {})),
  run: async ({ run, batch }) => steps[batch.state]?.(run, batch),
  putBack: ({ run }) => within(run, ({ tx, tenantId }) => tx.execute(putBackSql, [tenantId, run.batchId])),
  fail: async ({ run, batch }, error) => {
    parts.report(error);
    if (batch.attempts >= mostAttempts) await giveUp(run, batch);
  },
});
