import { firstPagePath, homePath } from '@kangmai/model/menu';
import { create } from 'zustand';

import { queryClient } from '../../lib/api/query-client.ts';
import { readScoped, storageKeys, writeScoped } from '../../lib/storage-keys.ts';
import { findRoute } from '../navigation/route-tree.ts';
import { canOpen } from '../navigation/use-routes.ts';

import { homeTab, newTab, openTab, type OpenTab } from './tabs.ts';

interface TabsState {
  tabs: readonly OpenTab[];
  recent: readonly string[];
  dirty: ReadonlySet<string>;
}

export const useTabs = create<TabsState>(() => ({ tabs: [homeTab], recent: [homePath], dirty: new Set() }));

const { getState, setState } = useTabs;

// Titles and filters may contain names of people; only addresses are stored in the browser.
const storedTab = (tab: OpenTab) => ({ key: tab.key, isPinned: tab.isPinned });

function replaceTabs(tabs: readonly OpenTab[]): void {
  setState({ tabs });
  writeScoped(storageKeys.openedTabs, tabs.map(storedTab));
}

function isKept(value: unknown): value is ReturnType<typeof storedTab> {
  return typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string';
}

const firstTabs = [{ key: firstPagePath, isPinned: false }];

/** Restores the tabs of the last visit that the user may still open; a first visit starts with the record page. */
export function restoreTabs(permissions: ReadonlySet<string>): void {
  const stored = readScoped(storageKeys.openedTabs);
  const entries = Array.isArray(stored) ? stored.filter(isKept) : firstTabs;
  const tabs = entries
    .filter(({ key }) => key !== homePath && canOpen(key, permissions))
    .map(({ key, isPinned }) => ({ ...newTab(key), isPinned: Boolean(isPinned) }));
  replaceTabs([homeTab, ...tabs]);
}

const remembered = 6;

/** Addresses of recently used pages, newest first, without pages of single records. */
export function recentPages(): readonly string[] {
  const stored = readScoped(storageKeys.recentPages);
  return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];
}

function remember(key: string): void {
  if (findRoute(key)?.entry.path !== key) return;
  writeScoped(storageKeys.recentPages, [key, ...recentPages().filter((path) => path !== key)].slice(0, remembered));
}

export function activateTab(key: string, search: string): void {
  const { tabs, recent } = getState();
  const next = openTab(tabs, key, search);
  if (next !== tabs) replaceTabs(next);
  if (recent[0] === key) return;
  setState({ recent: [key, ...recent.filter((other) => other !== key)] });
  remember(key);
}

const patchTab = (key: string, patch: Partial<OpenTab>): void =>
  replaceTabs(getState().tabs.map((tab) => (tab.key === key ? { ...tab, ...patch } : tab)));

export function removeTabs(keys: readonly string[]): void {
  const gone = new Set(keys);
  const { tabs, recent, dirty } = getState();
  setState({
    recent: recent.filter((key) => !gone.has(key)),
    dirty: new Set([...dirty].filter((key) => !gone.has(key))),
  });
  replaceTabs(tabs.filter(({ key }) => !gone.has(key)));
}

export function setTabTitle(key: string, title: string): void {
  const tab = getState().tabs.find((known) => known.key === key);
  if (tab && tab.title !== title) patchTab(key, { title });
}

export const setTabPinned = (key: string, isPinned: boolean): void => patchTab(key, { isPinned });

export function rebuildTab(key: string): void {
  void queryClient.invalidateQueries({ refetchType: 'none' });
  const tab = getState().tabs.find((known) => known.key === key);
  if (tab) patchTab(key, { generation: tab.generation + 1 });
  setTabDirty(key, false);
}

export function setTabDirty(key: string, isDirty: boolean): void {
  const { dirty } = getState();
  if (dirty.has(key) === isDirty) return;
  const next = new Set(dirty);
  if (isDirty) next.add(key);
  else next.delete(key);
  setState({ dirty: next });
}
