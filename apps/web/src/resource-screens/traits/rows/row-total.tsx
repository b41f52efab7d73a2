import { sumOf, type AnyRow, type RowsRule } from '@kangmai/resource';

import { fieldLabel } from '../../../lib/labels.ts';
import { formatMoney, formatNumber, withUnit } from '../../../lib/units.ts';
import { T } from './rows-texts.ts';
import css from './rows.module.css';

/** What the rows of a list come to, of fields that users fill; marked when they must come to something else. */
export function RowTotal({ rule, rows }: { readonly rule: RowsRule; readonly rows: readonly AnyRow[] }) {
  const name: string = rule.sum?.field ?? '';
  const field = rule.rows[name];
  if (!rule.sum || !field || field.options.readonly === true || rows.length === 0) return null;
  const { total, isRight } = sumOf(rule, rows);
  const grouped = (figure: string): string =>
    field.kind === 'money'
      ? formatMoney(Number(figure), '')
      : formatNumber(Number(figure), figure.split('.')[1]?.length ?? 0);
  return (
    <span aria-live="polite" className={css[isRight ? 'sum' : 'wrong']}>
      {rule.sum.is === undefined
        ? T('total', { label: fieldLabel(name, field), total: withUnit(grouped(total), field.options.unit ?? '') })
        : T('sum', { label: fieldLabel(name, field), total: grouped(total), is: grouped(String(rule.sum.is)) })}
    </span>
  );
}
