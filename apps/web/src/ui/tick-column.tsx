import { useRef } from 'react';
import { useStore } from 'zustand';

import { defineTexts } from '../lib/i18n/texts.ts';
import { TickBox } from './tick-box.tsx';

import type { TableColumnType } from 'antd';
import type { Selection } from '../lib/selection.ts';

const T = defineTexts(
  'ticks',
  { row: '选择 {name}', page: '全选本页' },
  { row: 'Select {name}', page: 'Select this page' },
);

interface Row {
  readonly id: number;
}

interface Ticks<R extends Row> {
  readonly selection: Selection<R>;
  readonly rows: readonly R[];
  /** Condition of the list; when all its rows are selected, every box is ticked and disabled. */
  readonly condition: string;
}

interface RowTicks<R extends Row> extends Ticks<R> {
  readonly nameOf: (row: R) => string;
  readonly onTick: (row: R, isOn: boolean, isRange: boolean) => void;
}

function Tick<R extends Row>({ selection, condition, row, nameOf, onTick }: RowTicks<R> & { readonly row: R }) {
  const isWhole = useStore(selection, (state) => state.condition === condition);
  const isOn = useStore(selection, ({ selected }) => selected.has(row.id));
  return (
    <TickBox
      name={T('row', { name: nameOf(row) })}
      isOn={isWhole || isOn}
      isDisabled={isWhole}
      onTick={(next, isRange) => onTick(row, next, isRange)}
    />
  );
}

function TickAll<R extends Row>({ selection, rows, condition }: Ticks<R>) {
  const isWhole = useStore(selection, (state) => state.condition === condition);
  const count = useStore(selection, ({ selected }) => rows.filter(({ id }) => selected.has(id)).length);
  const isOn = isWhole || (rows.length > 0 && count === rows.length);
  return (
    <TickBox
      name={T('page')}
      isOn={isOn}
      isPart={!isOn && count > 0}
      isDisabled={isWhole || rows.length === 0}
      onTick={(next) => selection.getState().select(rows, next)}
    />
  );
}

/** Ticks a row; with Shift all rows since the last tick. */
export function useTick<R extends Row>(selection: Selection<R>, rows: readonly R[]): RowTicks<R>['onTick'] {
  const last = useRef<number | null>(null);
  return (row, isOn, isRange) => {
    const indexOfRow = (id: number | null): number => rows.findIndex((each) => each.id === id);
    const [from, to] = [indexOfRow(last.current), indexOfRow(row.id)];
    last.current = row.id;
    selection
      .getState()
      .select(isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], isOn);
  };
}

export const tickWidth = 40;

/** Checkbox column of a table; placeholder rows (negative ids) have none. */
export const tickColumn = <R extends Row>(ticks: RowTicks<R>): TableColumnType<R> => ({
  key: 'tick',
  fixed: 'start',
  width: tickWidth,
  className: 'ant-table-selection-column',
  title: <TickAll {...ticks} />,
  render: (_value: unknown, row) => (row.id < 0 ? null : <Tick {...ticks} row={row} />),
});
