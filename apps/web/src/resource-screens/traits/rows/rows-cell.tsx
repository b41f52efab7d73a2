import { rowsOf, type AnyField, type AnyRow } from '@kangmai/resource';

import { L } from '../../../lib/i18n/texts.ts';
import { fieldLabel, labelWithUnit } from '../../../lib/labels.ts';
import { blankRow } from '../../../resource-client/row.ts';
import { useNamesOfFields } from '../../use-lookup.ts';
import { RowTotal } from './row-total.tsx';
import { T } from './rows-texts.ts';
import css from './rows.module.css';

import type { CellProps, Face } from '../../field-kinds/face.ts';

export interface RowsCellProps extends CellProps {
  readonly faceOf: (field: AnyField) => Face;
}

/** A list of rows for readers: how many in a list, a small table in details. */
export function RowsCell(props: RowsCellProps) {
  const rows = Array.isArray(props.value) ? (props.value as readonly AnyRow[]) : [];
  if (rows.length === 0) return L('word.empty');
  return props.isFull ? <RowsTable {...props} rows={rows} /> : T('count', { n: rows.length });
}

function RowsTable({ faceOf, field, name, resource, rows }: RowsCellProps & { readonly rows: readonly AnyRow[] }) {
  const rule = rowsOf(field) ?? { rows: {} };
  const columns = Object.entries(rule.rows);
  const lines = rows.map((values) => ({ ...blankRow, values }));
  const names = useNamesOfFields(resource, columns, lines);
  return (
    <>
      <table className={css['read']} aria-label={fieldLabel(name, field)}>
        <thead>
          <tr>
            {columns.map(([column, one]) => (
              <th key={column} scope="col" data-align={faceOf(one).align}>
                {labelWithUnit(column, one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((row, at) => (
            <tr key={at}>
              {columns.map(([column, one]) => {
                const { Cell, align } = faceOf(one);
                return (
                  <td key={column} data-align={align} data-label={labelWithUnit(column, one)}>
                    <Cell
                      {...{ resource, row, names, name: column, field: one, value: row.values[column] ?? null }}
                      isFull
                    />
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
