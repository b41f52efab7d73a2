import { InputNumber, Space } from 'antd';

import { isRange } from '../../resource-client/query.ts';
import { unitWord } from '../../lib/i18n/unit-word.ts';
import { formatQuantity, isMinutes } from '../../lib/units.ts';
import { fieldLabel } from '../../lib/labels.ts';
import { isReversed } from '../../resource-client/address.ts';
import { T } from '../screen-texts.ts';
import css from './kinds.module.css';

import type { CellProps, FilterProps, InputProps } from './face.ts';

export function NumberCell({ value, field, isFull }: CellProps) {
  if (typeof value === 'string') return value;
  const { unit = '' } = field.options;
  return formatQuantity(typeof value === 'number' ? value : null, isFull || isMinutes(unit) ? unit : '', 6);
}

type NumberProps = InputProps & { readonly precision: number };

export function NumberInput({ id, value, onChange, disabled, field, precision }: NumberProps) {
  const { unit } = field.options;
  return (
    <InputNumber
      {...(id && { id })}
      className={css['full'] ?? ''}
      value={typeof value === 'number' ? value : null}
      {...(typeof value === 'string' && { placeholder: value })}
      disabled={disabled ?? false}
      precision={precision}
      onChange={(next) => onChange?.(next)}
      controls={false}
      {...(unit !== undefined && { suffix: unitWord(unit) })}
    />
  );
}

const parseNumber = (shown: string): number | null => (shown === '' ? null : Number(shown));
const numberText = (value: number | null): string => (value === null ? '' : String(value));

/** Range of numbers, both ends inclusive; a reversed range is reported at once. */
export function NumberRangeFilter({ id, name, field, value, onChange }: FilterProps) {
  const range = value !== undefined && isRange(value) ? value : { from: '', to: '' };
  const label = fieldLabel(name, field);
  const status = isReversed(value) ? { status: 'error' as const } : {};
  return (
    <>
      <Space.Compact block>
        <InputNumber
          id={id}
          className={css['full'] ?? ''}
          controls={false}
          aria-label={T('from', { label })}
          value={parseNumber(range.from)}
          onChange={(next) => onChange({ ...range, from: numberText(next) })}
          {...status}
        />
        <InputNumber
          className={css['full'] ?? ''}
          controls={false}
          aria-label={T('to', { label })}
          value={parseNumber(range.to)}
          onChange={(next) => onChange({ ...range, to: numberText(next) })}
          {...status}
        />
      </Space.Compact>
      {isReversed(value) && (
        <div role="alert" className={css['wrong']}>
          {T('rangeReversed')}
        </div>
      )}
    </>
  );
}

const ranged = new Set(['range', 'atLeast', 'atMost']);

export function NumberFilter(props: FilterProps) {
  if (ranged.has(props.field.options.filter ?? '')) return <NumberRangeFilter {...props} />;
  const { id, value, onChange } = props;
  return (
    <InputNumber
      id={id}
      className={css['full'] ?? ''}
      controls={false}
      value={typeof value === 'string' ? parseNumber(value) : null}
      onChange={(next) => onChange(numberText(next))}
    />
  );
}
