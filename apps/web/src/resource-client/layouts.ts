import { choicesOf, fieldOf, type AnyResource } from '@kangmai/resource';

import { api } from '../lib/api/api.ts';
import { filtersQuery, isRange, type Asked, type FilterValue, type ListState } from './query.ts';
import { readRow, type ScreenRow } from './row.ts';

import type { LayoutWord } from './layout-words.ts';

const chosenOf = (value: FilterValue | undefined): readonly string[] =>
  value === undefined || isRange(value) ? [] : [value].flat();

/** The entries of a board: those that the list is filtered by, else all. */
export function boardEntries(resource: AnyResource, on: string, { filters, any = false }: Asked): readonly string[] {
  const { names } = choicesOf(fieldOf(resource, on));
  const chosen = any ? [] : chosenOf(filters[on]);
  return chosen.length === 0 ? names : names.filter((name) => chosen.includes(name));
}

/** The field by which calendars place rows; they show their own days whatever a filter by it says. */
export const axisOf = ({ list: { layouts } }: AnyResource): string => (layouts.calendar ?? layouts.week)?.from ?? '';

/** Whether a layout shows days of its own. */
export const isCalendar = (layout: LayoutWord): boolean => layout === 'calendar' || layout === 'week';

/** The list of a column: what is asked, and its entry. */
export function columnState(
  asked: ListState,
  { on, entry, isMany }: { readonly on: string; readonly entry: string; readonly isMany: boolean },
): ListState {
  const { [on]: own, ...others } = asked.filters;
  // Where one of several filters suffices, an entry that is one of them has all its rows.
  const isMet = asked.any === true && chosenOf(own).includes(entry);
  return {
    ...asked,
    filters: { ...(isMet ? {} : others), [on]: isMany ? [entry] : entry },
    fixed: [...(asked.fixed ?? []), on],
    page: 1,
  };
}

/** The rows that begin on some days: the first of each, and how many each has. */
export interface CalendarPage {
  readonly counts: ReadonlyMap<string, number>;
  readonly rows: readonly ScreenRow[];
  /** There are more rows than were counted. */
  readonly isCapped: boolean;
}

interface WireCalendar {
  readonly days: readonly { readonly day: string; readonly count: number }[];
  readonly capped: boolean;
  readonly items: readonly unknown[];
}

interface CalendarAsk {
  readonly asked: Asked;
  readonly from: string;
  readonly to: string;
  readonly most: number;
  readonly signal: AbortSignal;
}

export async function readCalendar(
  resource: AnyResource,
  { asked, from, to, most, signal }: CalendarAsk,
): Promise<CalendarPage> {
  const query = { ...filtersQuery(resource, asked), From: from, To: to, MostOfDay: most };
  const page = await api.get<WireCalendar>(`${resource.wire.service}/GetCalendar`, query, { signal });
  return {
    counts: new Map(page.days.map(({ day, count }) => [day, count])),
    rows: page.items.map((item) => readRow(resource, item)),
    isCapped: page.capped,
  };
}
