import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useMemo } from 'react';

import { rowKeys } from '../../../resource-client/row-keys.ts';
import { activeTab, besideTabs, countTabs, tabRowOf, type TabRow } from '../../../resource-client/tab-counts.ts';
import { useListContext } from '../../list-context.ts';
import { T } from '../../screen-texts.ts';
import css from './list-tabs.module.css';

const all = '';
/** Filters that are those of no tab. */
const other = 'other';

function TabBar({ row }: { readonly row: TabRow }) {
  const { resource, state, asked, change } = useListContext();
  const { text, filters, any = false, fixed = [] } = asked;
  const ask = { text, filters: besideTabs(row, filters), any, fixed };
  const { data } = useQuery({
    queryKey: [...rowKeys.lists(resource), 'tabs', ask],
    queryFn: ({ signal }) => countTabs(resource, { row, ask, signal }),
    placeholderData: keepPreviousData,
  });
  const tab = (name: string, label: string) => {
    const count = data?.get(name);
    return {
      key: name,
      label: (
        <span className={css['tab']}>
          {label}
          {count && <span className={css['count']}>{count.isCapped ? `${count.count}+` : count.count}</span>}
        </span>
      ),
    };
  };
  const choose = (name: string): void => {
    const filters = row.tabs.find((one) => one.name === name)?.filters;
    change({ filters: { ...besideTabs(row, state.filters), ...filters } });
  };
  return (
    <Tabs
      className={css['tabs'] ?? ''}
      size="small"
      activeKey={activeTab(row, state.filters) ?? other}
      items={[tab(all, T('all')), ...row.tabs.map(({ name, label }) => tab(name, label))]}
      onChange={choose}
    />
  );
}

/** Views of the list, else its states, as tabs, each with the number of rows that match the other filters. */
export function ListTabs() {
  const { resource } = useListContext();
  const row = useMemo(() => tabRowOf(resource), [resource]);
  return row ? <TabBar row={row} /> : null;
}
