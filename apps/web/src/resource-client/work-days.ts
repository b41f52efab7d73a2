import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { api } from '../lib/api/api.ts';
import { queryClient } from '../lib/api/query-client.ts';

import type { DayKind } from '@kangmai/domain/calendar';

/** What a day is, in the user's language. */
export interface WorkDay {
  readonly day: string;
  readonly kind: DayKind;
  readonly name: string | null;
  /** 1 is Monday: whose hours apply. */
  readonly weekday: number;
  readonly lunar: string;
  readonly term: string | null;
  readonly isPublished: boolean;
}

export interface WorkDays {
  readonly items: readonly WorkDay[];
  readonly years: readonly {
    readonly year: number;
    readonly notice: string | null;
    readonly issuedOn: string | null;
  }[];
}

const key = 'workDays';
const freshMs = 300_000;
// The years for which lunar days are known.
const [firstDay, lastDay] = ['2000-01-01', '2099-12-31'];

const daysQuery = (from: string, to: string) => ({
  queryKey: [key, from, to],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.get<WorkDays>('WorkCalendar/GetDays', { From: from, To: to }, { signal }),
  staleTime: freshMs,
});
const isKnown = (from: string, to: string): boolean => from >= firstDay && to <= lastDay;

/** The days of a span of at most 400 days. */
export const useWorkDays = (from: string, to: string): UseQueryResult<WorkDays> =>
  useQuery({ ...daysQuery(from, to), enabled: isKnown(from, to) });

/** Reads the days of a span before they are shown. */
export const readWorkDays = async (from: string, to: string): Promise<void> => {
  if (isKnown(from, to)) await queryClient.prefetchQuery(daysQuery(from, to));
};

export const refreshWorkDays = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [key] });
