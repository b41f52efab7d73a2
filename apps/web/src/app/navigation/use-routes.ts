import { routes, type RouteEntry } from '@kangmai/model/menu';
import { useMemo } from 'react';
import { useLocation } from 'react-router';

import { useSession } from '../../lib/session/session.ts';

import { closedAt, findRoute, screenKey, visibleRoutes, type RouteMatch } from './route-tree.ts';
import { findScreen } from './screen-registry.ts';

const hasScreen = (key: string): boolean => findScreen(key) !== undefined;

/** The menu of the signed-in user. */
export function useMenuRoutes(): readonly RouteEntry[] {
  const permissions = useSession((session) => session.permissions);
  return useMemo(() => visibleRoutes(routes, permissions, hasScreen), [permissions]);
}

/** Whether an address leads to a page that exists and that the user may open. */
export function canOpen(path: string, permissions: ReadonlySet<string>): boolean {
  const match = findRoute(path);
  return (
    match !== undefined &&
    findScreen(screenKey(match.entry)) !== undefined &&
    closedAt(match, permissions) === undefined
  );
}

/** The page of the address in front; undefined where there is none or the user may not see it. */
export function useCurrentRoute(): RouteMatch | undefined {
  const { pathname } = useLocation();
  const permissions = useSession((session) => session.permissions);
  return canOpen(pathname, permissions) ? findRoute(pathname) : undefined;
}

/** `canOpen` for components: the first of several addresses that can be opened. */
export function useFirstOpenable(paths: readonly string[]): string | undefined {
  const permissions = useSession((session) => session.permissions);
  return paths.find((path) => canOpen(path.split('?')[0] ?? path, permissions));
}
