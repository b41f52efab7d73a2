import { randomUUID } from 'node:crypto';
import { jobCaller } from '../../access/session.ts';
import { refusalOf } from './do-rows.ts';
import { PutBack, record, TakenAway, within, type Run, type TaskParts } from './parts.ts';
import { runBatch } from './run-batch.ts';
import { runExport } from './run-export.ts';
import { callerOf, moveTask, takeTask } from './tasks.ts';

export interface TaskAddress {
  readonly tenantId: number;
  readonly userId: number;
  readonly taskId: number;
}

/** Ends a task that could not be done, with the reason its user reads. */
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

/** Gives a task back so that the next look of the clock finds it, here or on another node. */
async function putBack({ parts, task, worker, caller }: Run): Promise<void> {
  await parts.surroundings.database.withTenant(caller.tenantId, (tx) =>
    tx.execute(
      "update list_task set state = 'waiting', worker = null, beat_at = now() - interval '3 minutes' where tenant_id = $1 and id = $2 and worker = $3 and state = 'running'",
      [caller.tenantId, task.id, worker],
    ),
  );
}

const beatMs = 30_000;

/** Does the work of a task with a sign of life every half minute, however long a statement takes. */
async function work(run: Run): Promise<void> {
  const { task, worker, parts } = run;
  const beat = setInterval(
    () => void within(run, (ctx) => moveTask(ctx.tx, { id: task.id, worker }, {})).catch(parts.report),
    beatMs,
  );
  try {
    await (task.kind === 'export' ? runExport(run) : runBatch(run));
  } catch (error) {
    if (error instanceof PutBack) await putBack(run);
    else if (!(error instanceof TakenAway)) await fail(run, error);
  } finally {
    clearInterval(beat);
  }
}

/** Does one task from where it stands, unless somebody else has taken it or its user no longer works here. */
export async function runTask(parts: TaskParts, { tenantId, userId, taskId }: TaskAddress): Promise<void> {
  const worker = randomUUID();
  const { database, now } = parts.surroundings;
  const taken = await database.withTenant(tenantId, async (tx) => {
    const task = await takeTask(tx, { id: taskId, worker });
    return (
      task && { task, caller: await jobCaller(tx, { tenantId, userId, isReading: task.kind === 'export' }, now()) }
    );
  });
  if (!taken) return;
  const { task, caller } = taken;
  if (caller)
    await work({ parts, worker, task, caller: callerOf(caller, task) }).catch((error: unknown) => {
      if (!(error instanceof TakenAway)) throw error;
    });
  else
    await database.withTenant(tenantId, (tx) =>
      tx.execute(
        "update list_task set state = 'failed', failure = 'task.user-gone', finished_at = $3 where tenant_id = $1 and id = $2",
        [tenantId, taskId, now()],
      ),
    );
}

/** Tasks of this node one after the other, a few at once, so that they leave the database to the calls. */
export class TaskLane {
  private readonly parts: TaskParts;
  private readonly waiting: TaskAddress[] = [];
  private readonly running = new Set<Promise<void>>();

  constructor(parts: TaskParts) {
    this.parts = parts;
  }

  begin(task: TaskAddress): void {
    this.waiting.push(task);
    this.next();
  }

  /** Resolves when nothing is under way any more; what waits goes on elsewhere. */
  async rest(): Promise<void> {
    this.waiting.length = 0;
    await Promise.all(this.running);
  }

  private next(): void {
    const task = this.running.size < mostAtOnce ? this.waiting.shift() : undefined;
    if (!task) return;
    const done = runTask(this.parts, task)
      .catch(this.parts.report)
      .finally(() => {
        this.running.delete(done);
        this.next();
      });
    this.running.add(done);
  }
}

const mostAtOnce = 2;
