import type { AnyResource } from '@kangmai/resource';
import type { ServerModule } from '../module.ts';
import { listWork } from './list-work.ts';
import { manyCalls } from './many-calls.ts';
import { TaskRunner, workParts, type WorkInput } from './runner.ts';
import { exportCall, taskCalls } from './task-calls.ts';
import { workCall } from '../works/begin.ts';
import { taskTexts } from './texts.ts';

const isExported = ({ wire, excel }: AnyResource): boolean => wire.calls.excel !== undefined && excel?.export === true;

/** Exports and actions on many rows, for every resource whose definition allows them. */
export function listTasksModule(input: WorkInput): ServerModule {
  const tasks = workParts(input, { part: 'list-tasks', text: 'work on a list failed' });
  const runner = new TaskRunner(listWork(tasks), { services: input.services, report: tasks.report });
  const parts = { ...tasks, ...runner.calls };
  const { resources } = input.services.model;
  return {
    name: 'list-tasks',
    texts: [taskTexts],
    ...runner.registered,
    calls: [
      ...resources.filter(isExported).map((resource) => exportCall(parts, resource)),
      ...resources.flatMap((resource) => manyCalls(parts, resource)),
      ...[...tasks.works.values()].map((work) => workCall(parts, work)),
      ...taskCalls(parts),
    ],
  };
}
