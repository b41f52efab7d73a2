import type { z } from 'zod';
import type { CallCtx } from '../crud/call-ctx.ts';
import { labelIn, titleOf } from '../labels.ts';
import { textOf } from '../../platform/texts/index.ts';
import type { Task, taskOutput } from '../tasks/tasks.ts';
import { shownWork } from '../works/shown.ts';
import type { Works } from '../works/work.ts';

const keptDays = 7;
const dayMs = 86_400_000;

/** A task as its user sees it. */
export function shownTask(ctx: CallCtx, works: Works, task: Task): z.output<typeof taskOutput> {
  const { filePath, failure, failureParams, ...rest } = task;
  const { culture } = ctx.caller;
  const resource = ctx.model.find(task.resource);
  const action = resource?.actions[task.action ?? ''];
  return {
    ...rest,
    title: resource ? titleOf(resource, culture) : task.resource,
    figures: [],
    actionLabel: action ? labelIn(culture, action) : null,
    hasFile: filePath !== null,
    expiresAt: task.finishedAt && new Date(task.finishedAt.getTime() + keptDays * dayMs),
    failureReason: failure,
    failureText: failure === null ? null : textOf(culture, failure, { ...failureParams, field: '' }),
    ...shownWork(works, culture, task),
  };
}
