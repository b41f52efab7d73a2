import { matchPath } from 'react-router';

import { culture } from '../../lib/i18n/i18n.ts';
import { allPages, hasRowPages } from '../../lib/list-pages.ts';
import { meets } from '../../lib/permissions.ts';

import type { RouteEntry, RouteMatch } from '@kangmai/model/menu';

export type { RouteMatch } from '@kangmai/model/menu';

export const titleOf = (entry: RouteEntry): string => (culture() === 'en' ? entry.en : entry.title);

/** Name of the screen of a page: its own, or the default screen of its resource. */
export const screenKey = (entry: RouteEntry): string | undefined => entry.screen ?? entry.resource;

const ofRecords = allPages.filter(({ entry }) => entry.path.includes(':'));
const byPath = new Map(
  allPages.filter((match) => !ofRecords.includes(match)).map((match) => [match.entry.path, match]),
);

/** The page of an address, regardless of permissions. */
export const findRoute = (path: string): RouteMatch | undefined =>
  byPath.get(path) ?? ofRecords.find(({ entry }) => matchPath(entry.path, path) !== null);

/** The list above the page of a row, if it is a page. */
export const listAbove = ({ entry }: RouteMatch): RouteEntry | undefined =>
  entry.path.endsWith('/:id') ? byPath.get(entry.path.slice(0, -'/:id'.length))?.entry : undefined;

/** The page of the row that an address of its list names, as links from other pages do: `?id=12`. */
export function rowAsked({ entry }: RouteMatch, search: string): string | undefined {
  const id = new URLSearchParams(search).get('id') ?? '';
  return entry.resource !== undefined &&
    !entry.path.includes(':') &&
    hasRowPages(entry.resource) &&
    /^\d{1,15}$/.test(id)
    ? `${entry.path}/${id}`
    : undefined;
}

/** The first group, or the page itself, that the permissions do not open. */
export const closedAt = ({ entry, groups }: RouteMatch, granted: ReadonlySet<string>): RouteEntry | undefined =>
  [...groups, entry].find(({ permission }) => !meets(granted, permission));

export function visibleRoutes(
  entries: readonly RouteEntry[],
  granted: ReadonlySet<string>,
  hasScreen: (key: string) => boolean,
): RouteEntry[] {
  return entries.flatMap((entry) => {
    if (entry.hidden || titleOf(entry) === '' || !meets(granted, entry.permission)) return [];
    if (entry.children) {
      const children = visibleRoutes(entry.children, granted, hasScreen);
      return children.length > 0 ? [{ ...entry, children }] : [];
    }
    const key = screenKey(entry);
    return key !== undefined && hasScreen(key) ? [entry] : [];
  });
}
