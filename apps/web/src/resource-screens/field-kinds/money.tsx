import { Money, toYuan } from '@kangmai/domain/money';
import { hasDecimals } from '@kangmai/domain/numbers';

import { formatMoney } from '../../lib/units.ts';
import { NumberFilter, TypedInput } from './number-parts.tsx';

import type { CellProps, Face, InputProps } from './face.ts';

const yuanOf = (value: unknown): number | null =>
  value instanceof Money ? toYuan(value) : typeof value === 'number' ? value : null;

function MoneyCell({ value, isFull }: CellProps) {
  if (typeof value === 'string') return value;
  return formatMoney(yuanOf(value), isFull ? '元' : '');
}

/** A third decimal is shown, so that its refusal can be understood. */
const amountText = (yuan: number): string => (hasDecimals(yuan, 2) ? formatMoney(yuan, '') : String(yuan));

const MoneyInput = (props: InputProps) => (
  <TypedInput {...props} value={yuanOf(props.value) ?? props.value} show={amountText} unit="元" />
);

export const moneyFace: Face = {
  Cell: MoneyCell,
  Input: MoneyInput,
  Filter: NumberFilter,
  align: 'right',
  width: 120,
};
