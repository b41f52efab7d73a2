import { routes, type RouteEntry } from '@kangmai/model/menu';
import { useMemo } from 'react';
import { useLocation } from 'react-router';

import { useSession } from '../../lib/session/session.ts';

import { closedAt, findRoute, screenKey, visibleRoutes, type RouteMatch } from './route-tree.ts';
import { findScreen } from './screen-registry.ts';

const hasScreen = (key: string): boolean => findScreen(key) !== undefined;

export function useMenuRoutes(): readonly RouteEntry[] {
  const permissions = useSession((session) => session.permissions);
  return useMemo(() => visibleRoutes(routes, permissions, hasScreen), [permissions]);
}

export function canOpen(path: string, permissions: ReadonlySet<string>): boolean {
  const match = findRoute(path);
  return (
    match !== undefined &&
    findScreen(screenKey(match.entry)) !== undefined &&
    closedAt(match, permissions) === undefined
  );
}

export function useCurrentRoute(): RouteMatch | undefined {
  const { pathname } = useLocation();
  const permissions = useSession((session) => session.permissions);
  return canOpen(pathname, permissions) ? findRoute(pathname) : undefined;
}

/** The first of several addresses that the user can open. */
export function useFirstOpenable(paths: readonly string[]): string | undefined {
  const permissions = useSession((session) => session.permissions);
  return paths.find((path) => canOpen(path.split('?')[0] ?? path, permissions));
}
