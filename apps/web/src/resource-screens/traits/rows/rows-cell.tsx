import { rowsOf, type AnyField, type AnyRow } from '@kangmai/resource';

import { L } from '../../../lib/i18n/texts.ts';
import { fieldLabel, labelWithUnit } from '../../../lib/labels.ts';
import { RowTotal } from './row-total.tsx';
import { T } from './rows-texts.ts';
import css from './rows.module.css';

import type { CellProps, Face } from '../../field-kinds/face.ts';

export interface RowsCellProps extends CellProps {
  readonly faceOf: (field: AnyField) => Face;
}

/** A list of rows for readers: how many in a list, a small table in details. */
export function RowsCell({ faceOf, value, field, name, isFull, ...place }: RowsCellProps) {
  const rows = Array.isArray(value) ? (value as readonly AnyRow[]) : [];
  const rule = rowsOf(field) ?? { rows: {} };
  const shown = Object.entries(rule.rows);
  if (rows.length === 0) return L('word.empty');
  if (!isFull) return T('count', { n: rows.length });
  return (
    <>
      <table className={css['read']} aria-label={fieldLabel(name, field)}>
        <thead>
          <tr>
            {shown.map(([column, one]) => (
              <th key={column} scope="col" data-align={faceOf(one).align}>
                {labelWithUnit(column, one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {shown.map(([column, one]) => {
                const { Cell, align } = faceOf(one);
                return (
                  <td key={column} data-align={align} data-label={labelWithUnit(column, one)}>
                    <Cell {...place} name={column} field={one} value={row[column] ?? null} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <RowTotal rule={rule} rows={rows} />
    </>
  );
}
