import { Money, toYuan } from '@kangmai/domain/money';
import { InputNumber } from 'antd';

import { unitWord } from '../../lib/i18n/unit-word.ts';
import { formatMoney } from '../../lib/units.ts';
import css from './kinds.module.css';
import { NumberFilter } from './number-parts.tsx';

import type { CellProps, Face, InputProps } from './face.ts';

const yuanOf = (value: unknown): number | null =>
  value instanceof Money ? toYuan(value) : typeof value === 'number' ? value : null;

function MoneyCell({ value, isFull }: CellProps) {
  if (typeof value === 'string') return value;
  return formatMoney(yuanOf(value), isFull ? '元' : '');
}

/** What was typed stays until the input is left; a third decimal is shown, so that its refusal can be understood. */
function amountText(value: number | string | undefined, { userTyping, input }: { userTyping: boolean; input: string }) {
  if (userTyping || value === undefined || value === '') return input;
  const yuan = Number(value);
  return Number(yuan.toFixed(2)) === yuan ? formatMoney(yuan, '') : String(value);
}

function MoneyInput({ id, value, onChange, disabled }: InputProps) {
  return (
    <InputNumber<number>
      {...(id && { id })}
      className={css['full'] ?? ''}
      value={yuanOf(value)}
      {...(typeof value === 'string' && { placeholder: value })}
      disabled={disabled ?? false}
      formatter={amountText}
      parser={(text) => Number(text?.replaceAll(/[,，\s]/g, ''))}
      onChange={(next) => onChange?.(next)}
      controls={false}
      suffix={unitWord('元')}
    />
  );
}

export const moneyFace: Face = {
  Cell: MoneyCell,
  Input: MoneyInput,
  Filter: NumberFilter,
  align: 'right',
  width: 120,
};
