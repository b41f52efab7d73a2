import { listFilters, type AnyField, type AnyResource } from '@kangmai/resource';
import { Button, Input } from 'antd';
import { useId, useState, type FormEvent, type ReactNode } from 'react';

import { faceOf } from './field-kinds/faces.ts';
import { fieldLabel, resourceTitle } from '../lib/labels.ts';
import { useListContext } from './list-context.ts';
import { isReversed } from '../resource-client/address.ts';
import { useScreen, type ScreenOptions } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';

import type { FilterValue, Filters } from '../resource-client/query.ts';
import type { ListLook } from './use-list-look.ts';

type Asked = Readonly<Record<string, FilterValue | undefined>>;

const firstFields = 3;

/** Filter fields of a list: the requested ones first, else those of its columns. */
function filterFields(
  resource: AnyResource,
  { omit = [], searchFields = resource.list.columns }: ScreenOptions,
): readonly (readonly [string, AnyField])[] {
  const able = listFilters(resource)
    .filter(({ name }) => !omit.includes(name) && name !== resource.list.tabs)
    .map(({ name, field }) => [name, field] as const);
  const rank = ([name]: readonly [string, AnyField]): number =>
    searchFields.includes(name) ? searchFields.indexOf(name) : searchFields.length;
  return able.toSorted((a, b) => rank(a) - rank(b));
}

/** Typed filters; they follow the list when it changes by other means. */
function useAsked(text: string, filters: Filters) {
  const [source, setSource] = useState({ text, filters });
  const [asked, setAsked] = useState<{ readonly text: string; readonly filters: Asked }>(source);
  if (source.text !== text || source.filters !== filters) {
    setSource({ text, filters });
    setAsked({ text, filters });
  }
  return [asked, setAsked] as const;
}

interface FilterFieldProps {
  readonly id: string;
  readonly name: string;
  readonly field: AnyField;
  readonly isFirst: boolean;
  /** The label is inside the control. */
  readonly isLine: boolean;
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
}

function FilterField({ id, name, field, isFirst, isLine, value, onChange }: FilterFieldProps) {
  const { resource } = useListContext();
  const { Filter } = faceOf(field);
  const label = fieldLabel(name, field);
  return (
    <div className={css['filter']} {...(isFirst && { 'data-first-filter': '' })}>
      <label htmlFor={id} {...(isLine && { className: 'visually-hidden' })}>
        {label}
      </label>
      <Filter
        id={id}
        resource={resource}
        name={name}
        field={field}
        value={value}
        onChange={onChange}
        {...(isLine && { placeholder: label })}
      />
    </div>
  );
}

