import PlusOutlined from '@ant-design/icons/PlusOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Button, Input, Popover } from 'antd';
import { Suspense, useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';

import { lazyPart } from '../lib/lazy-part.ts';
import { fieldLabel, resourceTitle } from '../lib/labels.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { faceOf } from './field-kinds/faces.ts';
import { lineFilters, allFilters, searchedWords } from './traits/filters/filters-of.ts';
import { useListContext } from './list-context.ts';
import { useScreen } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';

import type { AnyField } from '@kangmai/resource';
import type { FilterValue } from '../resource-client/query.ts';

const FilterPanel = lazyPart(async () => (await import('./traits/filters/filter-panel.tsx')).FilterPanel);

interface LineFilterProps {
  readonly name: string;
  readonly field: AnyField;
  readonly isFirst: boolean;
  readonly onChange: (value: FilterValue | undefined) => void;
}

/** A filter in the line: its label is inside the control, a choice counts at once. */
function LineFilter({ name, field, isFirst, onChange }: LineFilterProps) {
  const { resource, state } = useListContext();
  const { Filter } = faceOf(field);
  const id = useId();
  const label = fieldLabel(name, field);
  return (
    <div className={css['lineFilter']} {...(isFirst && { 'data-first-filter': '' })}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Filter
        id={id}
        resource={resource}
        name={name}
        field={field}
        value={state.filters[name]}
        onChange={onChange}
        placeholder={label}
      />
    </div>
  );
}

/** `+ 筛选`: every filter of the list, in a popover. */
function MoreFilters({ isFirst, text }: { readonly isFirst: boolean; readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const setOpenAndFocus = (next: boolean): void => {
    setOpen(next);
    if (!next) button.current?.focus();
  };
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      classNames={{ root: css['panelPopup'] ?? '' }}
      destroyOnHidden
      open={isOpen}
      onOpenChange={setOpenAndFocus}
      content={
        <Suspense fallback={<div className={css['panelRoom']} aria-busy="true" />}>
          <FilterPanel text={text} onClose={() => setOpenAndFocus(false)} />
        </Suspense>
      }
    >
      <Button
        ref={button}
        icon={<PlusOutlined aria-hidden />}
        aria-expanded={isOpen}
        {...(isFirst && { 'data-first-filter': '' })}
      >
        {T('filter')}
      </Button>
    </Popover>
  );
}

function ResetButton() {
  const { isFiltered, view } = useListContext();
  return isFiltered || view > 0 ? <IconButton htmlType="reset" name={T('reset')} icon={<UndoOutlined />} /> : null;
}

/** Text typed into the search field; it follows the list when that changes by other means. */
function useTyped(text: string) {
  const [source, setSource] = useState(text);
  const [typed, setTyped] = useState(text);
  if (source !== text) {
    setSource(text);
    setTyped(text);
  }
  return [typed, setTyped] as const;
}

const firstRow = (inside: HTMLElement | null): HTMLElement | null =>
  inside?.closest('[data-list]')?.querySelector<HTMLElement>('[data-row-key]') ?? null;

/** After a search by Enter the first row gets the focus, once the rows of that search are there. */
function useFocusAfterSearch() {
  const { state, isLoading, isRefreshing } = useListContext();
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current !== state.text || isLoading || isRefreshing) return;
    wanted.current = null;
    if (form.current?.contains(document.activeElement)) firstRow(form.current)?.focus();
  });
  return { form, wanted };
}

/** One line: the search field, the filters used most, and `+ 筛选` with all of them. */
export function SearchForm() {
  const { resource, state, change, reset } = useListContext();
  const { options } = useScreen();
  const id = useId();
  const [typed, setTyped] = useTyped(state.text);
  const { form, wanted } = useFocusAfterSearch();
  const hasText = resource.list.search.length > 0;
  const line = lineFilters(resource, options);
  const hasMore = allFilters(resource, options).length > 0;
  if (!hasText && line.length === 0 && !hasMore) return null;

  const text = typed.trim();
  const search = (event: FormEvent): void => {
    event.preventDefault();
    wanted.current = text;
    change({ text, page: 1 });
  };
  const toRows = (event: KeyboardEvent): void => {
    const row = event.key === 'ArrowDown' ? firstRow(form.current) : null;
    if (!row) return;
    event.preventDefault();
    row.focus();
  };
  const words = searchedWords(resource);
  return (
    <form
      ref={form}
      role="search"
      aria-label={T('search', { title: options.title ?? resourceTitle(resource) })}
      className={css['line']}
      onSubmit={search}
      onReset={reset}
    >
      {hasText && (
        <div className={css['keyword']}>
          <label htmlFor={id} className="visually-hidden">
            {T('keyword')}
          </label>
          <Input
            id={id}
            value={typed}
            allowClear
            autoComplete="off"
            data-first-filter=""
            placeholder={words}
            title={words}
            onChange={(event) => setTyped(event.target.value)}
            onClear={() => change({ text: '', page: 1 })}
            onKeyDown={toRows}
            suffix={
              <IconButton size="small" htmlType="submit" name={T('query')} tip={false} icon={<SearchOutlined />} />
            }
          />
        </div>
      )}
      {line.map(([name, field], at) => (
        <LineFilter
          key={name}
          name={name}
          field={field}
          isFirst={!hasText && at === 0}
          onChange={(value) => change({ text, filters: { ...state.filters, [name]: value }, page: 1 })}
        />
      ))}
      {hasMore && <MoreFilters isFirst={!hasText && line.length === 0} text={text} />}
      <ResetButton />
    </form>
  );
}
