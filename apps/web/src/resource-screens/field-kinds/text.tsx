import { optionsOf, type AnyField, type TextOptions } from '@kangmai/resource';
import { Input } from 'antd';

import { CutText } from '../../ui/cut-text.tsx';

import type { CellProps, Face, FilterProps, InputProps } from './face.ts';

const none = '—';

export const shownOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || none : none;

export function TextCell({ value, isFull }: CellProps) {
  const shown = shownOf(value);
  return isFull || shown.length <= 8 ? shown : <CutText text={shown} />;
}

const manyRows = (field: AnyField): number =>
  optionsOf<TextOptions>(field).rows ?? ((optionsOf<TextOptions>(field).max ?? 0) >= 200 ? 3 : 1);

export function TextInput({ id, value, onChange, disabled, field }: InputProps) {
  const rows = manyRows(field);
  const { max = 200 } = optionsOf<TextOptions>(field);
  const shared = {
    ...(id && { id }),
    value: (value as string | null) ?? '',
    disabled: disabled ?? false,
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
  };
  return rows > 1 ? (
    <Input.TextArea {...shared} rows={rows} maxLength={max + 20} />
  ) : (
    <Input {...shared} autoComplete="off" />
  );
}

export function TextFilter({ id, value, onChange, placeholder }: FilterProps) {
  return (
    <Input
      id={id}
      placeholder={placeholder}
      value={typeof value === 'string' ? value : ''}
      allowClear
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export const textFace: Face = {
  Cell: TextCell,
  Input: TextInput,
  Filter: TextFilter,
  width: 156,
  isWide: (field) => manyRows(field) > 1,
};
