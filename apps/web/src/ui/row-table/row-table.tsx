import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined';
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined';
import { Button } from 'antd';
import { useId, useRef, type DragEvent, type FocusEvent, type ReactNode } from 'react';

import { IconButton } from '../icon-button.tsx';
import css from './row-table.module.css';
import { T } from './row-texts.ts';
import { cellOf, keyOf, useRowList, type RowList, type RowListParts, type TableRow } from './use-row-list.ts';

export interface RowColumn {
  readonly name: string;
  readonly title: string;
  readonly isRequired: boolean;
}

export interface RowCell {
  readonly row: TableRow;
  readonly at: number;
  readonly column: RowColumn;
  /** The id of the input, which a label names. */
  readonly id: string;
  readonly set: (value: unknown) => void;
}

interface RowTableProps extends Omit<RowListParts, 'first'> {
  readonly label: string;
  readonly columns: readonly RowColumn[];
  readonly cell: (cell: RowCell) => ReactNode;
  readonly id: string | undefined;
  readonly disabled: boolean;
  readonly foot?: ReactNode;
  readonly onLeave: (row: TableRow, name: string) => void;
}

function RowTools({ list, at, row, disabled }: { list: RowList; at: number; row: TableRow; disabled: boolean }) {
  const n = at + 1;
  const tools = [
    { name: T('up', { n }), icon: <UpOutlined />, isOff: at === 0, run: () => list.move(at, -1) },
    { name: T('down', { n }), icon: <DownOutlined />, isOff: n === list.rows.length, run: () => list.move(at, 1) },
    { name: T('copy', { n }), icon: <CopyOutlined />, isOff: list.isFull, run: () => list.add(at, row) },
    { name: T('remove', { n }), icon: <DeleteOutlined />, isOff: false, run: () => list.remove(at) },
  ];
  return (
    <td className={css['tools']}>
      {tools.map(({ name, icon, isOff, run }) => (
        <IconButton key={name} size="small" name={name} icon={icon} disabled={disabled || isOff} onClick={run} />
      ))}
    </td>
  );
}

/** The type under which a row's number travels while it is dragged. */
const dragged = 'application/x-row';

function Line({
  list,
  at,
  row,
  columns,
  cell,
  disabled,
}: Pick<RowTableProps, 'columns' | 'cell' | 'disabled'> & { list: RowList; at: number; row: TableRow }) {
  const base = useId();
  const drop = (event: DragEvent): void => {
    const from = Number(event.dataTransfer.getData(dragged));
    if (event.dataTransfer.types.includes(dragged) && from !== at) list.move(from, at - from);
  };
  const allow = (event: DragEvent): void => {
    if (event.dataTransfer.types.includes(dragged)) event.preventDefault();
  };
  return (
    <tr onDragOver={allow} onDrop={drop}>
      <th
        scope="row"
        aria-label={T('row', { n: at + 1 })}
        draggable={!disabled}
        onDragStart={({ dataTransfer }) => dataTransfer.setData(dragged, String(at))}
      >
        {at + 1}
      </th>
      {columns.map((column) => {
        const id = `${base}${column.name}`;
        return (
          <td key={column.name} data-cell={`${at} ${column.name}`}>
            <label htmlFor={id} className={column.isRequired ? css['needed'] : undefined}>
              <span className="visually-hidden">{T('row', { n: at + 1 })} </span>
              {column.title}
            </label>
            {cell({ row, at, column, id, set: (value) => list.set(at, column.name, value) })}
          </td>
        );
      })}
      <RowTools list={list} at={at} row={row} disabled={disabled} />
    </tr>
  );
}

/** Rows to edit as a small table: Enter moves to the next cell, Alt with an arrow moves a row. Cards on a phone. */
export function RowTable({ label, columns, cell, id, disabled, foot, onLeave, ...parts }: RowTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRowList({ ...parts, first: columns[0]?.name ?? '' }, box);
  const leave = ({ target }: FocusEvent): void => {
    const place = cellOf(target);
    const row = place && list.rows[place.at];
    if (row) onLeave(row, place.name);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the inputs inside
    <div
      ref={box}
      {...(id !== undefined && { id })}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className={css['box']}
      onKeyDownCapture={list.onKey}
      onBlur={leave}
    >
      {list.rows.length > 0 && (
        <table className={css['table']} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{T('rowColumn')}</th>
              {columns.map(({ name, title, isRequired }) => (
                <th key={name} scope="col" className={isRequired ? css['required'] : undefined}>
                  {title}
                </th>
              ))}
              <th scope="col">{T('tools')}</th>
            </tr>
          </thead>
          <tbody>
            {list.rows.map((row, at) => (
              <Line key={keyOf(row)} {...{ list, at, row, columns, cell, disabled }} />
            ))}
          </tbody>
        </table>
      )}
      <div className={css['foot']}>
        <Button icon={<PlusOutlined aria-hidden />} disabled={disabled || list.isFull} onClick={() => list.add()}>
          {T('add')}
        </Button>
        {foot}
        {list.rows.length > 1 && <span className={css['keys']}>{T('keys')}</span>}
      </div>
      <span className="visually-hidden" aria-live="polite">
        {list.said}
      </span>
    </div>
  );
}
