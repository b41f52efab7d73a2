import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import { T } from './row-texts.ts';

/** A row: values by the names of columns. */
export type TableRow = Readonly<Record<string, unknown>>;

const keys = new WeakMap<TableRow, number>();
let last = 0;

/** The same key for a row through all its changes. */
export function keyOf(row: TableRow, former?: TableRow): number {
  const key = keys.get(former ?? row) ?? (last += 1);
  keys.set(row, key);
  return key;
}

export interface RowList {
  readonly rows: readonly TableRow[];
  readonly isFull: boolean;
  /** What happened last, for readers of the screen. */
  readonly said: string;
  readonly set: (at: number, name: string, value: unknown) => void;
  readonly add: (after?: number, copied?: TableRow, name?: string) => void;
  readonly remove: (at: number) => void;
  readonly move: (at: number, by: number) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

interface Cell {
  readonly at: number;
  readonly name: string;
}

export const cellOf = (target: EventTarget): Cell | undefined => {
  const place = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined;
  const [at, name] = place?.split(' ') ?? [];
  return at === undefined || name === undefined ? undefined : { at: Number(at), name };
};

const focusable = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled]), [tabindex="0"]';

function focusCell(box: HTMLElement | null, { at, name }: Cell): void {
  const cell = box?.querySelector<HTMLElement>(`[data-cell="${at} ${name}"]`);
  (cell ?? box)?.querySelector<HTMLElement>(focusable)?.focus();
}

/** Enter moves to the next cell where it has no meaning of its own. */
const goesOn = ({ key, target, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' &&
  !ctrlKey &&
  !metaKey &&
  !nativeEvent.isComposing &&
  target instanceof HTMLInputElement &&
  target.getAttribute('aria-expanded') !== 'true';

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** A key in a cell: moves its row by some places, copies it, or moves to the next cell. */
function kindOfKey(event: KeyboardEvent): number | 'copy' | 'next' | undefined {
  const { altKey, ctrlKey, metaKey, key } = event;
  if (altKey && key in steps) return steps[key];
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') return 'copy';
  return goesOn(event) ? 'next' : undefined;
}

export interface RowListParts {
  readonly rows: readonly TableRow[];
  readonly onChange: (rows: readonly TableRow[]) => void;
  readonly max: number;
  readonly blank: () => TableRow;
  /** A copy of a row; all its values when left out. */
  readonly copy?: (row: TableRow) => TableRow;
  /** The column that is focused in a new row. */
  readonly first: string;
}

/** The rows of a list under change, with keys and focus. */
export function useRowList(
  { rows, onChange, max, blank, copy = (row) => ({ ...row }), first }: RowListParts,
  box: RefObject<HTMLElement | null>,
): RowList {
  const wanted = useRef<Cell | null>(null);
  const [said, setSaid] = useState('');
  const isFull = rows.length >= max;
  useEffect(() => {
    if (wanted.current) focusCell(box.current, wanted.current);
    wanted.current = null;
  }, [rows.length, said, box]);

  const change = (next: readonly TableRow[], words: string, focus: Cell): void => {
    wanted.current = focus;
    setSaid(words);
    onChange(next);
  };
  const add = (after = rows.length - 1, copied?: TableRow, name = first): void => {
    if (isFull) return;
    const row = copied ? copy(copied) : blank();
    change(rows.toSpliced(after + 1, 0, row), T('added', { n: after + 2 }), { at: after + 1, name });
  };
  const move = (at: number, by: number, name = first): void => {
    const [row, to] = [rows[at], at + by];
    if (!row || to < 0 || to >= rows.length) return;
    change(rows.toSpliced(at, 1).toSpliced(to, 0, row), T('moved', { n: to + 1 }), { at: to, name });
  };
  const goOn = ({ at, name }: Cell): void =>
    at + 1 < rows.length ? focusCell(box.current, { at: at + 1, name }) : add();
  const onKey = (event: KeyboardEvent): void => {
    const cell = cellOf(event.target);
    const kind = cell && kindOfKey(event);
    if (!cell || kind === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (kind === 'copy') add(cell.at, rows[cell.at], cell.name);
    else if (kind === 'next') goOn(cell);
    else move(cell.at, kind, cell.name);
  };
  return {
    rows,
    isFull,
    said,
    add,
    move,
    onKey,
    set: (at, name, next) => {
      const former = rows[at] ?? {};
      const row = { ...former, [name]: next ?? null };
      keyOf(row, former);
      onChange(rows.with(at, row));
    },
    remove: (at) =>
      change(rows.toSpliced(at, 1), T('removed', { n: at + 1 }), {
        at: Math.max(0, Math.min(at, rows.length - 2)),
        name: first,
      }),
  };
}
