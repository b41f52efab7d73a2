import { fieldOf, type AnyResource } from '@kangmai/resource';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { listRows, type RowPage } from '../../../resource-client/calls.ts';
import { boardEntries, columnState } from '../../../resource-client/layouts.ts';
import { rowKeys } from '../../../resource-client/row-keys.ts';

import type { ListState } from '../../../resource-client/query.ts';

const firstRows = 20;
const moreRows = 50;
const mostRows = 520;

export interface ColumnRows {
  readonly entry: string;
  readonly page: RowPage | undefined;
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly onMore: () => void;
  readonly onRetry: () => void;
}

/** The first rows of each column of a board, by the list call with its entry. */
export function useColumnRows(resource: AnyResource, on: string, asked: ListState): readonly ColumnRows[] {
  const [sizes, setSizes] = useState<Readonly<Record<string, number>>>({});
  const isMany = fieldOf(resource, on).options.filter === 'in';
  const entries = boardEntries(resource, on, asked);
  const answers = useQueries({
    queries: entries.map((entry) => {
      const state = { ...columnState(asked, { on, entry, isMany }), size: sizes[entry] ?? firstRows };
      return {
        queryKey: [...rowKeys.lists(resource), 'board', state],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => listRows(resource, { state, signal }),
        placeholderData: keepPreviousData,
      };
    }),
  });
  return entries.map((entry, at): ColumnRows => {
    const answer = answers[at];
    return {
      entry,
      page: answer?.data,
      error: answer?.error ?? null,
      isLoading: answer?.isPending ?? true,
      onMore: () => setSizes({ ...sizes, [entry]: Math.min(mostRows, (sizes[entry] ?? firstRows) + moreRows) }),
      onRetry: () => void answer?.refetch(),
    };
  });
}
