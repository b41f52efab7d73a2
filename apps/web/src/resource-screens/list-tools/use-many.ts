import { permissionsOfAction, stateAction, type Action, type AnyResource } from '@kangmai/resource';
import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';

import { removeMany, runMany, type ManyOutcome, type RowsMeant } from '../../resource-client/tasks.ts';
import { meets } from '../../lib/permissions.ts';
import { rowName } from '../../resource-client/row-name.ts';
import { useSession } from '../../lib/session/session.ts';
import { useListContext } from '../list-context.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { useSelected } from '../screen-context.ts';
import { useRights } from '../use-writes.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { T } from './list-texts.ts';
import { refreshTasks } from './tasks.ts';

import type { Values } from '../../resource-client/body.ts';

export function useManyActions(resource: AnyResource): readonly Action[] {
  const permissions = useSession((session) => session.permissions);
  const { moves, actions } = resource;
  // Rows in different states have the call for a state in common.
  const isOneOfMany = (name: string): boolean => stateAction in actions && moves?.[name] !== undefined;
  return Object.entries(actions).flatMap(([name, action]) =>
    action.many && !isOneOfMany(name) && meets(permissions, permissionsOfAction(resource, action)) ? [action] : [],
  );
}

/** Whether the user can do anything with several rows. */
export function useHasMoves(resource: AnyResource): boolean {
  const { mayRemove, mayExport } = useRights(resource);
  return useManyActions(resource).length > 0 || mayRemove || mayExport;
}

export interface Selection {
  readonly count: number;
  /** All rows of the list are meant, whatever is ticked. */
  readonly isWhole: boolean;
  readonly meant: RowsMeant;
}

/** The selection: ticked rows over all pages, or all rows that match the filters. */
export function useSelection(): Selection {
  const { asked, page, condition } = useListContext();
  const { selected, condition: whole } = useSelected();
  const total = page?.total ?? 0;
  if (whole === condition) return { count: total, isWhole: true, meant: { list: asked, expected: total } };
  return {
    count: selected.size,
    isWhole: false,
    meant: { rows: [...selected.values()].map(({ id, rowVersion }) => ({ id, rowVersion })) },
  };
}

interface Move {
  /** Deletes when absent. */
  readonly action?: Action;
  readonly values?: Values;
}

/** Runs an action on the selection and reports the result, per row when some were refused. */
export function useManyMove() {
  const { resource } = useListContext();
  const { selected, unselect } = useSelected();
  const { meant } = useSelection();
  const { message, modal } = App.useApp();
  const tell = useFailureNotice();
  const selectedName = (id: number): string => {
    const row = selected.get(id);
    return row ? rowName(resource, row) : '';
  };
  const say = async ({ taskId, done, failed, problems }: ManyOutcome): Promise<void> => {
    if (taskId !== null) {
      message.info(T('begunTask'));
      return refreshTasks();
    }
    if (failed === 0) return void message.success(T('outcomeGood', { n: done }));
    const named = problems.map((problem) => ({ ...problem, name: problem.name || selectedName(problem.id) }));
    const { showOutcome } = await import('./outcome-dialog.tsx');
    return showOutcome(modal, { done, failed, refusals: named });
  };
  return useMutation({
    mutationFn: ({ action, values = {} }: Move) =>
      action ? runMany(resource, action, { rows: meant, values }) : removeMany(resource, meant),
    onSuccess: async (outcome) => {
      unselect();
      await say(outcome);
      await refreshRows(resource);
    },
    onError: (error) => tell(error),
  });
}
