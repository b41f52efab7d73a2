import { Radio, Select } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { namedPopup } from '../../ui/named-popup.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import css from './kinds.module.css';

import type { CellProps, Face, FilterProps, InputProps } from './face.ts';

function BoolCell({ value }: CellProps) {
  if (typeof value !== 'boolean') return L('word.empty');
  return <StatusTag tone={value ? 'success' : 'neutral'}>{L(value ? 'word.yes' : 'word.no')}</StatusTag>;
}

const options = () => [
  { value: true, label: L('word.yes') },
  { value: false, label: L('word.no') },
];

function BoolInput({ id, value, onChange, disabled, field }: InputProps) {
  const isOptional = !field.options.required && field.options.default === undefined;
  if (isOptional)
    return (
      <Select
        popupRender={namedPopup}
        {...(id && { id })}
        className={css['full'] ?? ''}
        allowClear
        value={value ?? null}
        disabled={disabled ?? false}
        options={options()}
        onChange={(next: unknown) => onChange?.(next ?? null)}
      />
    );
  return (
    <Radio.Group
      {...(id && { id })}
      value={value}
      disabled={disabled ?? false}
      options={options()}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

function BoolFilter({ id, value, onChange, placeholder }: FilterProps) {
  const shown = options().map((option) => ({ ...option, value: String(option.value) }));
  return (
    <Select
      popupRender={namedPopup}
      id={id}
      className={css['full'] ?? ''}
      placeholder={placeholder}
      allowClear
      value={typeof value === 'string' ? value : null}
      options={shown}
      onChange={(next: string | undefined) => onChange(next)}
    />
  );
}

export const boolFace: Face = { Cell: BoolCell, Input: BoolInput, Filter: BoolFilter, width: 72 };
