import { type AnyResource, type Members, permissionsOfCall } from '@kangmai/resource';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { requireAny } from '../../access/ctx.ts';
import { call, type Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { recordExport } from '../../access/looks.ts';
import { countExcel } from '../export/export.ts';
import { keepExcel, type FileAnswer } from '../export/export-file.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { RowProblem } from '../tasks/many.ts';
import { ownCall } from '../own-call.ts';
import { tellProgress, within } from '../tasks/parts.ts';
import type { WorkCalls } from '../tasks/runner.ts';
import type { ListTaskParts } from './list-work.ts';
import { unsealing } from '../tasks/sealed-file.ts';
import { shownTask } from './shown-task.ts';
import { problemOutput, shownProblems } from '../tasks/shown.ts';
import { addTask, taskOf, taskOutput, tasksOf } from '../tasks/tasks.ts';
import { arrayOf, finishedFile, listQueryInput, nothing, pageOf, whole, type Page } from '../call-shapes/answers.ts';
import { page } from '../sql/page.ts';
import { listTaskProblems } from '../sql/tables.ts';

type TaskCallParts = ListTaskParts & WorkCalls;

const begunOutput = z.object({ taskId: whole, totalCount: whole });

/** Checks the input as the direct export would, and writes the file in the background. */
async function exportAsTask(
  parts: TaskCallParts,
  ctx: CallCtx,
  { resource, query }: { readonly resource: AnyResource; readonly query: Members },
): Promise<z.output<typeof begunOutput>> {
  const { capped, total } = await countExcel(parts.servedOf(resource.name), ctx, query);
  const totalRows = capped ? null : total;
  const taskId = await addTask(ctx, { kind: 'export', resource: resource.name, query: query.all, totalRows });
  parts.begin(ctx, taskId);
  return { taskId, totalCount: total };
}

/** The background variant of a resource's direct export. */
export const exportCall = (parts: TaskCallParts, resource: AnyResource): Call =>
  call({
    wire: `POST ${resource.wire.service}/ExportAsTask`,
    title: `${resource.title}导出（任务）`,
    cost: 10,
    inWaitingDays: true,
    permission: permissionsOfCall(resource, 'excel'),
    resource,
    input: listQueryInput(resource, { columns: { type: ['string', 'array'], items: { type: 'string' } } }),
    output: begunOutput,
    run: (ctx, query) => exportAsTask(parts, ctx, { resource, query }),
  });

/** Copies the finished file to where its user fetches it once; holds no connection while copying. */
async function fileOf(parts: TaskCallParts, ctx: CallCtx, id: number): Promise<FileAnswer> {
  const { caller } = ctx;
  const task = await within({ parts, caller }, (inner) => taskOf(inner, id));
  const { resource } = parts.servedOf(task.resource).plan;
  requireAny(ctx, permissionsOfCall(resource, 'excel'));
  const content = task.filePath === null ? undefined : await parts.files.read(task.filePath);
  if (!content || task.state !== 'done') throw notAllowed('task.no-file');
  const file = await keepExcel(parts, caller, {
    name: task.fileName ?? '',
    write: (target) => pipeline(unsealing(ctx.sealer, content.stream), target, { end: false }),
  });
  await within({ parts, caller }, async (inner) => {
    await recordExport(inner, { resource, count: task.doneRows, action: 'download' });
    await inner.tx.execute(
      'update list_task set fetched_at = coalesce(fetched_at, $3) where tenant_id = $1 and id = $2',
      [inner.tenantId, id, inner.now()],
    );
  });
  return file;
}

const rowInput = z.object({ id: z.coerce.number().int().positive() });
const pageInput = rowInput.extend({
  skipCount: z.coerce.number().int().min(0).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(100),
});

async function problemsOf(
  { servedOf }: TaskCallParts,
  ctx: CallCtx,
  { id, skipCount: skip, maxResultCount: take }: z.output<typeof pageInput>,
): Promise<Page<z.output<typeof problemOutput>>> {
  const { resource } = servedOf((await taskOf(ctx, id)).resource).plan;
  const { totalCount, items } = await page(ctx, {
    from: ctx.from(listTaskProblems, 'p').where('p.taskId', '=', id),
    columns: ['p.rowId as id', 'p.field', 'p.reason', 'p.params'],
    sort: { by: { id: 'p.rowId' }, asked: undefined, usual: 'id', last: [] },
    skip,
    take,
  });
  return { totalCount, items: await shownProblems(ctx, resource, items as readonly RowProblem[]) };
}

async function cancel(parts: TaskCallParts, ctx: CallCtx, id: number): Promise<null> {
  await taskOf(ctx, id);
  const changed = await ctx.tx.execute(
    "update list_task set state = 'cancelled', finished_at = $3 where tenant_id = $1 and id = $2 and state in ('waiting', 'running')",
    [ctx.tenantId, id, ctx.now()],
  );
  if (changed === 0) throw notAllowed('task.over');
  tellProgress(ctx, id);
  parts.end(ctx, id);
  return null;
}

async function drop(parts: TaskCallParts, ctx: CallCtx, id: number): Promise<null> {
  const { state, filePath } = await taskOf(ctx, id);
  if (state === 'waiting' || state === 'running') throw notAllowed('task.running');
  await ctx.tx.execute('delete from list_task where tenant_id = $1 and id = $2', [ctx.tenantId, id]);
  if (filePath !== null) ctx.tx.afterCommit(() => void parts.files.remove(filePath).catch(parts.report));
  tellProgress(ctx, id);
  return null;
}

const onTask = <O extends z.ZodType>(
  wire: string,
  spec: { readonly title: string; readonly output: O; readonly detached?: true },
  run: (ctx: CallCtx, id: number) => Promise<z.output<O>>,
): Call => ownCall({ ...spec, wire, input: rowInput, run: (ctx, { id }) => run(ctx, id) });

/** Calls for a user's own tasks. */
export const taskCalls = (parts: TaskCallParts): readonly Call[] => [
  ownCall({
    wire: 'GET ListTasks/GetAll',
    title: '我的任务',
    input: z.object({}),
    output: arrayOf(taskOutput),
    run: async (ctx) => (await tasksOf(ctx)).map((task) => shownTask(ctx, parts.works, task)),
  }),
  onTask('GET ListTasks/Get', { title: '任务', output: taskOutput }, async (ctx, id) =>
    shownTask(ctx, parts.works, await taskOf(ctx, id)),
  ),
  onTask('GET ListTasks/GetFile', { title: '任务的文件', output: finishedFile, detached: true }, (ctx, id) =>
    fileOf(parts, ctx, id),
  ),
  ownCall({
    wire: 'GET ListTasks/GetProblems',
    title: '任务中失败的记录',
    input: pageInput,
    output: pageOf(problemOutput),
    run: (ctx, input) => problemsOf(parts, ctx, input),
  }),
  onTask('POST ListTasks/Cancel', { title: '取消任务', output: nothing }, (ctx, id) => cancel(parts, ctx, id)),
  onTask('DELETE ListTasks/Delete', { title: '删除任务', output: nothing }, (ctx, id) => drop(parts, ctx, id)),
];
