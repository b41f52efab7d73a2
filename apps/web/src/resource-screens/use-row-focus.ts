import { useState, type HTMLAttributes, type KeyboardEvent } from 'react';

import { useMyLists } from '../lib/lists/my-lists.ts';
import { useListContext } from './list-context.ts';
import { useScreen } from './screen-context.ts';
import { isPlain } from '../lib/use-hot-keys.ts';
import { useRights } from './use-writes.ts';

import type { ScreenRow } from '../lib/api/resource-row.ts';

function rowBeside(element: Element, step: number): HTMLElement | null {
  const rows = [...(element.parentElement?.querySelectorAll<HTMLElement>(':scope > tr[data-row-key]') ?? [])];
  return rows[rows.findIndex((row) => row === element) + step] ?? null;
}

/** Keys on the rows of a table: arrows move, Enter opens, E edits, Space ticks. One row at a time can be reached by Tab. */
export function useRowFocus(onOpen: (row: ScreenRow) => void, mayTick: boolean): (row: ScreenRow, index?: number) => HTMLAttributes<HTMLElement> {
  const [current, setCurrent] = useState(0);
  const { resource } = useListContext();
  const { open, selected, select } = useScreen();
  const { mayEdit } = useRights(resource);
  const hasKeys = useMyLists()?.hasKeys ?? true;

  const press = (event: KeyboardEvent<HTMLElement>, row: ScreenRow): void => {
    const { currentTarget } = event;
    const keys: Readonly<Record<string, () => void>> = {
      arrowdown: () => rowBeside(currentTarget, 1)?.focus(),
      arrowup: () => rowBeside(currentTarget, -1)?.focus(),
      enter: () => onOpen(row),
      ...(mayTick && { ' ': () => select([row], !selected.has(row.id)) }),
      ...(mayEdit && hasKeys && { e: () => open({ kind: 'edit', row }) }),
    };
    const run = isPlain(event) && event.target === currentTarget ? keys[event.key.toLowerCase()] : undefined;
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (row, index = 0) => ({
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setCurrent(index),
    onKeyDown: (event) => press(event, row),
    onDoubleClick: () => onOpen(row),
  });
}
