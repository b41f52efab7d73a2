import { createStore } from 'zustand';

import type { StoreApi } from 'zustand';

interface Row {
  readonly id: number;
}

export interface Selected<R extends Row> {
  readonly selected: ReadonlyMap<number, R>;
  /** Condition by which all rows are selected; null when rows are ticked. */
  readonly condition: string | null;
  readonly select: (rows: readonly R[], isOn: boolean) => void;
  readonly selectAll: (condition: string | null) => void;
  readonly unselect: () => void;
}

export type Selection<R extends Row> = StoreApi<Selected<R>>;

/** Selection of one list, stored outside the rows, so that a tick re-renders one box only. */
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
