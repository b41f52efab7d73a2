import { Tag } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { useListContext } from '../list-context.ts';
import { FilterWords, useUsedFilters } from './filter-words.tsx';
import { T } from './list-texts.ts';
import css from './lists.module.css';

/** What the list is filtered by while its search form is folded; each can be taken away. */
export function FilterChips() {
  const { state, change } = useListContext();
  const filters = useUsedFilters();
  if (filters.length === 0) return null;
  const without = (gone: string): void =>
    change({ filters: Object.fromEntries(Object.entries(state.filters).filter(([name]) => name !== gone)) });
  return (
    <div className={css['chips']} role="group" aria-label={T('filters')}>
      {filters.map(({ name, label, field, value, isSensitive }) => (
        <Tag
          key={name}
          closable={{ 'aria-label': T('removeFilter', { name: label }) }}
          onClose={(event) => {
            event.preventDefault();
            without(name);
          }}
        >
          {label}
          {L('word.colon')}
          {isSensitive ? '****' : <FilterWords field={field} value={value} />}
        </Tag>
      ))}
    </div>
  );
}
