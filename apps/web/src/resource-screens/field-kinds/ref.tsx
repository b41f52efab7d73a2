import { naturalKeyOf, targetOf, type AnyField } from '@kangmai/resource';
import { useMemo } from 'react';

import { joinedPath } from '../../lib/api/joined-path.ts';
import { L } from '../../lib/i18n/texts.ts';
import { CutText } from '../../ui/cut-text.tsx';
import { shownOf, TextFilter } from './text.tsx';
import { RefLink } from '../traits/card/ref-link.tsx';
import { namedIds } from '../use-lookup.ts';
import { RefSelect, type RefValue } from './ref-select.tsx';

import type { ScreenRow } from '../../resource-client/row.ts';
import type { CellProps, Face, FilterProps, InputProps } from './face.ts';

/** Name of a reference, if it came with the row. */
export const joinedName = (row: ScreenRow, name: string, field: AnyField): string | undefined => {
  const joined = row.joined[joinedPath(name, field)];
  return joined === undefined ? undefined : shownOf(joined);
};

function RefCell({ value, name, field, row, names, isFull }: CellProps) {
  const asked = typeof value === 'number' ? names[targetOf(field)]?.get(value) : undefined;
  // Ids mean nothing to users.
  const shown =
    naturalKeyOf(field) === undefined ? (joinedName(row, name, field) ?? asked ?? L('word.empty')) : shownOf(value);
  const text = isFull || shown.length <= 8 ? shown : <CutText text={shown} />;
  const [id] = namedIds(row, name, field);
  if (id === undefined || shown === L('word.empty')) return text;
  return (
    <RefLink target={targetOf(field)} id={id}>
      {text}
    </RefLink>
  );
}

function RefInput(props: InputProps) {
  const { id, value, onChange, disabled, field, name, row, resource } = props;
  const known = useMemo(() => {
    const before = row?.values[name] as RefValue | null | undefined;
    const shown = row && joinedName(row, name, field);
    return before !== null && before !== undefined && shown !== undefined && naturalKeyOf(field) === undefined
      ? new Map([[before, shown]])
      : undefined;
  }, [row, name, field]);
  const values = value === null || value === undefined || value === '' ? [] : [value as RefValue];
  return (
    <RefSelect
      id={id}
      resource={resource}
      field={field}
      isMany={false}
      value={values}
      disabled={disabled ?? false}
      allowClear={!field.options.required}
      onChange={([next]) => onChange?.(next ?? null)}
      {...(known && { known })}
    />
  );
}

const read = (value: string, byKey: boolean): RefValue => (byKey ? value : Number(value));

/** Display-only natural keys are typed, everything else is picked. */
export function RefFilter(props: FilterProps) {
  const { id, resource, field, value, onChange, placeholder } = props;
  const byKey = naturalKeyOf(field) !== undefined;
  if (byKey) return <TextFilter {...props} />;
  const isMany = field.options.filter === 'in' && field.kind === 'refs';
  const shown =
    value === undefined || value === ''
      ? []
      : typeof value === 'string'
        ? [read(value, byKey)]
        : Array.isArray(value)
          ? value.map((one: string) => read(one, byKey))
          : [];
  return (
    <RefSelect
      id={id}
      resource={resource}
      field={field}
      isFilter
      isMany={isMany}
      value={shown}
      placeholder={placeholder}
      onChange={(next) =>
        onChange(
          isMany || field.options.filter === 'in'
            ? next.map(String)
            : next[0] === undefined
              ? undefined
              : String(next[0]),
        )
      }
    />
  );
}

export const refFace: Face = {
  Cell: RefCell,
  Input: RefInput,
  Filter: RefFilter,
  width: (field) => (naturalKeyOf(field) === undefined ? 120 : 156),
};
