import { naturalKeyOf, targetOf } from '@kangmai/resource';
import { Tag } from 'antd';
import { Fragment } from 'react';

import { listed } from '../../../lib/i18n/listed.ts';
import { L } from '../../../lib/i18n/texts.ts';
import { axisOf, isCalendar } from '../../../resource-client/layouts.ts';
import { isRange, type FilterValue } from '../../../resource-client/query.ts';
import { namedIds } from '../../use-lookup.ts';
import { RefLink } from '../card/ref-link.tsx';
import { lineFilters } from './filters-of.ts';
import { useListContext } from '../../list-context.ts';
import { useScreen } from '../../screen-context.ts';
import { FilterWords, useUsedFilters, type UsedFilter } from '../../list-tools/filter-words.tsx';
import { T } from '../../list-tools/list-texts.ts';
import css from '../../list-tools/lists.module.css';

const isReference = ({ field: { kind } }: UsedFilter): boolean => kind === 'ref' || kind === 'refs';

/** A row that a filter names, as its rows name it. */
function NamedRow({ name, field, value }: Omit<UsedFilter, 'value'> & { readonly value: string }) {
  const { rows } = useListContext();
  const isById = naturalKeyOf(field) === undefined;
  const named = rows.find((row) => row.values[name] === value);
  const id = isById ? Number(value) : named && namedIds(named, name, field)[0];
  const words = <FilterWords field={field} value={value} />;
  if (id === undefined || !Number.isSafeInteger(id)) return words;
  return (
    <RefLink target={targetOf(field)} id={id}>
      {words}
    </RefLink>
  );
}

const valuesOf = (value: FilterValue): readonly string[] =>
  isRange(value) ? [] : typeof value === 'string' ? [value] : value;

/** What a filter asks for; rows lead to their pages. */
function Words(filter: UsedFilter) {
  if (filter.isSensitive) return '****';
  if (!isReference(filter)) return <FilterWords field={filter.field} value={filter.value} />;
  return valuesOf(filter.value).map((value, at) => (
    <Fragment key={value}>
      {at > 0 && listed(['', ''])}
      <NamedRow {...filter} value={value} />
    </Fragment>
  ));
}

/** What is set beside the filters of the line, each to be removed. */
export function FilterChips({ hasLine }: { readonly hasLine: boolean }) {
  const { resource, state, layout, change } = useListContext();
  const { options } = useScreen();
  const used = useUsedFilters();
  const hasJoined = used.some(({ lead }) => lead !== '');
  const inLine = hasLine && !hasJoined ? lineFilters(resource, options).map(([name]) => name) : [];
  const hidden = [...inLine, isCalendar(layout) && axisOf(resource)];
  const filters = used.filter(({ name }) => !hidden.includes(name));
  if (filters.length === 0) return null;
  const without = (gone: string): void =>
    change({ filters: Object.fromEntries(Object.entries(state.filters).filter(([name]) => name !== gone)) });
  return (
    <div className={css['chips']} role="group" aria-label={T('filters')}>
      {filters.map((filter) => (
        <Fragment key={filter.name}>
          {filter.lead}
          <Tag
            closable={{ 'aria-label': T('removeFilter', { name: filter.label }) }}
            onClose={(event) => {
              event.preventDefault();
              without(filter.name);
            }}
          >
            {filter.label}
            {L('word.colon')}
            <Words {...filter} />
          </Tag>
        </Fragment>
      ))}
    </div>
  );
}
