import { homePath } from '@kangmai/model/menu';
import { expect, test } from 'vitest';

import { closedBy, homeTab, newTab, nextAfterClose, openTab } from './tabs.ts';

const tabs = [homeTab, newTab('/a'), { ...newTab('/b'), isPinned: true }, newTab('/c')];
const keys = (list: readonly { key: string }[]): string[] => list.map(({ key }) => key);

test('opening an open page makes no second tab and takes over its search', () => {
  expect(openTab(tabs, '/a', '')).toBe(tabs);
  expect(openTab(tabs, '/a', '?page=2')[1]).toMatchObject({ key: '/a', search: '?page=2' });
  expect(keys(openTab(tabs, '/a/7', ''))).toEqual([homePath, '/a', '/b', '/c', '/a/7']);
});

test('closing everything keeps the home tab', () => {
  expect(keys(closedBy(tabs, 'closeAll', '/a'))).toEqual(['/a', '/b', '/c']);
});

test('closing others keeps home, the tab itself and pinned ones', () => {
  expect(keys(closedBy(tabs, 'closeOthers', '/c'))).toEqual(['/a']);
});

test('closing to one side stops at the tab', () => {
  expect(keys(closedBy(tabs, 'closeLeft', '/c'))).toEqual(['/a']);
  expect(keys(closedBy(tabs, 'closeRight', '/a'))).toEqual(['/c']);
});

test('the home tab cannot be closed', () => {
  expect(closedBy(tabs, 'close', homePath)).toEqual([]);
});

const recent = ['/c', '/b', homePath, '/a'];
const closing = (active: string) => ({ tabs, gone: new Set([active]), active, recent });

test('SH-047 after closing the tab in front the second tab is next, or the only one left', () => {
  expect(nextAfterClose(closing('/c'), 'second').key).toBe('/a');
  expect(nextAfterClose(closing('/a'), 'second').key).toBe('/b');
  expect(
    nextAfterClose({ tabs: [homeTab, newTab('/a')], gone: new Set(['/a']), active: '/a', recent: [] }, 'second').key,
  ).toBe(homePath);
});

test('SH-047 by preference the tab beside it is next: the one to the right, or at the end the one to the left', () => {
  expect(nextAfterClose(closing('/a'), 'neighbour').key).toBe('/b');
  expect(nextAfterClose(closing('/c'), 'neighbour').key).toBe('/b');
  expect(nextAfterClose({ ...closing('/c'), gone: new Set(['/a', '/b', '/c']) }, 'neighbour').key).toBe(homePath);
});

test('SH-047 by preference the tab used last is next, never a closed one', () => {
  expect(nextAfterClose(closing('/c'), 'recent').key).toBe('/b');
  expect(nextAfterClose({ ...closing('/c'), gone: new Set(['/b', '/c']) }, 'recent').key).toBe(homePath);
});
