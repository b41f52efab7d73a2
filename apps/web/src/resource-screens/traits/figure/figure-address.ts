import { figureFilters, type Figure } from '@kangmai/resource';

import { formatAt } from '../../../lib/dates.ts';
import { listPathOf } from '../../../lib/list-pages.ts';

export const today = (): string => formatAt(Date.now(), 'YYYY-MM-DD') ?? '';

/** The filters of a figure as the search of its list, or of one part of it. */
export function figureSearch(figure: Figure, part?: string): string {
  const search = new URLSearchParams(figureFilters(figure, today(), part).map((pair) => [...pair])).toString();
  return search === '' ? '' : `?${search}`;
}

/** The address of the list that a figure counts; undefined where the user may not open it. */
export function figureAddress(figure: Figure, part?: string): string | undefined {
  const path = listPathOf(figure.of);
  return path === undefined ? undefined : path + figureSearch(figure, part);
}
