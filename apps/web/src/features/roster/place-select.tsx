import { shift } from '@kangmai/model/duty';
import { fieldOf } from '@kangmai/resource';
import { Select } from 'antd';
import { memo, useState } from 'react';

import { useLookup } from '../../resource-screens/use-lookup.ts';
import css from './roster.module.css';

interface PlaceSelectProps {
  readonly field: 'team' | 'organizationUnit' | 'user';
  readonly label: string;
  readonly all: string;
  readonly id?: string | undefined;
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
}

/** A team, a unit or an account that shifts may name. */
export const PlaceSelect = memo(function PlaceSelect({ field, label, all, id, value, onChange }: PlaceSelectProps) {
  const [text, setText] = useState('');
  const { options } = useLookup(shift, fieldOf(shift, field), { text, isOpen: true, isFilter: true });
  return (
    <Select
      {...(id === undefined ? { 'aria-label': label } : { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      className={css['select'] ?? ''}
      placeholder={all}
      value={value}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(next: number | undefined) => onChange(next ?? null)}
    />
  );
});
