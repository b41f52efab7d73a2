import type { Caller } from '../../access/caller.ts';
import { jobCaller } from '../../access/session.ts';
import { AppError, notAllowed } from '../../platform/errors.ts';
import type { BegunWork, WorkKind } from '../tasks/runner.ts';
import { batchOf, type BatchState } from '../sheets/batches.ts';
import { checkBatch } from './check-batch.ts';
import { failStep, moveStep, within, type ImportParts, type Run } from '../sheets/parts.ts';
import { undoBatch } from './undo-batch.ts';
import { LinesRefused, writeBatch } from './write-batch.ts';

/** Queues of imports' background work. */
export const importQueues = { resume: 'imports-resume', step: 'import-step' } as const;

const staleSql = `update import_batch set beat_at = now() where state in ('checking', 'importing', 'undoing') and beat_at < now() - interval '2 minutes' returning tenant_id as "tenantId", user_id as "userId", id as "workId"`;
const expiredSql = `with old as (select tenant_id, id, file_path from import_batch where file_path is not null and created_at < now() - interval '30 days'),
  blocks as (delete from import_block b using old where b.tenant_id = old.tenant_id and b.batch_id = old.id),
  corrections as (delete from import_correction c using old where c.tenant_id = old.tenant_id and c.batch_id = old.id)
  update import_batch b set file_path = null, line_fields = null from old where b.tenant_id = old.tenant_id and b.id = old.id returning old.file_path as path`;
const userGoneSql = `update import_batch set state = case state when 'undoing' then 'done' else 'failed' end, failure = 'import.user-gone', finished_at = coalesce(finished_at, now())
  where tenant_id = $1 and id = $2 and state in ('checking', 'importing', 'undoing')`;
const putBackSql =
  "update import_batch set beat_at = now() - interval '3 minutes' where tenant_id = $1 and id = $2 and state in ('checking', 'importing', 'undoing')";

const mostAttempts = 2;

const steps: Partial<Record<BatchState, (run: Run) => Promise<void>>> = {
  checking: checkBatch,
  importing: writeBatch,
  undoing: undoBatch,
};

const giveUp = (run: Run): Promise<void> => failStep(run, notAllowed('import.given-up'));

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

/** Takes the next step of a batch, its attempt counted; fails one that was interrupted too often. */
async function takeStep(parts: ImportParts, begun: BegunWork): Promise<Run | undefined> {
  const caller = await callerOf(parts, begun);
  if (!caller) return undefined;
  const batch = await within({ parts, caller }, (ctx) => batchOf(ctx, begun.workId));
  // A batch that waits for its user has no step.
  if (!steps[batch.state]) return undefined;
  const attempts = batch.attempts + 1;
  const run: Run = { parts, caller, ending: begun.ending, batch: { ...batch, attempts } };
  if (attempts <= mostAttempts) return (await within(run, (ctx) => moveStep(run, ctx, { attempts }))) ? run : undefined;
  await giveUp(run);
  return undefined;
}

/** A refusal ends the step; every other error is an internal fault, after which it is repeated. */
async function endRefused(run: Run, error: unknown): Promise<void> {
  if (error instanceof LinesRefused && error.refusal) return failStep(run, error.refusal, error.line);
  if (error instanceof AppError) return failStep(run, error);
  throw error;
}

/** Runs the step of a batch, and writes a checked one at once where nobody is to be asked. */
async function runStep(run: Run): Promise<void> {
  await steps[run.batch.state]?.(run).catch((error: unknown) => endRefused(run, error));
  if (run.batch.state !== 'checking' || run.batch.onDuplicate === null) return;
  const batch = await within(run, (ctx) => batchOf(ctx, run.batch.id));
  if (batch.state === 'importing') await runStep({ ...run, batch });
}

/** Steps of imports, for the task runner. */
export const importWork = (parts: ImportParts): WorkKind<Run> => ({
  queues: importQueues,
  staleSql,
  expiredSql,
  take: (begun) => takeStep(parts, begun),
  beat: (run) => within(run, (ctx) => moveStep(run, ctx, {})),
  run: runStep,
  putBack: (run) => within(run, ({ tx, tenantId }) => tx.execute(putBackSql, [tenantId, run.batch.id])),
  fail: async (run, error) => {
    parts.report(error);
    if (run.batch.attempts >= mostAttempts) await giveUp(run);
  },
});
