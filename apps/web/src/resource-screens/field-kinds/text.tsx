import { formOf, optionsOf, wordsOf, type AnyField, type TextOptions } from '@kangmai/resource';
import { Input } from 'antd';

import { lazyPart } from '../../lib/lazy-part.ts';
import { CutText } from '../../ui/cut-text.tsx';
import { ValuePlace } from '../../ui/value-place.tsx';

import type { CellProps, Face, FilterProps, InputProps } from './face.ts';

const FormInput = lazyPart(async () => (await import('../traits/text-forms/form-faces.tsx')).FormInput);
const FormCell = lazyPart(async () => (await import('../traits/text-forms/form-faces.tsx')).FormCell);

const none = '—';

export const shownOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || none : none;

export function TextCell(props: CellProps) {
  const { value, field, isFull } = props;
  const form = formOf(field);
  const shown = form === 'html' && typeof value === 'string' ? shownOf(wordsOf(value)) : shownOf(value);
  if (form && shown !== none && (isFull || form !== 'html'))
    return (
      <ValuePlace until={shown}>
        <FormCell {...props} />
      </ValuePlace>
    );
  return isFull || shown.length <= 8 ? shown : <CutText text={shown} />;
}

const manyRows = (field: AnyField): number =>
  optionsOf<TextOptions>(field).rows ?? ((optionsOf<TextOptions>(field).max ?? 0) >= 200 ? 3 : 1);

export function TextInput(props: InputProps) {
  const { id, value, onChange, disabled, field } = props;
  if (formOf(field))
    return (
      <ValuePlace>
        <FormInput {...props} />
      </ValuePlace>
    );
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
  isWide: (field) => (formOf(field) ? formOf(field) === 'html' : manyRows(field) > 1),
};
