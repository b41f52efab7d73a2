import { targetOf } from '@kangmai/resource';
import { Fragment } from 'react';

import { listed } from '../../lib/i18n/listed.ts';
import { L } from '../../lib/i18n/texts.ts';
import { RefLink } from '../traits/card/ref-link.tsx';
import { RefFilter } from './ref.tsx';
import { RefSelect, type RefValue } from './ref-select.tsx';

import type { CellProps, Face, InputProps } from './face.ts';

function RefsCell({ value, field, names }: CellProps) {
  const ids = Array.isArray(value) ? (value as readonly number[]) : [];
  if (ids.length === 0) return L('word.empty');
  return ids.map((id, at) => (
    <Fragment key={id}>
      {at > 0 && listed(['', ''])}
      <RefLink target={targetOf(field)} id={id}>
        {names[targetOf(field)]?.get(id) ?? id}
      </RefLink>
    </Fragment>
  ));
}

function RefsInput({ id, value, onChange, disabled, field, resource }: InputProps) {
  return (
    <RefSelect
      id={id}
      resource={resource}
      field={field}
      isMany
      value={(value as readonly RefValue[] | null) ?? []}
      disabled={disabled ?? false}
      onChange={(next) => onChange?.(next)}
    />
  );
}

export const refsFace: Face = { Cell: RefsCell, Input: RefsInput, Filter: RefFilter, width: 160 };
