import { client } from '@kangmai/model/clients';

import { api } from '../lib/api/api.ts';
import { readRow, type ScreenRow } from './row.ts';

/** The permission of everything about files of one person. */
export const mergePermission = 'Pages.CustomerManage.Clients.Merge';

const { service } = client.wire;

export const mergeKey = ['clientMerges'] as const;

export type Reason = 'number' | 'phone' | 'name' | 'spelling' | 'birthday' | 'sex' | 'otherNumber';
type Person = ScreenRow<typeof client>;

export interface Pair {
  readonly keepId: number;
  readonly otherId: number;
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly keep: Person;
  readonly other: Person;
}

export interface Counted {
  readonly label: string;
  readonly count: number;
}

export interface Collision {
  readonly kind: 'case' | 'sos' | 'binding' | 'stay' | 'booking' | 'family' | 'consent';
  readonly id: number;
  readonly what: string;
  readonly from: string | null;
}

export interface Choice {
  readonly key: string;
  readonly fields: readonly string[];
  readonly suggested: 'keep' | 'other';
}

export interface MergePreview {
  readonly fields: readonly Choice[];
  readonly moves: readonly Counted[];
  readonly collisions: readonly Collision[];
}

export interface Merge {
  readonly id: number;
  readonly keepId: number;
  readonly keepName: string;
  readonly keepArchiveNo: string | null;
  readonly otherName: string;
  readonly otherArchiveNo: string | null;
  readonly state: 'moving' | 'merged' | 'undoing' | 'undone';
  readonly moved: number;
  readonly stayed: number;
  readonly mergedAt: string;
  readonly mergedByName: string | null;
  readonly undoneAt: string | null;
}

export interface UnmergePreview {
  readonly returns: readonly Counted[];
  readonly changed: readonly string[];
  readonly stays: readonly Counted[];
}

interface Paged<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}

interface Asked {
  readonly clientId: number | null;
  readonly page: number;
  readonly size: number;
}

interface Files {
  readonly keepId: number;
  readonly otherId: number;
}

const queryOf = ({ clientId, page, size }: Asked) => ({
  ...(clientId !== null && { clientId }),
  SkipCount: (page - 1) * size,
  MaxResultCount: size,
});

/** Files that may be of one person, the likeliest pair first. */
export async function likelyPairs(asked: Asked, signal: AbortSignal): Promise<Paged<Pair>> {
  const { totalCount, items } = await api.get<Paged<Omit<Pair, 'keep' | 'other'> & { keep: unknown; other: unknown }>>(
    `${service}/GetDuplicates`,
    queryOf(asked),
    { signal },
  );
  return {
    totalCount,
    items: items.map((pair) => ({ ...pair, keep: readRow(client, pair.keep), other: readRow(client, pair.other) })),
  };
}

export const mergesOf = (asked: Asked, signal: AbortSignal): Promise<Paged<Merge>> =>
  api.get(`${service}/GetMerges`, queryOf(asked), { signal });

export const mergePreview = (files: Files, signal: AbortSignal): Promise<MergePreview> =>
  api.get(`${service}/GetMergePreview`, { ...files }, { signal });

export const mergeFiles = (files: Files, fields: readonly string[]): Promise<{ readonly mergeId: number }> =>
  api.post(`${service}/Merge`, { ...files, fields });

export const tellApart = (files: Files): Promise<unknown> => api.post(`${service}/SetNotDuplicate`, files);

export const unmergePreview = (mergeId: number, signal: AbortSignal): Promise<UnmergePreview> =>
  api.get(`${service}/GetUnmergePreview`, { mergeId }, { signal });

export const unmerge = (mergeId: number): Promise<unknown> => api.post(`${service}/Unmerge`, { mergeId });
