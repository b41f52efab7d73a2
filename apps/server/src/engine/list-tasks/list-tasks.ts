import type { AnyResource } from '@kangmai/resource';
import type { ServerModule } from '../module.ts';
import { listWork } from './list-work.ts';
import { manyCalls } from '../tasks/many-calls.ts';
import { TaskRunner, workParts, type WorkInput } from '../tasks/runner.ts';
import { exportCall, taskCalls } from './task-calls.ts';
import { workCall } from '../works/begin.ts';
import { workTexts } from '../works/texts.ts';
import { worksByName, type Work } from '../works/work.ts';
import { taskTexts } from '../tasks/texts.ts';

const isExported = ({ wire, excel }: AnyResource): boolean => wire.calls.excel !== undefined && excel?.export === true;

interface ListTasksInput extends WorkInput {
  readonly works?: readonly Work[];
}

/** Exports and actions on many rows, for every resource whose definition allows them. */
export function listTasksModule(input: ListTasksInput): ServerModule {
  const work = workParts(input, { part: 'list-tasks', text: 'work on a list failed' });
  const tasks = { ...work, works: worksByName(input.works ?? []) };
  const runner = new TaskRunner(listWork(tasks), { services: input.services, report: tasks.report });
  const parts = { ...tasks, ...runner.calls };
  const { resources } = input.services.model;
  return {
    name: 'list-tasks',
    texts: [taskTexts, workTexts],
    ...runner.registered,
    calls: [
      ...resources.filter(isExported).map((resource) => exportCall(parts, resource)),
      ...resources.flatMap((resource) => manyCalls(parts, resource)),
      ...[...tasks.works.values()].map((work) => workCall(parts, work)),
      ...taskCalls(parts),
    ],
  };
}
