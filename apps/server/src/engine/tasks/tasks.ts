import type { Caller } from '../../access/caller.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Given } from '@kangmai/resource';
import type { Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors.ts';
import { roomOfUser } from '../../platform/live-bus.ts';
import { moveWork, requireFewOpen } from './runner.ts';

export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Work on a list and its progress. */
export interface Task {
  readonly id: number;
  readonly kind: 'export' | 'batch';
  readonly resource: string;
  readonly action: string | null;
  readonly state: TaskState;
  readonly totalRows: number | null;
  readonly doneRows: number;
  readonly failedRows: number;
  readonly fileName: string | null;
  readonly filePath: string | null;
  readonly failure: string | null;
  readonly failureParams: Readonly<Record<string, string | number>> | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly fetchedAt: Date | null;
}

/** Members that only the worker needs. */
export interface Work extends Task {
  readonly input: Buffer;
  readonly rowIds: readonly number[];
  readonly rowVersions: readonly number[];
  readonly culture: 'zh-Hans' | 'en';
  readonly clientIp: string | null;
  readonly browser: string | null;
  readonly impersonatorUserId: number | null;
  readonly impersonatorTenantId: number | null;
}

/** The input: the query of the list for a spreadsheet, the action's own input for an action. */
export interface TaskInput {
  readonly query: Given;
}

const columns = `id, kind, resource, action, state, total_rows as "totalRows", done_rows as "doneRows", failed_rows as "failedRows", file_name as "fileName", file_path as "filePath", failure, failure_params as "failureParams",
  created_at as "createdAt", finished_at as "finishedAt", fetched_at as "fetchedAt"`;
const workColumns = `${columns}, input, row_ids as "rowIds", row_versions as "rowVersions", culture, client_ip as "clientIp", browser, impersonator_user_id as "impersonatorUserId", impersonator_tenant_id as "impersonatorTenantId"`;

interface NewTask {
  readonly kind: Task['kind'];
  readonly resource: string;
  readonly action?: string;
  readonly input: TaskInput;
  readonly rows?: readonly { readonly id: number; readonly version: number }[];
  readonly totalRows: number | null;
}

/** Records a task; a user may have only a few open at once. */
export async function addTask(ctx: CallCtx, task: NewTask): Promise<number> {
  const { caller } = ctx;
  await requireFewOpen(ctx.tx, caller.userId, {
    table: 'list_task',
    states: ['waiting', 'running'],
    reason: 'task.too-many-open',
  });
  const rows = task.rows ?? [];
  const row = await ctx.tx.one<{ id: number }>(
    `insert into list_task (tenant_id, user_id, kind, resource, action, input, row_ids, row_versions, total_rows, culture, client_ip, browser, impersonator_user_id, impersonator_tenant_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7::bigint[], $8::integer[], $9, $10, $11, $12, $13, $14, $15) returning id`,
    [
      ctx.tenantId,
      caller.userId,
      task.kind,
      task.resource,
      task.action ?? null,
      ctx.sealer.seal(JSON.stringify(task.input)),
      rows.map(({ id }) => id),
      rows.map(({ version }) => version),
      task.totalRows,
      caller.culture,
      caller.ip.slice(0, 64),
      caller.client.slice(0, 200),
      caller.impersonatorUserId,
      caller.impersonatorTenantId,
      ctx.now(),
    ],
  );
  return row?.id ?? 0;
}

/** A task of the caller; another user's is not found. */
export async function taskOf(ctx: Pick<CallCtx, 'tx' | 'tenantId' | 'caller'>, id: number): Promise<Task> {
  const row = await ctx.tx.one<Task>(
    `select ${columns} from list_task where tenant_id = $1 and id = $2 and user_id = $3`,
    [ctx.tenantId, id, ctx.caller.userId],
  );
  if (!row) throw notFound('task');
  return row;
}

/** The caller's newest tasks. */
export const tasksOf = (ctx: CallCtx): Promise<readonly Task[]> =>
  ctx.tx.query<Task>(
    `select ${columns} from list_task where tenant_id = $1 and user_id = $2 order by id desc limit 30`,
    [ctx.tenantId, ctx.caller.userId],
  );

/** Takes a waiting task for a worker; undefined when another one was faster. */
export const takeTask = (tx: Tx, task: { readonly id: number; readonly worker: string }): Promise<Work | undefined> =>
  tx.one<Work>(
    `update list_task set state = 'running', worker = $3, beat_at = now() where tenant_id = $1 and id = $2 and state = 'waiting' returning ${workColumns}`,
    [tx.tenantId, task.id, task.worker],
  );

type TaskChange = Partial<
  Record<Exclude<keyof Task, 'id' | 'kind' | 'resource' | 'action' | 'createdAt' | 'fetchedAt'>, unknown>
>;

/** Updates a running task. @returns false when the worker no longer owns it */
export const moveTask = (
  tx: Tx,
  { id, worker }: { readonly id: number; readonly worker: string },
  change: TaskChange,
): Promise<boolean> => {
  const where = "id = $2 and worker = $3 and state = 'running'";
  return moveWork(tx, { table: 'list_task', where, values: [id, worker] }, change);
};

/** A hint to its user's screens to reload it. */
export function notifyOwner(ctx: Pick<CallCtx, 'publish' | 'tenantId' | 'caller'>, taskId: number): void {
  ctx.publish({
    event: 'taskprogress',
    rooms: [roomOfUser(ctx.tenantId, ctx.caller.userId ?? 0)],
    payload: { taskId },
  });
}

/** The user of a task as logged: with the machine, impersonator and language of the request. */
export const callerOf = (
  caller: Caller,
  { culture, clientIp, browser, impersonatorUserId, impersonatorTenantId }: Work,
): Caller => ({
  ...caller,
  culture,
  ip: clientIp ?? '',
  client: browser ?? '',
  impersonatorUserId,
  impersonatorTenantId,
});
