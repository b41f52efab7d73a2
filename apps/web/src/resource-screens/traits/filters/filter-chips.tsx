import { Tag } from 'antd';

import { L } from '../../../lib/i18n/texts.ts';
import { lineFilters } from './filters-of.ts';
import { useListContext } from '../../list-context.ts';
import { useScreen } from '../../screen-context.ts';
import { FilterWords, useUsedFilters } from '../../list-tools/filter-words.tsx';
import { T } from '../../list-tools/list-texts.ts';
import css from '../../list-tools/lists.module.css';

/** What is set beside the filters of the line, each to be removed. */
export function FilterChips({ hasLine }: { readonly hasLine: boolean }) {
  const { resource, state, change } = useListContext();
  const { options } = useScreen();
  const inLine = hasLine ? lineFilters(resource, options).map(([name]) => name) : [];
  const filters = useUsedFilters().filter(({ name }) => !inLine.includes(name));
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
