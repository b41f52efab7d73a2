import type { Given } from '@kangmai/resource';
import { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors.ts';
import { arrayOf, timestamp, whole } from '../call-shapes/answers.ts';
import type { RowMeant } from './many.ts';
import { moveWork, requireFewOpen } from './runner.ts';

export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

const rowOutput = z.object({
  id: whole,
  kind: z.enum(['export', 'batch', 'work']),
  resource: z.string(),
  action: z.string().nullable(),
  state: z.string(),
  totalRows: whole.nullable(),
  doneRows: whole,
  failedRows: whole,
  fileName: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  fetchedAt: timestamp.nullable(),
});

/** A task in an answer. */
export const taskOutput = rowOutput.extend({
  title: z.string(),
  figures: arrayOf(z.object({ label: z.string(), value: whole })),
  actionLabel: z.string().nullable(),
  hasFile: z.boolean(),
  expiresAt: timestamp.nullable(),
  failureReason: z.string().nullable(),
  failureText: z.string().nullable(),
});

/** Work on a list and its progress. */
export interface Task extends Readonly<z.output<typeof rowOutput>> {
  readonly state: TaskState;
  readonly finishedAt: Date | null;
  readonly filePath: string | null;
  readonly failure: string | null;
  readonly figures: Readonly<Record<string, number>> | null;
  readonly failureParams: Readonly<Record<string, string | number>> | null;
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

/** The input of a task: the query of the list for a spreadsheet, the action's own input for an action. */
export const queryOf = ({ sealer }: CallCtx, { input }: Work): Given =>
  (JSON.parse(sealer.open(input)) as { readonly query: Given }).query;

const columns = `id, kind, resource, action, state, total_rows as "totalRows", done_rows as "doneRows", failed_rows as "failedRows", file_name as "fileName", file_path as "filePath", failure, failure_params as "failureParams", figures,
  created_at as "createdAt", finished_at as "finishedAt", fetched_at as "fetchedAt"`;
const workColumns = `${columns}, input, row_ids as "rowIds", row_versions as "rowVersions", culture, client_ip as "clientIp", browser, impersonator_user_id as "impersonatorUserId", impersonator_tenant_id as "impersonatorTenantId"`;

interface NewTask {
  readonly kind: Task['kind'];
  readonly resource: string;
  readonly action?: string;
  readonly query: Given;
  readonly rows?: readonly RowMeant[];
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
      ctx.sealer.seal(JSON.stringify({ query: task.query })),
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

/** Changed columns of a task. */
export type TaskChange = Partial<
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
