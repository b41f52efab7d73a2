import { commonDictionary } from '@kangmai/model/dictionaries';
import { useQuery } from '@tanstack/react-query';

import { getParents } from '../../resource-client/common-codes.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { SplitPane } from '../../ui/split-pane.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TreePane } from '../../ui/tree-pane/tree-pane.tsx';
import css from './common-dictionaries.module.css';
import { T } from './common-texts.ts';
import { catalogueOf, entriesOf, entryOf, filtersOf } from './parent-nodes.ts';

import type { ReactNode } from 'react';

/** Catalogues beside the list; a chosen one, or a row of it, filters the list to what stands below. */
export function CatalogueSide({ children }: { readonly children: ReactNode }) {
  const { state, change } = useListContext(commonDictionary);
  const chosen = catalogueOf(state.filters);
  const { data, error, refetch } = useQuery({
    queryKey: [...rowKeys.all(commonDictionary), 'parents', chosen],
    queryFn: ({ signal }) => getParents(chosen ?? '', signal),
    enabled: chosen !== undefined,
  });
  return (
    <div className={css['pane']}>
      <SplitPane
        leftName={T('catalogues')}
        width={260}
        left={
          error ? (
            <ErrorState message={error.message} onRetry={() => void refetch()} />
          ) : (
            <div className={css['side']}>
              <TreePane
                name={T('catalogues')}
                find={T('find')}
                entries={entriesOf(data ?? [], chosen)}
                selected={entryOf(state.filters)}
                onSelect={(id) => change({ filters: filtersOf(state.filters, id) })}
                empty={<EmptyState text={T('none')} />}
              />
              {chosen === 'region' && <p className={css['hint']}>{T('regions')}</p>}
            </div>
          )
        }
        right={<div className={css['list']}>{children}</div>}
      />
    </div>
  );
}
