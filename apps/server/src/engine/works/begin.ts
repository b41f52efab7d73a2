import { checkFields, type Members } from '@kangmai/resource';
import { z } from 'zod';
import { conflict, requireSound } from '../../platform/errors.ts';
import { actionInput, whole } from '../call-shapes/answers.ts';
import { call, type Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { tellProgress } from '../tasks/parts.ts';
import type { WorkCalls } from '../tasks/runner.ts';
import { addTask } from '../tasks/tasks.ts';
import type { Work } from './work.ts';

/** The same work of the same user with the same input is done once at a time. */
async function refuseTwin(
  ctx: CallCtx,
  id: number,
  { work, input }: { readonly work: Work; readonly input: object },
): Promise<void> {
  const open = await ctx.tx.query<{ input: Buffer }>(
    `select input from list_task where tenant_id = $1 and user_id = $2 and kind = 'work' and action = $3 and state in ('waiting', 'running') and id <> $4`,
    [ctx.tenantId, ctx.caller.userId, work.name, id],
  );
  const said = JSON.stringify(input);
  const inputOf = ({ input: sealed }: { readonly input: Buffer }): string =>
    JSON.stringify((JSON.parse(ctx.sealer.open(sealed)) as { query: { input: object } }).query.input);
  if (open.some((task) => inputOf(task) === said)) throw conflict('work.under-way');
}

async function begin(
  parts: WorkCalls,
  ctx: CallCtx,
  { work, body }: { readonly work: Work; readonly body: Members },
): Promise<{ readonly taskId: number; readonly steps: number }> {
  const { values: input, problems } = checkFields(work.input, body, ctx.check);
  requireSound(problems);
  const steps = await work.steps(ctx, input);
  const { resource } = work;
  const taskId = await addTask(ctx, {
    kind: 'work',
    resource: resource.name,
    action: work.name,
    query: { input, steps },
    totalRows: steps.length,
  });
  await refuseTwin(ctx, taskId, { work, input });
  tellProgress(ctx, taskId);
  parts.begin(ctx, taskId);
  return { taskId, steps: steps.length };
}

/** The call by which a user begins a work. */
export const workCall = (parts: WorkCalls, work: Work): Call =>
  call({
    wire: `POST ${work.resource.wire.service}/${work.name}`,
    title: work.label,
    cost: 10,
    inWaitingDays: work.reads ?? false,
    permission: work.permission,
    resource: work.resource,
    input: actionInput(work.input),
    output: z.object({ taskId: whole, steps: whole }),
    run: (ctx, body) => begin(parts, ctx, { work, body }),
  });
