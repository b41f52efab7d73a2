import type { Caller } from '../../access/caller.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../crud/call-ctx.ts';
import type { ExportTurns } from '../crud/export-file.ts';
import type { Served } from '../crud/conventional.ts';
import type { Implementation } from '../crud/implement.ts';
import type { TotalFrom } from '../crud/list.ts';
import type { PlanOf } from '../crud/repository.ts';
import type { Services } from '../services.ts';
import type { Lane } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { roomOfUser } from '../../platform/live-bus.ts';
import type { TempFiles } from '../../platform/temp-files.ts';
import { moveTask, type TaskChange, type Work } from './tasks.ts';

/** What tasks and imports are made with. */
export interface WorkInput {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly implementations: readonly Implementation[];
  readonly totalFrom: TotalFrom;
}

/** What tasks on lists and imports work with. */
export interface WorkParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly files: FileStore;
  readonly tempFiles: TempFiles;
  readonly exportTurns: ExportTurns;
  readonly servedOf: (resource: string) => Served;
  readonly report: (fault: unknown) => void;
}

/** The parts of one kind of work, and how the log names its faults. */
export function workParts(input: WorkInput, faults: { readonly part: string; readonly text: string }): WorkParts {
  const { services, surroundings, planOf, totalFrom } = input;
  const codes = new Map(input.implementations.map((code) => [code.resource.name, code]));
  return {
    surroundings,
    planOf,
    files: services.files,
    tempFiles: services.tempFiles,
    exportTurns: services.exportTurns,
    servedOf: (name) => ({ plan: planOf(services.model.byName(name)), code: codes.get(name), totalFrom }),
    report: (fault) => services.log.error({ part: faults.part, fault }, faults.text),
  };
}

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

/** The live events of the user on whose behalf work is done. */
export const roomsOfOwner = ({ tenantId, caller }: CallCtx): readonly string[] => [
  roomOfUser(tenantId, caller.userId ?? 0),
];

/** A hint to reload the task. */
export const tellProgress = (ctx: CallCtx, taskId: number): void =>
  ctx.publish({ event: 'taskprogress', rooms: roomsOfOwner(ctx), payload: { taskId } });

/** Records the progress of a task, in a transaction that the work may share, and notifies its user. */
export async function record({ task, worker, ending }: Run, ctx: CallCtx, change: TaskChange): Promise<void> {
  if (!(await moveTask(ctx.tx, { id: task.id, worker }, change))) ending.abort();
  ending.signal.throwIfAborted();
  tellProgress(ctx, task.id);
}
