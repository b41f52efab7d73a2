import type { AnyResource } from '@kangmai/resource';
import type { Surroundings } from '../../access/in-tenant.ts';
import type { Served } from '../crud/conventional.ts';
import type { Implementation } from '../crud/implement.ts';
import type { TotalFrom } from '../crud/list.ts';
import type { PlanOf } from '../crud/repository.ts';
import type { ServerModule } from '../module.ts';
import type { Services } from '../services.ts';
import { manyCalls } from './many-calls.ts';
import { listWork } from './list-work.ts';
import type { TaskParts } from './parts.ts';
import { TaskRunner } from './runner.ts';
import { exportCall, taskCalls } from './task-calls.ts';
import { taskTexts } from './texts.ts';

export interface ListTasksInput {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly implementations: readonly Implementation[];
  readonly totalFrom: TotalFrom;
}

function serving({ services, planOf, implementations, totalFrom }: ListTasksInput): (name: string) => Served {
  const codes = new Map(implementations.map((code) => [code.resource.name, code]));
  return (name) => ({ plan: planOf(services.model.byName(name)), code: codes.get(name), totalFrom });
}

const isExported = ({ wire, excel }: AnyResource): boolean => wire.calls.excel !== undefined && excel?.export === true;

/** Exports and actions on many rows, for every resource whose definition allows them. */
export function listTasksModule(input: ListTasksInput): ServerModule {
  const { services } = input;
  const tasks: TaskParts = {
    surroundings: input.surroundings,
    planOf: input.planOf,
    files: services.files,
    exportTurns: services.exportTurns,
    servedOf: serving(input),
    report: (fault) => services.log.error({ part: 'list-tasks', fault }, 'work on a list failed'),
  };
  const runner = new TaskRunner(listWork(tasks), { services, report: tasks.report });
  const parts = { ...tasks, ...runner.calls, tempFiles: services.tempFiles };
  const { resources } = services.model;
  return {
    name: 'list-tasks',
    texts: [taskTexts],
    ...runner.registered,
    calls: [
      ...resources.filter(isExported).map((resource) => exportCall(parts, resource)),
      ...resources.flatMap((resource) => manyCalls(parts, resource)),
      ...taskCalls(parts),
    ],
  };
}
