import type { Caller } from '../../access/caller.ts';
import { inTenant } from '../../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../crud/call-ctx.ts';
import type { Lane } from '../../platform/database/database.ts';
import { roomsOfOwner, type WorkParts } from './runner.ts';
import { moveTask, type TaskChange, type Work } from './tasks.ts';

/** One task of one worker, on behalf of its user. */
export interface Run {
  readonly parts: WorkParts;
  readonly caller: Caller;
  readonly worker: string;
  readonly task: Work;
  /** Aborted when the task is to end or another worker has taken it. */
  readonly ending: AbortController;
}

/** Runs work in one transaction of the task's tenant. */
export const within = <T>(
  { parts, caller, lane }: Pick<Run, 'parts' | 'caller'> & { readonly lane?: Lane },
  work: (ctx: CallCtx) => Promise<T>,
): Promise<T> =>
  inTenant(parts.surroundings, { caller, ...(lane && { lane }) }, (ctx) => work(withRepositories(ctx, parts.planOf)));

/** A hint to reload the task. */
export const tellProgress = (ctx: CallCtx, taskId: number): void =>
  ctx.publish({ event: 'taskprogress', rooms: roomsOfOwner(ctx), payload: { taskId } });

/** Records the progress of a task, in a transaction that the work may share, and notifies its user. */
export async function record({ task, worker, ending }: Run, ctx: CallCtx, change: TaskChange): Promise<void> {
  if (!(await moveTask(ctx.tx, { id: task.id, worker }, change))) ending.abort();
  ending.signal.throwIfAborted();
  tellProgress(ctx, task.id);
}