function Keyword({
  id,
  value,
  isLine,
  onChange,
}: {
  readonly id: string;
  readonly value: string;
  readonly isLine: boolean;
  readonly onChange: (text: string) => void;
}) {
  return (
    <div className={css['filter']}>
      <label htmlFor={id} {...(isLine && { className: 'visually-hidden' })}>
        {T('keyword')}
      </label>
      <Input
        id={id}
        value={value}
        allowClear
        data-first-filter=""
        {...(isLine && { placeholder: T('keyword') })}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function SearchButtons({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={css['searchButtons']}>
      <Button type="primary" htmlType="submit">
        {T('query')}
      </Button>
      <Button htmlType="reset">{T('reset')}</Button>
      {children}
    </div>
  );
}

type Named = readonly (readonly [string, AnyField])[];

/** Kinds whose empty control shows its label. */
const selfNamed: ReadonlySet<string> = new Set(['choice', 'choices', 'text']);

function splitFields(
  fields: Named,
  { isLine, hasText }: { readonly isLine: boolean; readonly hasText: boolean },
): { readonly first: Named; readonly more: Named } {
  const able = isLine ? fields.filter(([, { kind }]) => selfNamed.has(kind)) : fields;
  const first = able.slice(0, firstFields - (hasText && !isLine ? 1 : 0));
  return { first, more: fields.filter((each) => !first.includes(each)) };
}

interface SearchFormProps {
  readonly look: ListLook;
  /** One line without labels, for lists that need the height. */
  readonly isLine?: boolean;
}

interface ToggleProps extends Required<SearchFormProps> {
  readonly more: Named;
}

/** Expands and collapses the remaining fields; in the one-line form it shows how many are in use. */
function Toggle({ look: { isUnfolded, change }, isLine, more }: ToggleProps) {
  const { filters } = useListContext().state;
  const used = more.filter(([name]) => filters[name] !== undefined).length;
  if (more.length === 0) return null;
  const word = isUnfolded ? T('fold') : T('unfold');
  return (
    <Button type="link" aria-expanded={isUnfolded} onClick={() => change({ isUnfolded: !isUnfolded })}>
      {isLine ? T(used > 0 ? 'moreUsed' : 'more', { n: used }) : word}
    </Button>
  );
}

interface ArrangedProps {
  readonly look: ListLook;
  readonly fields: Named;
  readonly keyword: ReactNode;
  readonly draw: (fields: Named, isLine: boolean) => ReactNode;
}

/** Keyword, up to three fields, and the rest behind 展开. */
function Grid({ look, fields, keyword, draw }: ArrangedProps) {
  const { first, more } = splitFields(fields, { isLine: false, hasText: keyword !== null });
  return (
    <>
      {keyword}
      {draw(look.isUnfolded ? [...first, ...more] : first, false)}
      <SearchButtons>
        <Toggle look={look} isLine={false} more={more} />
      </SearchButtons>
    </>
  );
}

/** The same in one line; 更多筛选 opens the rest below it, with the buttons at their end. */
function Line({ look, fields, keyword, draw }: ArrangedProps) {
  const { first, more } = splitFields(fields, { isLine: true, hasText: keyword !== null });
  return (
    <>
      <div className={css['firstFilters']}>
        {keyword}
        {draw(first, true)}
        <Toggle look={look} isLine more={more} />
        {!look.isUnfolded && <SearchButtons />}
      </div>
      {look.isUnfolded && (
        <div className={css['moreFilters']}>
          {draw(more, false)}
          <SearchButtons />
        </div>
      )}
    </>
  );
}

export function SearchForm({ look, isLine = false }: SearchFormProps) {
  const { resource, state, change, reset } = useListContext();
  const { options } = useScreen();
  const id = useId();
  const [asked, setAsked] = useAsked(state.text, state.filters);
  const hasText = resource.list.search.length > 0;
  const fields = filterFields(resource, options);
  if (fields.length === 0 && !hasText) return null;

  const submitSearch = (event: FormEvent): void => {
    event.preventDefault();
    if (!Object.values(asked.filters).some(isReversed))
      change({ text: asked.text.trim(), filters: asked.filters, page: 1 });
  };
  const draw: ArrangedProps['draw'] = (shown, isNamed) =>
    shown.map(([name, field]) => (
      <FilterField
        key={name}
        id={`${id}-${name}`}
        name={name}
        field={field}
        isFirst={!hasText && name === shown[0]?.[0]}
        isLine={isNamed}
        value={asked.filters[name]}
        onChange={(value) => setAsked((before) => ({ ...before, filters: { ...before.filters, [name]: value } }))}
      />
    ));
  const keyword = hasText ? (
    <Keyword id={`${id}-q`} value={asked.text} isLine={isLine} onChange={(text) => setAsked({ ...asked, text })} />
  ) : null;
  const Arranged = isLine ? Line : Grid;
  return (
    <form
      role="search"
      aria-label={T('search', { title: options.title ?? resourceTitle(resource) })}
      className={css[isLine ? 'line' : 'search']}
      onSubmit={submitSearch}
      onReset={reset}
    >
      <Arranged look={look} fields={fields} keyword={keyword} draw={draw} />
    </form>
  );
}
