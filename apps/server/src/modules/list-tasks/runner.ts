import { randomUUID } from 'node:crypto';
import { jobCaller } from '../../access/session.ts';
import { refusalOf } from './do-rows.ts';
import { record, TakenAway, within, type Run, type TaskParts } from './parts.ts';
import { runBatch } from './run-batch.ts';
import { runExport } from './run-export.ts';
import { callerOf, takeTask } from './tasks.ts';

export interface TaskAddress {
  readonly tenantId: number;
  readonly userId: number;
  readonly taskId: number;
}

/** Ends a task that could not be done, with the reason its user reads. */
async function fail(run: Run, error: unknown): Promise<void> {
  const { reason, params } = refusalOf(error, run.parts.report);
  await within(run, (ctx) => record(run, ctx, { state: 'failed', failure: reason, failureParams: JSON.stringify(params), finishedAt: ctx.now() }));
}

const unlessTakenAway = (error: unknown): void => {
  if (!(error instanceof TakenAway)) throw error;
};

/** Does one task from where it stands, unless somebody else has taken it or its user no longer works here. */
export async function runTask(parts: TaskParts, { tenantId, userId, taskId }: TaskAddress): Promise<void> {
  const worker = randomUUID();
  const { database, now } = parts.surroundings;
  const [caller, task] = await database.withTenant(tenantId, async (tx) => [await jobCaller(tx, { tenantId, userId }, now()), await takeTask(tx, { id: taskId, worker })] as const);
  if (!task) return;
  if (!caller) {
    await database.withTenant(tenantId, (tx) => tx.execute("update list_task set state = 'failed', failure = 'task.user-gone', finished_at = $3 where tenant_id = $1 and id = $2", [tenantId, taskId, now()]));
    return;
  }
  const run: Run = { parts, worker, task, caller: callerOf(caller, task) };
  await (task.kind === 'export' ? runExport(run) : runBatch(run)).catch((error: unknown) => (error instanceof TakenAway ? undefined : fail(run, error))).catch(unlessTakenAway);
}

/** Tasks of this node one after the other, a few at once, so that they leave the database to the calls. */
export class TaskLane {
  private readonly parts: TaskParts;
  private readonly waiting: TaskAddress[] = [];
  private free = 2;

  constructor(parts: TaskParts) {
    this.parts = parts;
  }

  begin(task: TaskAddress): void {
    this.waiting.push(task);
    this.next();
  }

  private next(): void {
    const task = this.free > 0 ? this.waiting.shift() : undefined;
    if (!task) return;
    this.free -= 1;
    runTask(this.parts, task).catch(this.parts.report).finally(() => {
      this.free += 1;
      this.next();
    });
  }
}
