import { useHasKeys } from '../resource-client/lists/my-lists.ts';
import { useSteadyCall } from '../lib/use-steady-call.ts';
import { useScreen } from './screen-context.ts';
import { isPlain } from '../lib/use-hot-keys.ts';

import type { FocusEvent, HTMLAttributes, KeyboardEvent } from 'react';
import type { ScreenRow } from '../resource-client/row.ts';

const rowsAround = (element: Element): readonly HTMLElement[] => [
  ...(element.parentElement?.querySelectorAll<HTMLElement>(':scope > tr[data-row-key]') ?? []),
];

function rowBeside(element: Element, step: number): HTMLElement | null {
  const rows = rowsAround(element);
  return rows[rows.findIndex((row) => row === element) + step] ?? null;
}

/** Makes the focused row the tab stop. Set on the element, because re-rendering the table is slow. */
function reach({ currentTarget }: FocusEvent<HTMLElement>): void {
  for (const row of rowsAround(currentTarget)) if (row.tabIndex === 0) row.tabIndex = -1;
  currentTarget.tabIndex = 0;
}

/** Keys of table rows: arrows move, Enter opens, E edits, M opens the menu, Space ticks. Only one row is a tab stop. */
export function useRowFocus(
  onOpen: (row: ScreenRow) => void,
  mayTick: boolean,
): (row: ScreenRow, index?: number) => HTMLAttributes<HTMLElement> {
  const { selection } = useScreen();
  const hasKeys = useHasKeys();

  const onRowKey = (event: KeyboardEvent<HTMLElement>, row: ScreenRow): void => {
    const { currentTarget } = event;
    const { selected, select } = selection.getState();
    const keys: Readonly<Record<string, () => void>> = {
      arrowdown: () => rowBeside(currentTarget, 1)?.focus(),
      arrowup: () => rowBeside(currentTarget, -1)?.focus(),
      enter: () => onOpen(row),
      ...(mayTick && { ' ': () => select([row], !selected.has(row.id)) }),
      ...(hasKeys && {
        e: () => currentTarget.querySelector<HTMLElement>('[data-edit]')?.click(),
        m: () => currentTarget.querySelector<HTMLElement>('[data-menu]')?.click(),
      }),
    };
    const run = isPlain(event) && event.target === currentTarget ? keys[event.key.toLowerCase()] : undefined;
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return useSteadyCall((row, index = 0) => ({
    tabIndex: index === 0 ? 0 : -1,
    onFocus: reach,
    onKeyDown: (event) => onRowKey(event, row),
    onDoubleClick: () => onOpen(row),
  }));
}
