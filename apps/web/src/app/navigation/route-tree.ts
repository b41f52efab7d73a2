import { pagesOf, routes, type RouteEntry, type RouteMatch } from '@kangmai/model/menu';
import { matchPath } from 'react-router';

import { culture } from '../../lib/i18n/i18n.ts';
import { meets } from '../../lib/permissions.ts';

export type { RouteMatch } from '@kangmai/model/menu';

export const titleOf = (entry: RouteEntry): string => (culture() === 'en' ? entry.en : entry.title);

/** Name of the screen of a page: its own, or the default screen of its resource. */
export const screenKey = (entry: RouteEntry): string | undefined => entry.screen ?? entry.resource;

const allPages = pagesOf(routes);
const ofRecords = allPages.filter(({ entry }) => entry.path.includes(':'));
const byPath = new Map(
  allPages.filter((match) => !ofRecords.includes(match)).map((match) => [match.entry.path, match]),
);

/** The page of an address, regardless of permissions. */
export const findRoute = (path: string): RouteMatch | undefined =>
  byPath.get(path) ?? ofRecords.find(({ entry }) => matchPath(entry.path, path) !== null);

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
