import { Button, Input } from 'antd';
import { useId, useState, type FormEvent } from 'react';

import { faceOf } from './field-kinds/faces.ts';
import { fieldLabel, resourceTitle } from '../lib/labels.ts';
import { useListContext } from './list-context.ts';
import { isReversed } from '../lib/api/resource-address.ts';
import { useScreen, type ScreenOptions } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';

import type { AnyField, AnyResource } from '@kangmai/resource';
import type { FilterValue, Filters } from '../lib/api/resource-query.ts';
import type { ListLook } from './use-list-look.ts';

type Asked = Readonly<Record<string, FilterValue | undefined>>;

const firstFields = 3;

/** Fields that a list can be filtered by: those asked for first, else those of its columns. */
function filterFields(resource: AnyResource, { omit = [], searchFields = resource.list.columns }: ScreenOptions): readonly (readonly [string, AnyField])[] {
  const able = Object.entries(resource.fields).filter(([name, field]) => field.options.filter !== undefined && !omit.includes(name));
  const rank = ([name]: readonly [string, AnyField]): number => (searchFields.includes(name) ? searchFields.indexOf(name) : searchFields.length);
  return able.toSorted((a, b) => rank(a) - rank(b));
}

/** What the user has typed; follows the list when it changes by other means. */
function useAsked(text: string, filters: Filters) {
  const [source, setSource] = useState({ text, filters });
  const [asked, setAsked] = useState<{ readonly text: string; readonly filters: Asked }>(source);
  if (source.text !== text || source.filters !== filters) {
    setSource({ text, filters });
    setAsked({ text, filters });
  }
  return [asked, setAsked] as const;
}

/** The search form of a list: one row of up to three fields, the rest behind 展开. */
export function SearchForm({ look }: { readonly look: ListLook }) {
  const { resource, state, change, reset } = useListContext();
  const { options } = useScreen();
  const id = useId();
  const [asked, setAsked] = useAsked(state.text, state.filters);
  const hasText = resource.list.search.length > 0;
  const fields = filterFields(resource, options);
  if (fields.length === 0 && !hasText) return null;

  const shown = look.isUnfolded ? fields : fields.slice(0, firstFields - (hasText ? 1 : 0));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!Object.values(asked.filters).some(isReversed)) change({ text: asked.text.trim(), filters: asked.filters, page: 1 });
  };
  return (
    <form role="search" aria-label={T('search', { title: options.title ?? resourceTitle(resource) })} className={css['search']} onSubmit={submit} onReset={reset}>
      {hasText && (
        <div className={css['filter']}>
          <label htmlFor={`${id}-q`}>{T('keyword')}</label>
          <Input id={`${id}-q`} value={asked.text} allowClear data-first-filter="" onChange={(event) => setAsked({ ...asked, text: event.target.value })} />
        </div>
      )}
      {shown.map(([name, field], index) => {
        const { Filter } = faceOf(field);
        return (
          <div key={name} className={css['filter']} {...(index === 0 && !hasText && { 'data-first-filter': '' })}>
            <label htmlFor={`${id}-${name}`}>{fieldLabel(name, field)}</label>
            <Filter id={`${id}-${name}`} resource={resource} name={name} field={field} value={asked.filters[name]} onChange={(value) => setAsked((before) => ({ ...before, filters: { ...before.filters, [name]: value } }))} />
          </div>
        );
      })}
      <div className={css['searchButtons']}>
        <Button type="primary" htmlType="submit">{T('query')}</Button>
        <Button htmlType="reset">{T('reset')}</Button>
        {fields.length > firstFields - (hasText ? 1 : 0) && (
          <Button type="link" aria-expanded={look.isUnfolded} onClick={() => look.change({ isUnfolded: !look.isUnfolded })}>{T(look.isUnfolded ? 'fold' : 'unfold')}</Button>
        )}
      </div>
    </form>
  );
}
