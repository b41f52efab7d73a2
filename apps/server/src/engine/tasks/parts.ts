import type { Caller } from '../../access/caller.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../crud/call-ctx.ts';
import type { ExportTurns } from '../crud/export-file.ts';
import type { Served } from '../crud/conventional.ts';
import type { PlanOf } from '../crud/repository.ts';
import type { Lane } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { moveTask, notifyOwner, type Work } from './tasks.ts';

/** What tasks on lists need. */
export interface TaskParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly files: FileStore;
  readonly exportTurns: ExportTurns;
  readonly servedOf: (resource: string) => Served;
  readonly report: (fault: unknown) => void;
}

/** One task of one worker, on behalf of its user. */
export interface Run {
  readonly parts: TaskParts;
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

/** Records the progress of a task, in a transaction that the work may share, and notifies its user. */
export async function record(
  { task, worker, ending }: Pick<Run, 'task' | 'worker' | 'ending'>,
  ctx: CallCtx,
  change: Parameters<typeof moveTask>[2],
): Promise<void> {
  if (!(await moveTask(ctx.tx, { id: task.id, worker }, change))) ending.abort();
  ending.signal.throwIfAborted();
  notifyOwner(ctx, task.id);
}
