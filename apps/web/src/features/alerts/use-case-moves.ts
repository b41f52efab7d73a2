import { abnormalCase } from '@kangmai/model/alerts';
import { client } from '@kangmai/model/clients';
import { permissionsOfWrite } from '@kangmai/resource';
import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';

import { countsKey, queryClient } from '../../lib/api/query-client.ts';
import { runAction, saveRow } from '../../resource-client/calls.ts';
import { useCan } from '../../lib/permissions.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { T } from './alert-texts.ts';
import { caseDraft } from './case-moves.ts';

import type { Values } from '../../resource-client/body.ts';
import type { CaseMove, CaseRow } from './case-moves.ts';

interface MoveInput {
  readonly row: CaseRow;
  readonly move: CaseMove;
  readonly values?: Values;
}

const states: Partial<Record<CaseMove, string>> = {
  handle: 'handled',
  falseAlarm: 'falseAlarm',
  release: 'open',
  reopen: 'inProgress',
};

function callMove({ row, move, values = {} }: MoveInput): Promise<unknown> {
  if (move === 'claim') return runAction(abnormalCase, abnormalCase.actions.claim, { id: row.id });
  if (move === 'endObservation') return runAction(abnormalCase, abnormalCase.actions.endObservation, { id: row.id });
  if (move === 'contact') return runAction(abnormalCase, abnormalCase.actions.logContact, { ...values, id: row.id });
  if (move === 'handle' && values['callOutcome'])
    return runAction(abnormalCase, abnormalCase.actions.settle, { ...values, id: row.id });
  return saveRow(abnormalCase, { ...values, state: states[move] }, row);
}

export const caseKey = (id: number): readonly [string, number] => ['case', id];

/** Runs a move and refetches list, case and counts. */
export function useCaseMoves() {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const mayMove = useCan(permissionsOfWrite(abnormalCase, 'Edit'));
  const mayOpenClient = useCan(client.permission);
  const mutation = useMutation({
    mutationFn: callMove,
    onSuccess: async (_answer, { move, row }) => {
      dropDraft(caseDraft(row.id, move));
      message.success(T(`done.${move}`));
      await Promise.all([
        refreshRows(abnormalCase),
        queryClient.invalidateQueries({ queryKey: caseKey(row.id) }),
        queryClient.invalidateQueries({ queryKey: [countsKey] }),
      ]);
    },
    onError: async (error, { row }) => {
      tell(error);
      await queryClient.invalidateQueries({ queryKey: caseKey(row.id) });
    },
  });
  return { ...mutation, mayMove, mayOpenClient };
}
