import { useState, type HTMLAttributes, type KeyboardEvent } from 'react';

import { useListContext } from './list-context.ts';
import { useScreen } from './screen-context.ts';
import { useRights } from './use-writes.ts';

import type { ScreenRow } from '../lib/api/resource-row.ts';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function rowBeside(element: Element, step: number): HTMLElement | null {
  const rows = [...(element.parentElement?.querySelectorAll<HTMLElement>(':scope > tr[data-row-key]') ?? [])];
  return rows[rows.findIndex((row) => row === element) + step] ?? null;
}

/** Keys on the rows of a table: arrows move, Enter opens, E edits, Space ticks. One row at a time can be reached by Tab. */
export function useRowFocus(onOpen: (row: ScreenRow) => void): (row: ScreenRow, index?: number) => HTMLAttributes<HTMLElement> {
  const [current, setCurrent] = useState(0);
  const { resource } = useListContext();
  const { open, selected, select } = useScreen();
  const { mayEdit, mayRemove } = useRights(resource);

  const press = (event: KeyboardEvent<HTMLElement>, row: ScreenRow): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step !== undefined) rowBeside(event.currentTarget, step)?.focus();
    else if (event.key === 'Enter') onOpen(row);
    else if (event.key === ' ' && mayRemove) select([row], !selected.has(row.id));
    else if (event.key.toLowerCase() === 'e' && mayEdit) open({ kind: 'edit', row });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (row, index = 0) => ({
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setCurrent(index),
    onKeyDown: (event) => press(event, row),
    onDoubleClick: () => onOpen(row),
  });
}
