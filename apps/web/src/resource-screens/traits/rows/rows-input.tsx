import {
  isLines,
  kindOf,
  mostRows,
  rowsOf,
  type AnyField,
  type AnyRow,
  type InnerProblem,
  writableRows,
} from '@kangmai/resource';
import { Form } from 'antd';
import { FormItemInputContext } from 'antd/es/form/context.js';
import { useState } from 'react';

import { fieldLabel, labelWithUnit } from '../../../lib/labels.ts';
import { checkContext } from '../../../resource-client/check.ts';
import { RowTable, type RowCell } from '../../../ui/row-table/row-table.tsx';
import { keyOf } from '../../../ui/row-table/use-row-list.ts';
import { startValues } from '../../form-values.ts';
import { problemText } from '../../problem-text.ts';
import { RowTotal } from './row-total.tsx';
import { T } from './rows-texts.ts';
import css from './rows.module.css';

import type { Face, InputProps } from '../../field-kinds/face.ts';

/** Problems by place: `[2].to`. */
function problemsOf(field: AnyField, rows: readonly AnyRow[]): ReadonlyMap<string, InnerProblem> {
  const checked = rows.length === 0 ? undefined : kindOf(field).check(rows, field, checkContext);
  const inner = checked === undefined || checked.ok ? [] : (checked.inner ?? []);
  return new Map(inner.map((problem) => [problem.at, problem]));
}

// The colour of the whole list is not that of its cells.
const wrong = { status: 'error' as const };
const right = {};

const problemWords = (name: string, field: AnyField, problem: InnerProblem): string =>
  problem.reason === 'rows.duplicate'
    ? T('duplicate', { label: fieldLabel(name, field), ...problem.params })
    : problemText(name, field, problem);

/** A list of rows, edited by the inputs of its fields; a cell that was left says what is wrong with it. */
export function RowsInput({ faceOf, ...props }: InputProps & { readonly faceOf: (field: AnyField) => Face }) {
  const { id, field, value, name, resource, disabled = false } = props;
  const rule = rowsOf(field) ?? { rows: {} };
  const columns = isLines(field) ? writableRows(field) : rule.rows;
  const rows = Array.isArray(value) ? (value as readonly AnyRow[]) : [];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { status } = Form.Item.useStatus();
  const problems = problemsOf(field, rows);
  const cellKey = (row: AnyRow, column: string): string => `${keyOf(row)} ${column}`;
  const cell = ({ row, at, column, ...place }: RowCell) => {
    const one = columns[column.name];
    if (!one) return null;
    const { Input } = faceOf(one);
    const isShown = status === 'error' || left.has(cellKey(row, column.name));
    const problem = isShown ? problems.get(`[${at}].${column.name}`) : undefined;
    return (
      <>
        <FormItemInputContext value={problem ? wrong : right}>
          <Input
            id={place.id}
            {...{ resource, name: column.name, field: one, value: row[column.name] ?? null, disabled }}
            onChange={place.set}
          />
        </FormItemInputContext>
        {problem && (
          <div role="alert" className={css['wrong']}>
            {problemWords(column.name, one, problem)}
          </div>
        )}
      </>
    );
  };
  return (
    <RowTable
      id={id}
      label={fieldLabel(name, field)}
      columns={Object.entries(columns).map(([column, one]) => ({
        name: column,
        title: labelWithUnit(column, one),
        isRequired: one.options.required === true,
      }))}
      rows={rows}
      max={rule.max ?? mostRows}
      blank={() => startValues(columns)}
      copy={({ id: _id, ...copied }) => copied}
      onChange={(next) => props.onChange?.(next)}
      cell={cell}
      disabled={disabled}
      foot={<RowTotal rule={rule} rows={rows} />}
      onLeave={(row, column) => setLeft(new Set([...left, cellKey(row, column)]))}
    />
  );
}
