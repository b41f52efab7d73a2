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

test('after closing the second tab is next, or the only one left', () => {
  expect(nextAfterClose(tabs).key).toBe('/a');
  expect(nextAfterClose([homeTab]).key).toBe(homePath);
});
