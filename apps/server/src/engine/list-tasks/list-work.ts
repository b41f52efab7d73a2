import { randomUUID } from 'node:crypto';
import { jobCaller } from '../../access/session.ts';
import { refusalOf } from '../tasks/many.ts';
import { record, within, type Run } from '../tasks/parts.ts';
import { runBatch } from '../tasks/run-batch.ts';
import { runExport } from '../tasks/run-export.ts';
import type { BegunWork, WorkKind, WorkParts } from '../tasks/runner.ts';
import { runWork } from '../works/run.ts';
import { isReading, type Works } from '../works/work.ts';
import { callerOf, moveTask, takeTask } from '../tasks/tasks.ts';

/** What tasks on lists work with. */
export interface ListTaskParts extends WorkParts {
  readonly works: Works;
}

/** Queues of the tasks on lists. */
export const taskQueues = { resume: 'list-tasks-resume', step: 'list-task' } as const;

const staleSql = `update list_task set state = 'waiting', worker = null, beat_at = now() where state in ('waiting', 'running') and beat_at < now() - interval '2 minutes'
  returning tenant_id as "tenantId", user_id as "userId", id as "workId"`;
const expiredSql = "delete from list_task where finished_at < now() - interval '7 days' returning file_path as path";
const userGoneSql =
  "update list_task set state = 'failed', failure = 'task.user-gone', finished_at = $3 where tenant_id = $1 and id = $2";
const putBackSql =
  "update list_task set state = 'waiting', worker = null, beat_at = now() - interval '3 minutes' where tenant_id = $1 and id = $2 and worker = $3 and state = 'running'";

/** Takes a task on behalf of its user, who must still be active. */
async function takeRun(
  parts: ListTaskParts,
  { tenantId, userId, workId, ending }: BegunWork,
): Promise<Run | undefined> {
  const worker = randomUUID();
  const { database, now } = parts.surroundings;
  return database.withTenant(tenantId, async (tx) => {
    const task = await takeTask(tx, { id: workId, worker });
    if (!task) return undefined;
    const caller = await jobCaller(tx, { tenantId, userId, isReading: isReading(parts.works, task) }, now());
    if (caller) return { parts, worker, task, ending, caller: callerOf(caller, task) };
    await tx.execute(userGoneSql, [tenantId, workId, now()]);
    return undefined;
  });
}

/** Ends a failed task, with the reason shown to its user. */
async function fail(run: Run, error: unknown): Promise<void> {
  const { reason, params } = refusalOf(error, run.parts.report);
  await within(run, (ctx) =>
    record(run, ctx, {
      state: 'failed',
      failure: reason,
      failureParams: JSON.stringify(params),
      finishedAt: ctx.now(),
    }),
  );
}

/** Exports and actions on many rows, for the task runner. */
export const listWork = (parts: ListTaskParts): WorkKind<Run> => ({
  queues: taskQueues,
  staleSql,
  expiredSql,
  take: (begun) => takeRun(parts, begun),
  beat: (run) => within(run, (ctx) => moveTask(ctx.tx, { id: run.task.id, worker: run.worker }, {})),
  run: (run) =>
    run.task.kind === 'work' ? runWork(run, parts.works) : run.task.kind === 'export' ? runExport(run) : runBatch(run),
  putBack: ({ caller: { tenantId }, task, worker }) =>
    parts.surroundings.database.withTenant(tenantId, (tx) => tx.execute(putBackSql, [tenantId, task.id, worker])),
  fail,
});
