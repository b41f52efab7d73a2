import { z } from 'zod';
import type { AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import { problemText, titleOf } from '../labels.ts';
import { textOf } from '../../platform/texts/index.ts';
import type { RowProblem } from './do-rows.ts';
import type { Task } from './tasks.ts';
import { timestamp, whole } from '../call-shapes/answers.ts';

const keptDays = 7;
const dayMs = 86_400_000;

/** Names of rows that the caller may see: their display values, sensitive ones masked. */
export async function namesOf(
  ctx: CallCtx,
  resource: AnyResource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx
    .rows(resource)
    .select({ conditions: [{ field: 'id', operator: 'in', value: ids }], sort: [], skip: 0, take: ids.length });
  return new Map(
    rows.map((row) => {
      const value = row[resource.display];
      const isPlain = resource.fields[resource.display]?.options.sensitive === undefined;
      return [row.id, isPlain && (typeof value === 'string' || typeof value === 'number') ? String(value) : ''];
    }),
  );
}

/** A row that was not changed. */
export const problemOutput = z.object({ id: whole, name: z.string(), reason: z.string(), message: z.string() });

/** Why a row was not changed, in the reader's language. */
export const shownProblem = (
  ctx: Pick<CallCtx, 'caller'>,
  resource: AnyResource,
  { name = '', ...problem }: RowProblem & { readonly name: string | undefined },
): z.output<typeof problemOutput> => ({
  id: problem.id,
  name,
  reason: problem.reason,
  message: problemText(ctx.caller.culture, resource, problem),
});

/** The titles of a task's list and action. */
function wordsOf(
  { model, caller: { culture } }: Pick<CallCtx, 'caller' | 'model'>,
  task: Task,
): { readonly title: string; readonly actionLabel: string | null } {
  const resource = model.find(task.resource);
  if (!resource) return { title: task.resource, actionLabel: null };
  const action = task.action === null ? undefined : resource.actions[task.action];
  const label = culture === 'en' ? action?.en : undefined;
  return { title: titleOf(resource, culture), actionLabel: label ?? action?.label ?? null };
}

/** A task in an answer. */
export const taskOutput = z.object({
  id: whole,
  kind: z.enum(['export', 'batch']),
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
  title: z.string(),
  actionLabel: z.string().nullable(),
  hasFile: z.boolean(),
  expiresAt: timestamp.nullable(),
  failureReason: z.string().nullable(),
  failureText: z.string().nullable(),
});

/** A task as its user sees it. */
export function shownTask(ctx: Pick<CallCtx, 'caller' | 'model'>, task: Task): z.output<typeof taskOutput> {
  const { filePath, failure, failureParams, ...rest } = task;
  const expiresAt = task.finishedAt && new Date(task.finishedAt.getTime() + keptDays * dayMs);
  const failureText = failure === null ? null : textOf(ctx.caller.culture, failure, { ...failureParams, field: '' });
  return { ...rest, ...wordsOf(ctx, task), hasFile: filePath !== null, expiresAt, failureReason: failure, failureText };
}
