import type { Caller } from '../../access/caller.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../crud/call-ctx.ts';
import type { ExportTurns } from '../crud/export-file.ts';
import type { Served } from '../crud/conventional.ts';
import type { PlanOf } from '../crud/repository.ts';
import type { Lane } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { moveTask, tellOwner, type Work } from './tasks.ts';

/** What the work on lists needs around it. */
export interface TaskParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly files: FileStore;
  readonly exportTurns: ExportTurns;
  readonly servedOf: (resource: string) => Served;
  readonly report: (fault: unknown) => void;
  /** The server is about to end: what is under way is put back. */
  readonly isEnding: () => boolean;
}

/** One task in the hands of one worker, in the name of its user. */
export interface Run {
  readonly parts: TaskParts;
  readonly caller: Caller;
  readonly worker: string;
  readonly task: Work;
}

/** The task is no longer this worker's: its user has cancelled it, or another one goes on with it. */
export class TakenAway extends Error {}

/** The server ends; somebody else goes on with the task. */
export class PutBack extends Error {}

/** Asked between two steps of the work. */
export function requireGoingOn({ parts }: Pick<Run, 'parts'>): void {
  if (parts.isEnding()) throw new PutBack('the server ends');
}

/** Work in one transaction of the task's tenant. */
export const within = <T>(
  { parts, caller, lane }: Pick<Run, 'parts' | 'caller'> & { readonly lane?: Lane },
  work: (ctx: CallCtx) => Promise<T>,
): Promise<T> =>
  inTenant(parts.surroundings, { caller, ...(lane && { lane }) }, (ctx) => work(withRepositories(ctx, parts.planOf)));

/** Records how far a task has come, in a transaction that the work itself may share, and tells its user. */
export async function record(
  { task, worker }: Pick<Run, 'task' | 'worker'>,
  ctx: CallCtx,
  change: Parameters<typeof moveTask>[2],
): Promise<void> {
  if (!(await moveTask(ctx.tx, { id: task.id, worker }, change))) throw new TakenAway('the task is no longer ours');
  tellOwner(ctx, task.id);
}
