import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api } from '../lib/api/api.ts';
import { useFailureNotice } from '../lib/use-failure-notice.ts';

export type LineResult = 'good' | 'wrong' | 'duplicate';
export type LineFilter = LineResult | 'all' | 'corrected';

export interface LineProblem {
  /** Column; null where the problem is none of a column's. */
  readonly key: string | null;
  readonly column: string | null;
  readonly problem: string;
  readonly suggestion: string | null;
  readonly isDuplicate: boolean;
}

/** One line of a file that is imported, with its cells as typed. */
export interface ImportLine {
  readonly row: number;
  readonly rowVersion: number;
  readonly result: LineResult;
  readonly isCorrected: boolean;
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly LineProblem[];
  /** The existing row that the line repeats. */
  readonly matched: { readonly id: number; readonly name: string } | null;
}

export interface LineColumn {
  readonly key: string;
  readonly title: string;
  readonly isRequired: boolean;
  readonly options: readonly string[];
}

export interface LinePage {
  readonly totalCount: number;
  readonly items: readonly ImportLine[];
  readonly columns: readonly LineColumn[];
  readonly canCorrect: boolean;
}

interface Saved {
  readonly item: ImportLine;
  readonly validRows: number;
  readonly problemRows: number;
  readonly duplicateRows: number;
}

export interface Place {
  readonly filter: LineFilter;
  readonly page: number;
}

export const linesOfPage = 10;
const linesQueryKey = (id: number, { filter, page }: Place) => ['imports', 'lines', id, filter, page] as const;

export const useImportLines = (id: number, place: Place) =>
  useQuery({
    queryKey: linesQueryKey(id, place),
    queryFn: ({ signal }) =>
      api.get<LinePage>(
        'Imports/GetRows',
        {
          id,
          resultFilter: place.filter,
          SkipCount: (place.page - 1) * linesOfPage,
          MaxResultCount: linesOfPage,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });

export interface Correction {
  readonly line: ImportLine;
  readonly key: string;
  readonly text: string;
}

/**
 * Corrects a cell. The line stays in its place with what the check says now, also where the filter no longer fits;
 * other pages are fetched again, and this one when other lines follow the correction.
 */
export function useCorrection(id: number, place: Place) {
  const queries = useQueryClient();
  const tell = useFailureNotice();
  const refetchLines = (): void => void queries.invalidateQueries({ queryKey: ['imports', 'lines', id] });
  return useMutation({
    mutationFn: ({ line: { row, rowVersion }, key, text }: Correction) =>
      api.post<Saved>('Imports/SaveRow', { id, row, rowVersion, values: { [key]: text } }),
    onSuccess: ({ item }) => {
      queries.setQueryData<LinePage>(
        linesQueryKey(id, place),
        (page) => page && { ...page, items: page.items.map((line) => (line.row === item.row ? item : line)) },
      );
      for (const part of ['one', 'problems']) void queries.invalidateQueries({ queryKey: ['imports', part, id] });
    },
    onError: (error) => {
      tell(error);
      refetchLines();
    },
  });
}
