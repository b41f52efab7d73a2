import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';

import { useFailureNotice } from '../../../lib/use-failure-notice.ts';
import { rowKeys } from '../../../resource-client/row-keys.ts';
import { getTree, moveRow, type TreeRow } from '../../../resource-client/tree.ts';
import { SplitPane } from '../../../ui/split-pane.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TreePane } from '../../../ui/tree-pane/tree-pane.tsx';
import { useListContext } from '../../list-context.ts';
import { useRights } from '../../use-writes.ts';
import css from './tree-side.module.css';
import { T } from './tree-texts.ts';

import type { ReactNode } from 'react';
import type { AnyResource } from '@kangmai/resource';

const everything = 0;

const entriesOf = (rows: readonly TreeRow[]) => [
  { id: everything, parentId: null, name: T('all') },
  ...rows.map(({ id, parentId, displayName, childCount }) => ({
    id,
    parentId: parentId ?? everything,
    name: displayName,
    ...(childCount > 0 && { note: String(childCount) }),
  })),
];

/** Moves a row after a question. */
function useMove(resource: AnyResource, rows: readonly TreeRow[]): (id: number, parentId: number | null) => void {
  const { modal } = App.useApp();
  const failed = useFailureNotice();
  const client = useQueryClient();
  const nameOf = (id: number | null): string => rows.find((row) => row.id === id)?.displayName ?? T('top');
  return (id, parentId) => {
    const parent = parentId === everything ? null : parentId;
    if (id === everything || rows.find((row) => row.id === id)?.parentId === parent) return;
    const move = async (): Promise<void> => {
      try {
        await moveRow(resource, id, parent);
      } catch (error) {
        failed(error);
      }
      await client.invalidateQueries({ queryKey: rowKeys.all(resource) });
    };
    void modal.confirm({ title: T('move', { name: nameOf(id), parent: nameOf(parent) }), onOk: move });
  };
}

/** The tree of a resource beside its list: a chosen row filters the list to what stands below it. */
export function TreeSide({ children }: { readonly children: ReactNode }) {
  const { resource, state, change } = useListContext();
  const { mayEdit } = useRights(resource);
  const parent = resource.tree?.parent ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: [...rowKeys.all(resource), 'tree'],
    queryFn: ({ signal }) => getTree(resource, signal),
  });
  const rows = data ?? [];
  const move = useMove(resource, rows);
  const { [parent]: chosen, ...others } = state.filters;
  const name = T('name', { name: resource.title });
  return (
    <div className={css['pane']}>
      <SplitPane
        leftName={name}
        width={260}
        left={
          error ? (
            <ErrorState message={error.message} onRetry={() => void refetch()} />
          ) : (
            <TreePane
              name={name}
              find={T('find')}
              entries={entriesOf(rows)}
              selected={Number(chosen) || everything}
              onSelect={(id) => change({ filters: id ? { ...others, [parent]: String(id) } : others })}
              onMove={mayEdit ? move : undefined}
              empty={<EmptyState text={T('none')} />}
            />
          )
        }
        right={<div className={css['list']}>{children}</div>}
      />
    </div>
  );
}
