import { findEntry } from '@kangmai/model/catalogue';
import { pagesOf, routes, type RouteMatch } from '@kangmai/model/menu';

import { can } from './permissions.ts';

const listed = pagesOf(routes);

/** Whether each row of a resource has a page below the address of its list. */
export const hasRowPages = (resource: string): boolean => findEntry(resource)?.hasDetail === true;

/** Key of the screen of a row. */
export const rowScreenKey = (resource: string): string => `${resource}/:id`;

const rowPageOf = ({ entry, groups }: RouteMatch): readonly RouteMatch[] =>
  entry.resource === undefined || entry.path.includes(':') || !hasRowPages(entry.resource)
    ? []
    : [
        {
          entry: {
            ...entry,
            path: `${entry.path}/:id`,
            title: `${entry.title}详情`,
            en: `${entry.en}: details`,
            screen: rowScreenKey(entry.resource),
            rows: entry.resource,
            hidden: true,
          },
          groups,
        },
      ];

/** Every page with its groups: those of the menu, and those of rows below the lists of their resources. */
export const allPages: readonly RouteMatch[] = [...listed, ...listed.flatMap(rowPageOf)];

const paths = new Set(allPages.map(({ entry }) => entry.path));

const mayOpen = ({ entry, groups }: RouteMatch): boolean =>
  [...groups, entry].every(({ permission }) => can(permission));

/** The address of the list of a resource: the given one, if it is such a list, or the first that the user may open. */
export function listPathOf(resource: string, here = ''): string | undefined {
  const open = listed.filter((page) => (page.entry.resource ?? page.entry.lists) === resource && mayOpen(page));
  return (open.find(({ entry }) => entry.path === here) ?? open[0])?.entry.path;
}

/** The addresses of rows of a resource; undefined where they have no page, or none that the user may open. */
export function rowPathsOf(resource: string, here = ''): ((row: { readonly id: number }) => string) | undefined {
  const list = listPathOf(resource, here);
  if (list !== undefined && paths.has(`${list}/:id`)) return ({ id }) => `${list}/${id}`;
  const own = listed.find((page) => page.entry.rows === resource && mayOpen(page))?.entry.path;
  return own === undefined ? undefined : ({ id }) => own.replace(':id', String(id));
}
