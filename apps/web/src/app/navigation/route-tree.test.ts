import { expect, test } from 'vitest';

import { closedAt, findRoute, visibleRoutes } from './route-tree.ts';

import type { RouteEntry } from '@kangmai/model/menu';

const routeAt = (path: string, rest: Partial<RouteEntry> = {}): RouteEntry => ({
  path,
  title: path,
  en: path,
  screen: 'known',
  ...rest,
});
const group = (path: string, children: readonly RouteEntry[], permission?: string): RouteEntry => ({
  path,
  title: path,
  en: path,
  children,
  ...(permission && { permission }),
});
const hasScreen = (key: string): boolean => key === 'known';

test('children are filtered first, then empty groups are dropped', () => {
  const entries = [group('/a', [routeAt('/a/1', { permission: 'P' })]), group('/b', [routeAt('/b/1')])];
  expect(visibleRoutes(entries, new Set(), hasScreen).map(({ path }) => path)).toEqual(['/b']);
});

test('a group of which the user lacks the permission hides its permitted children', () => {
  expect(visibleRoutes([group('/a', [routeAt('/a/1')], 'G')], new Set(), hasScreen)).toEqual([]);
});

test('hidden pages and pages without a screen are not in the menu', () => {
  expect(
    visibleRoutes([routeAt('/x', { hidden: true }), routeAt('/y', { screen: 'unknown' })], new Set(), hasScreen),
  ).toEqual([]);
});

test('a record has its own page beside the list', () => {
  expect(findRoute('/userManage/UserList')?.entry.screen).toBe('clients');
  expect(findRoute('/userManage/UserList/12')?.entry.screen).toBe('clientDetail');
  expect(findRoute('/nowhere')).toBeUndefined();
});

test('the group is asked before the page', () => {
  const match = findRoute('/userManage/UserList');
  expect(match && closedAt(match, new Set())?.permission).toBe('Pages.CustomerManage');
  expect(match && closedAt(match, new Set(['Pages.CustomerManage']))?.path).toBe('/userManage/UserList');
  expect(match && closedAt(match, new Set(['Pages.CustomerManage', 'Pages.CustomerManage.Clients']))).toBeUndefined();
});
