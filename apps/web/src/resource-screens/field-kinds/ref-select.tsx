import { naturalKeyOf, targetOf } from '@kangmai/resource';
import { Select } from 'antd';
import { useMemo, useState, type ReactElement } from 'react';

import { namedPopup } from '../../ui/named-popup.tsx';
import { T } from '../screen-texts.ts';
import { useLookup, useNames } from '../use-lookup.ts';
import css from './kinds.module.css';

import type { AnyField, AnyResource } from '@kangmai/resource';

export type RefValue = number | string;

interface RefSelectProps {
  readonly id?: string | undefined;
  readonly resource: AnyResource;
  readonly field: AnyField;
  readonly value: readonly RefValue[];
  readonly isMany: boolean;
  readonly disabled?: boolean;
  readonly allowClear?: boolean;
  /** Names known without a request. */
  readonly known?: ReadonlyMap<RefValue, string>;
  readonly onChange: (value: readonly RefValue[]) => void;
}

const none: ReadonlyMap<RefValue, string> = new Map();

function useOptions({ resource, field, value, known = none }: RefSelectProps, lookup: ReturnType<typeof useLookup>) {
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

export function RefSelect(props: RefSelectProps) {
  const { id, resource, field, value, isMany, disabled = false, allowClear = true, onChange } = props;
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const lookup = useLookup(resource, field, { text, isOpen });
  const { hasMore, isLoading, error } = lookup;
  const shown = useOptions(props, lookup);
  const popup = (menu: ReactElement) => (
    <>
      {namedPopup(menu)}
      {hasMore && !isLoading && <div className={css['more']}>{T('moreResults')}</div>}
    </>
  );
  const shared = {
    ...(id && { id }),
    className: css['full'] ?? '',
    options: shown,
    disabled,
    loading: isLoading && isOpen,
    onOpenChange: setOpen,
    popupRender: popup,
    showSearch: { filterOption: false as const, onSearch: setText },
    notFoundContent: isLoading ? T('query') : T(error ? 'optionsFailed' : 'noOptions'),
  };
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
