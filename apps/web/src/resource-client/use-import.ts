import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { queryClient } from '../lib/api/query-client.ts';
import {
  cancelImport,
  confirmImport,
  getImport,
  listImports,
  undoImport,
  type ImportBatch,
  type ImportState,
} from './imports.ts';
import { useRealtime } from '../lib/realtime/realtime.ts';
import { refreshRows } from './row-keys.ts';
import { useFailureNotice } from '../lib/use-failure-notice.ts';

import type { AnyResource } from '@kangmai/resource';

const running = new Set<ImportState>(['checking', 'importing', 'undoing']);
export const isRunning = (state: ImportState): boolean => running.has(state);

const oneKey = (id: number) => ['imports', 'one', id] as const;
const listKey = (resource: AnyResource) => ['imports', 'list', resource.name] as const;

const lookAgainMs = { running: 2000, settling: 5000 } as const;

/** A batch, refreshed while a step runs or its outcome may change: by live events, and by polling without them. */
export function useImport(resource: AnyResource, id: number): ImportBatch | undefined {
  const { data } = useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => getImport(id, signal),
    refetchInterval: ({ state }) =>
      !state.data || isRunning(state.data.state)
        ? lookAgainMs.running
        : !!state.data.outcome?.length && lookAgainMs.settling,
  });
  useRealtime('importprogress', ({ batchId }) => {
    if (batchId === id) void queryClient.invalidateQueries({ queryKey: oneKey(id) });
  });
  const state = data?.state;
  useEffect(() => {
    if (state === 'done' || state === 'undone') void refreshRows(resource);
    void queryClient.invalidateQueries({ queryKey: listKey(resource) });
  }, [resource, state]);
  return data;
}

export const useImports = (resource: AnyResource): readonly ImportBatch[] | undefined =>
  useQuery({ queryKey: listKey(resource), queryFn: ({ signal }) => listImports(resource, signal) }).data;

export function useImportMoves(id: number) {
  const tell = useFailureNotice();
  const settle = {
    onError: (error: Error) => tell(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  };
  const confirm = useMutation({
    mutationFn: (choice: Parameters<typeof confirmImport>[1]) => confirmImport(id, choice),
    ...settle,
  });
  const undo = useMutation({ mutationFn: () => undoImport(id), ...settle });
  const cancel = useMutation({ mutationFn: () => cancelImport(id), ...settle });
  return { cancel, confirm, undo };
}
