import { homePath } from '@kangmai/model/menu';

import type { TabCommand } from '../../ui/tab-strip/tab-strip.types.ts';

/** One opened page. */
export interface OpenTab {
  /** Path of the page: a record has its own. */
  key: string;
  /** Filter, sort and page of the list, as in the address. */
  search: string;
  /** Name given by the page; null until it has spoken. */
  title: string | null;
  isPinned: boolean;
  /** Grows when the page is to be built anew. */
  generation: number;
}

export const tabLimit = 30;

export const newTab = (key: string, search = ''): OpenTab => ({ key, search, title: null, isPinned: false, generation: 0 });

export const homeTab: OpenTab = newTab(homePath);

export const isClosable = (tab: OpenTab): boolean => tab.key !== homePath;

/** The tabs with the one of this address among them; its search follows the address. */
export function openTab(tabs: readonly OpenTab[], key: string, search: string): readonly OpenTab[] {
  const known = tabs.find((tab) => tab.key === key);
  if (!known) return [...tabs, newTab(key, search)];
  return known.search === search ? tabs : tabs.map((tab) => (tab === known ? { ...tab, search } : tab));
}

type Closing = Extract<TabCommand, 'close' | 'closeLeft' | 'closeRight' | 'closeOthers' | 'closeAll'>;

/** Which tabs a closing command takes away. The home tab stays; pinned ones go only when closed by name or by 关闭所有. */
export function closedBy(tabs: readonly OpenTab[], command: Closing, key: string): readonly OpenTab[] {
  const at = tabs.findIndex((tab) => tab.key === key);
  const chosen: Readonly<Record<Closing, (tab: OpenTab, index: number) => boolean>> = {
    close: (tab) => tab.key === key,
    closeLeft: (tab, index) => index < at && !tab.isPinned,
    closeRight: (tab, index) => index > at && !tab.isPinned,
    closeOthers: (tab) => tab.key !== key && !tab.isPinned,
    closeAll: () => true,
  };
  return tabs.filter((tab, index) => isClosable(tab) && chosen[command](tab, index));
}

/** Where to go when the active tab was closed: the second tab, or the first when one remains. */
export const nextAfterClose = (left: readonly OpenTab[]): OpenTab => left[1] ?? left[0] ?? homeTab;
