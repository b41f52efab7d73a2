import { hasDecimals, typedNumber } from '@kangmai/domain/numbers';
import { Space } from 'antd';

import { isRange } from '../../resource-client/query.ts';
import { unitWord } from '../../lib/i18n/unit-word.ts';
import { formatQuantity, isMinutes } from '../../lib/units.ts';
import { fieldLabel } from '../../lib/labels.ts';
import { isReversed } from '../../resource-client/address.ts';
import { isUnchangedSecret } from '../../resource-client/check.ts';
import { NumberBox, type Typed } from '../../ui/number-box.tsx';
import { T } from '../screen-texts.ts';
import css from './kinds.module.css';

import type { CellProps, FilterProps, InputProps } from './face.ts';

export function NumberCell({ value, field, isFull }: CellProps) {
  if (typeof value === 'string') return value;
  const { unit = '' } = field.options;
  return formatQuantity(typeof value === 'number' ? value : null, isFull || isMinutes(unit) ? unit : '', 6);
}

type TypedProps = InputProps & { readonly show: (value: number) => string; readonly unit?: string | undefined };

/** The input of a number; a masked value is its placeholder. */
export function TypedInput({ id, value, onChange, disabled, field, show, unit }: TypedProps) {
  const isMasked = isUnchangedSecret(field, value);
  return (
    <NumberBox
      {...(id && { id })}
      className={css['full'] ?? ''}
      value={isMasked || (typeof value !== 'number' && typeof value !== 'string') ? null : value}
      {...(isMasked && { placeholder: String(value) })}
      disabled={disabled ?? false}
      show={show}
      {...(onChange && { onChange })}
      {...(unit !== undefined && { suffix: unitWord(unit) })}
    />
  );
}

export const NumberInput = ({ precision, ...props }: InputProps & { readonly precision: number }) => (
  <TypedInput
    {...props}
    show={(value) => (hasDecimals(value, precision) ? value.toFixed(precision) : String(value))}
    unit={props.field.options.unit}
  />
);

const meant = (filter: string): Typed => typedNumber(filter) ?? filter;
const filterText = (value: Typed): string => (value === null ? '' : String(value));
const statusOf = (...filters: readonly string[]) =>
  filters.some((filter) => filter !== '' && typedNumber(filter) === null) ? { status: 'error' as const } : {};

/** Range of numbers, both ends inclusive; a reversed range is reported at once. */
export function NumberRangeFilter({ id, name, field, value, onChange }: FilterProps) {
  const range = value !== undefined && isRange(value) ? value : { from: '', to: '' };
  const label = fieldLabel(name, field);
  const status = isReversed(value) ? { status: 'error' as const } : statusOf(range.from, range.to);
  return (
    <>
      <Space.Compact block>
        <NumberBox
          id={id}
          className={css['full'] ?? ''}
          aria-label={T('from', { label })}
          value={meant(range.from)}
          onChange={(next) => onChange({ ...range, from: filterText(next) })}
          {...status}
        />
        <NumberBox
          className={css['full'] ?? ''}
          aria-label={T('to', { label })}
          value={meant(range.to)}
          onChange={(next) => onChange({ ...range, to: filterText(next) })}
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
    <NumberBox
      id={id}
      className={css['full'] ?? ''}
      value={typeof value === 'string' ? meant(value) : null}
      {...(typeof value === 'string' && statusOf(value))}
      onChange={(next) => onChange(filterText(next))}
    />
  );
}
