import { createStore } from 'zustand';

import type { StoreApi } from 'zustand';

interface Row {
  readonly id: number;
}

/** What is selected in a list. */
export interface Selected<R extends Row> {
  /** The ticked rows by id, over all pages. */
  readonly selected: ReadonlyMap<number, R>;
  /** The condition by which all rows are selected, as the list says it; null when they are ticked one by one. */
  readonly condition: string | null;
  readonly select: (rows: readonly R[], isOn: boolean) => void;
  readonly selectAll: (condition: string | null) => void;
  readonly unselect: () => void;
}

export type Selection<R extends Row> = StoreApi<Selected<R>>;

/** A selection of its own for each list: it stands beside the rows, so that a tick draws one box and not the whole table. */
export const newSelection = <R extends Row>(): Selection<R> =>
  createStore((set) => ({
    selected: new Map(),
    condition: null,
    select: (rows, isOn) =>
      set(({ selected: before }) => {
        const selected = new Map(before);
        for (const row of rows)
          if (isOn) selected.set(row.id, row);
          else selected.delete(row.id);
        return { selected };
      }),
    selectAll: (condition) => set({ condition }),
    unselect: () => set({ selected: new Map(), condition: null }),
  }));
