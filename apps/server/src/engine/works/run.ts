import type { Json } from '@kangmai/resource';
import { requireAny } from '../../access/ctx.ts';
import { notFound } from '../../platform/errors.ts';
import { record, within, type Run } from '../tasks/parts.ts';
import { moveTask, queryOf } from '../tasks/tasks.ts';
import type { Figures, Works } from './work.ts';

interface Planned {
  readonly input: object;
  readonly steps: readonly Json[];
}

const added = (one: Figures, other: Figures): Figures =>
  Object.fromEntries(Object.entries(other).map(([name, value]) => [name, (one[name] ?? 0) + value]));

/**
 * Does the steps of a work that are left, each in one transaction with its figures and its record: an interruption
 * repeats nothing, and who has lost the work to another worker writes nothing more.
 */
export async function runWork(run: Run, works: Works): Promise<void> {
  const { task, ending, worker } = run;
  const work = works.get(task.action ?? '');
  if (!work) throw notFound('task');
  const { input, steps } = await within(run, (ctx) => Promise.resolve(queryOf(ctx, task) as unknown as Planned));
  let figures: Figures = task.figures ?? {};
  for (let at = task.doneRows; at < steps.length; at += 1) {
    ending.signal.throwIfAborted();
    figures = await within(run, async (ctx) => {
      requireAny(ctx, work.permissions);
      const found = added(figures, await work.run(ctx, { input, step: steps[at] as Json }));
      const change = { doneRows: at + 1, figures: JSON.stringify(found) };
      if (!(await moveTask(ctx.tx, { id: task.id, worker }, change))) ending.abort();
      ending.signal.throwIfAborted();
      return found;
    });
  }
  await within(run, (ctx) => record(run, ctx, { state: 'done', finishedAt: ctx.now() }));
}
