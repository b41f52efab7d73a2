import { choicesOf } from '@kangmai/resource';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';

import { countStates } from '../../../resource-client/state-counts.ts';
import { choiceLabel } from '../../../lib/labels.ts';
import { rowKeys } from '../../../resource-client/row-keys.ts';
import { useListContext } from '../../list-context.ts';
import { T } from '../../screen-texts.ts';
import css from './state-tabs.module.css';

import type { FilterValue } from '../../../resource-client/query.ts';

const all = '';

const chosen = (value: FilterValue | undefined): string =>
  typeof value === 'string' ? value : Array.isArray(value) && value.length === 1 ? String(value[0]) : all;

/** States of the list as tabs, each with the number of rows that match the other filters. */
export function StateTabs({ on }: { readonly on: string }) {
  const { resource, state, asked, change } = useListContext();
  const field = resource.fields[on];
  const { [on]: mine, ...others } = state.filters;
  const ask = {
    text: asked.text,
    filters: Object.fromEntries(Object.entries(asked.filters).filter(([name]) => name !== on)),
  };
  const { data } = useQuery({
    queryKey: [...rowKeys.lists(resource), 'states', ask],
    queryFn: ({ signal }) => countStates(resource, { on, ask, signal }),
    placeholderData: keepPreviousData,
  });
  if (!field) return null;
  const { names, entries } = choicesOf(field);
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
  return (
    <Tabs
      className={css['tabs'] ?? ''}
      size="small"
      activeKey={chosen(mine)}
      items={[tab(all, T('all')), ...names.map((name) => tab(name, choiceLabel(entries[name] ?? { label: name })))]}
      onChange={(name) =>
        change({ filters: name === all ? others : { ...others, [on]: field.options.filter === 'in' ? [name] : name } })
      }
    />
  );
}
