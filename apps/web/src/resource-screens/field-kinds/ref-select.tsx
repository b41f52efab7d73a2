import { naturalKeyOf, targetOf } from '@kangmai/resource';
import { Select } from 'antd';
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';

import { namedPopup } from '../../ui/named-popup.tsx';
import { T } from '../screen-texts.ts';
import { useCardLines } from '../traits/card/use-cards.ts';
import { useLookup, useNames } from '../use-lookup.ts';
import css from './kinds.module.css';

import type { AnyField, AnyResource } from '@kangmai/resource';
import type { LookupOption } from '../../resource-client/calls.ts';

export type RefValue = number | string;

interface RefSelectProps {
  readonly id?: string | undefined;
  readonly resource: AnyResource;
  readonly field: AnyField;
  readonly value: readonly RefValue[];
  readonly isMany: boolean;
  /** Offers all rows, also those that no row may be given any more. */
  readonly isFilter?: boolean;
  readonly disabled?: boolean;
  readonly allowClear?: boolean;
  readonly placeholder?: string | undefined;
  /** Names known without a request. */
  readonly known?: ReadonlyMap<RefValue, string>;
  readonly onChange: (value: readonly RefValue[]) => void;
}

const nameless: ReadonlyMap<RefValue, string> = new Map();
const none: readonly LookupOption[] = [];

function useOptions(
  { resource, field, value, known = nameless }: RefSelectProps,
  lookup: ReturnType<typeof useLookup>,
) {
  const byKey = naturalKeyOf(field) !== undefined;
  const names = useNames(
    resource,
    targetOf(field),
    value.filter((one) => typeof one === 'number' && !known.has(one)) as number[],
  );
  const { options } = lookup;
  return useMemo(() => {
    const found = options.map(({ id, key, name, hint }) => ({
      value: (byKey ? key : id) as RefValue,
      label: [name, ...(byKey && key !== name ? [key] : []), ...(hint ? [`· ${hint}`] : [])].join(' '),
    }));
    const listed = new Set(found.map((option) => option.value));
    const optionName = (one: RefValue): string | undefined =>
      known.get(one) ?? (typeof one === 'number' ? names.get(one) : undefined);
    return [
      ...value.filter((one) => !listed.has(one)).map((one) => ({ value: one, label: optionName(one) ?? String(one) })),
      ...found,
    ];
  }, [options, byKey, value, known, names]);
}

const valueOf = (field: AnyField, { id, key }: LookupOption): RefValue => (naturalKeyOf(field) ? key : id);

/** Options with the facts that tell two of a name apart. */
function useFaces(field: AnyField, options: readonly LookupOption[]) {
  const lines = useCardLines(
    targetOf(field),
    options.flatMap(({ id, facts }) => (facts === undefined ? [id] : [])),
  );
  const told = new Map(options.map((one) => [valueOf(field, one), one.facts ?? lines.get(one.id)]));
  return ({ label, value }: { readonly label?: ReactNode; readonly value?: unknown }): ReactNode => {
    const line = told.get(value as RefValue);
    return (
      <>
        {label}
        {line && <span className={css['facts']}>{line}</span>}
      </>
    );
  };
}

/** Props that a picker of one and a picker of many share. */
function useShared(props: RefSelectProps) {
  const { id, resource, field, disabled = false, placeholder, isFilter = false } = props;
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const lookup = useLookup(resource, field, { text, isOpen, isFilter });
  const { hasMore, isLoading, error, options } = lookup;
  const shown = useOptions(props, lookup);
  const optionRender = useFaces(field, isOpen ? options : none);
  return {
    ...(id && { id }),
    className: css['full'] ?? '',
    options: shown,
    placeholder,
    disabled,
    loading: isLoading && isOpen,
    onOpenChange: setOpen,
    popupRender: (menu: ReactElement) => (
      <>
        {namedPopup(menu)}
        {hasMore && !isLoading && <div className={css['more']}>{T('moreResults')}</div>}
      </>
    ),
    optionRender,
    showSearch: { filterOption: false as const, onSearch: setText },
    notFoundContent: isLoading ? T('query') : T(error ? 'optionsFailed' : 'noOptions'),
  };
}

export function RefSelect(props: RefSelectProps) {
  const { value, isMany, allowClear = true, onChange } = props;
  const shared = useShared(props);
  if (isMany)
    return (
      <Select
        {...shared}
        mode="multiple"
        maxTagCount="responsive"
        value={[...value]}
        onChange={(next: RefValue[]) => onChange(next)}
      />
    );
  return (
    <Select
      {...shared}
      allowClear={allowClear}
      value={value[0] ?? null}
      onChange={(next: RefValue | null | undefined) => onChange(next === null || next === undefined ? [] : [next])}
    />
  );
}
