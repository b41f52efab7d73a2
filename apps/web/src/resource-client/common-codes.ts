import { api } from '../lib/api/api.ts';

/** A row of a catalogue that stands above others or at its top. */
export interface ParentRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly code: string;
  readonly displayName: string;
  readonly childCount: number;
}

export const getParents = async (catalogue: string, signal: AbortSignal): Promise<readonly ParentRow[]> =>
  (
    await api.get<{ readonly items: readonly ParentRow[] }>(
      'CommonDictionarys/GetAllParent',
      { dicTypeFilter: catalogue },
      { signal },
    )
  ).items;
