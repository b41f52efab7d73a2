import { Money } from '@kangmai/domain/money';
import type { AnyField } from '../../fields/field.ts';
import type { DecimalOptions } from '../../fields/number.ts';
import type { RowsRule } from '../rows/rows.ts';

type Row = { readonly [name: string]: unknown };

const scaleOf = (field: AnyField | undefined): number =>
  field?.kind === 'money' ? 2 : ((field?.options as Partial<DecimalOptions> | undefined)?.digits?.[1] ?? 0);

function unitsOf(value: unknown, scale: number): bigint {
  const number = value instanceof Money ? value.toJSON() : value;
  return Number.isFinite(number) ? BigInt((number as number).toFixed(scale).replace('.', '')) : 0n;
}

/** What the rows come to, as text, and whether it is what it should be. */
export function sumOf({ rows: fields, sum }: RowsRule, rows: readonly Row[]): { total: string; isRight: boolean } {
  const name: string = sum?.field ?? '';
  const scale = scaleOf(fields[name]);
  const total = rows.reduce((count, row) => count + unitsOf(row[name], scale), 0n);
  const digits = String(total)
    .replace('-', '')
    .padStart(scale + 1, '0');
  const shown = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return {
    total: `${total < 0n ? '-' : ''}${shown}`,
    isRight: sum?.is === undefined || total === unitsOf(sum.is, scale),
  };
}
