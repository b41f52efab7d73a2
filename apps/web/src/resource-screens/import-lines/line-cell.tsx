import { useEffect, useId, useRef } from 'react';

import { T } from './line-texts.ts';
import css from './lines.module.css';

import type { KeyboardEvent } from 'react';
import type { ImportLine, LineColumn } from '../../resource-client/import-lines.ts';

/** Names a cell on its page. */
export const placeOf = ({ row }: ImportLine, key: string): string => `${row} ${key}`;

interface CellProps {
  readonly line: ImportLine;
  readonly column: LineColumn;
  readonly isOpen: boolean;
  readonly isFixed: boolean;
  readonly onOpen: () => void;
  /** Ends the input; without a text the cell keeps its own. `step` opens a neighbour. */
  readonly onEnd: (text: string | null, step?: 1 | -1) => void;
}

function CellInput({ line, column, label, onEnd }: Pick<CellProps, 'line' | 'column' | 'onEnd'> & { label: string }) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => input.current?.select(), []);
  const end = (text: string | null, step?: 1 | -1): void => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(text, step);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, shiftKey, currentTarget, nativeEvent } = event;
    if (!['Enter', 'Escape', 'Tab'].includes(key) || nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Tab') end(currentTarget.value, shiftKey ? -1 : 1);
    else end(key === 'Enter' ? currentTarget.value : null);
  };
  return (
    <>
      <input
        ref={input}
        className={css['input']}
        aria-label={label}
        defaultValue={line.values[column.key]}
        {...(column.options.length > 0 && { list })}
        onKeyDown={press}
        onBlur={({ currentTarget }) => end(currentTarget.value)}
      />
      <datalist id={list}>
        {column.options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}

/** A cell of a line, with its problems below it; a click or Enter opens it. */
export function LineCell({ line, column, isOpen, isFixed, onOpen, onEnd }: CellProps) {
  const words = useId();
  const label = T('cell', { row: line.row, column: column.title });
  const problems = line.problems.filter(({ key }) => key === column.key);
  const text = line.values[column.key] ?? '';
  const shown = <span translate="no">{text}</span>;
  const closed = isFixed ? (
    shown
  ) : (
    <button
      type="button"
      className={css['cell']}
      data-place={placeOf(line, column.key)}
      aria-label={`${label} ${text || T('emptyCell')}`}
      aria-describedby={words}
      onClick={onOpen}
    >
      {shown}
    </button>
  );
  return (
    <td className={problems.length > 0 ? css['wrong'] : ''}>
      {isOpen ? <CellInput line={line} column={column} label={label} onEnd={onEnd} /> : closed}
      <p id={words} className={css['words']}>
        {problems.map(({ problem }) => problem).join('；')}
      </p>
    </td>
  );
}
