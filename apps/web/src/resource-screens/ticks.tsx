import { useRef } from 'react';
import { useStore } from 'zustand';

import { rowName } from '../lib/row-name.ts';
import { TickBox } from '../ui/tick-box.tsx';
import { useScreen } from './screen-context.ts';
import { T } from './screen-texts.ts';

import type { TableColumnType } from 'antd';
import type { ScreenRow } from '../lib/api/resource-row.ts';

/** A row as its column meets it. */
interface Ticks {
  readonly rows: readonly ScreenRow[];
  /** What the list asks for now; where all that meet it are selected, every box is ticked and none can be changed. */
  readonly condition: string;
}

interface TickProps extends Ticks {
  readonly row: ScreenRow;
  readonly onTick: (row: ScreenRow, isOn: boolean, isRange: boolean) => void;
}

function Tick({ row, condition, onTick }: TickProps) {
  const { resource, selection } = useScreen();
  const isWhole = useStore(selection, (state) => state.condition === condition);
  const isOn = useStore(selection, ({ selected }) => selected.has(row.id));
  return <TickBox name={T('selectRow', { name: rowName(resource, row) })} isOn={isWhole || isOn} isDisabled={isWhole} onTick={(next, isRange) => onTick(row, next, isRange)} />;
}

function TickAll({ rows, condition }: Ticks) {
  const { selection } = useScreen();
  const isWhole = useStore(selection, (state) => state.condition === condition);
  const count = useStore(selection, ({ selected }) => rows.filter(({ id }) => selected.has(id)).length);
  const isOn = isWhole || (rows.length > 0 && count === rows.length);
  return <TickBox name={T('selectPage')} isOn={isOn} isPart={!isOn && count > 0} isDisabled={isWhole || rows.length === 0} onTick={(next) => selection.getState().select(rows, next)} />;
}

/** Ticks a row, and with Shift all between it and the one ticked before. */
export function useTick(rows: readonly ScreenRow[]): TickProps['onTick'] {
  const { selection } = useScreen();
  const last = useRef<number | null>(null);
  return (row, isOn, isRange) => {
    const at = (id: number | null): number => rows.findIndex((each) => each.id === id);
    const [from, to] = [at(last.current), at(row.id)];
    last.current = row.id;
    selection.getState().select(isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], isOn);
  };
}

export const tickWidth = 40;

/** The column of boxes before all others. */
export const tickColumn = ({ onTick, ...ticks }: Omit<TickProps, 'row'>): TableColumnType<ScreenRow> => ({
  key: 'tick', fixed: 'start', width: tickWidth, className: 'ant-table-selection-column', title: <TickAll {...ticks} />,
  render: (_value: unknown, row) => (row.id < 0 ? null : <Tick {...ticks} row={row} onTick={onTick} />),
});
