import { abnormalCase } from '@kangmai/model/alerts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { countsKey, queryClient } from '../../lib/api/query-client.ts';
import { runAction } from '../../resource-client/calls.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { isOpenCase, levelOf, type CaseRow } from './case-moves.ts';

import type { Values } from '../../resource-client/body.ts';

const highestOfBatch = 2;

/** Whether a case can be handled together with others: open and of level 1 or 2. */
export const mayBatch = (row: CaseRow): boolean => isOpenCase(row) && levelOf(row) <= highestOfBatch;

export type BatchReason = 'case.level-too-high' | 'case.not-open' | 'row.not-found';

interface BatchAnswer {
  readonly handled: number;
  readonly results: readonly { readonly id: number; readonly ok: boolean; readonly reason?: BatchReason }[];
}

export interface BatchOutcome {
  readonly handled: number;
  readonly refused: readonly { readonly row: CaseRow | undefined; readonly reason: BatchReason }[];
}

export interface CaseTicks {
  readonly ticked: ReadonlyMap<number, CaseRow>;
  readonly tick: (row: CaseRow, isOn: boolean) => void;
  readonly clear: () => void;
}

export function useCaseTicks(): CaseTicks {
  const [ticked, setTicked] = useState<ReadonlyMap<number, CaseRow>>(new Map());
  const tick = (row: CaseRow, isOn: boolean): void => {
    const next = new Map(ticked);
    if (isOn) next.set(row.id, row);
    else next.delete(row.id);
    setTicked(next);
  };
  return { ticked, tick, clear: () => setTicked(new Map()) };
}

/** Handles the ticked cases in one call and refetches lists and counts, also after a partial refusal. */
export function useBatch({ ticked, clear }: CaseTicks) {
  return useMutation({
    mutationFn: async (values: Values): Promise<BatchOutcome> => {
      const { handled, results } = await runAction<BatchAnswer>(abnormalCase, abnormalCase.actions.batchHandle, {
        ...values,
        ids: [...ticked.keys()],
      });
      return {
        handled,
        refused: results
          .filter(({ ok }) => !ok)
          .map(({ id, reason = 'row.not-found' }) => ({ row: ticked.get(id), reason })),
      };
    },
    onSuccess: async () => {
      clear();
      await Promise.all([
        refreshRows(abnormalCase),
        queryClient.invalidateQueries({ queryKey: ['case'] }),
        queryClient.invalidateQueries({ queryKey: [countsKey] }),
      ]);
    },
  });
}
