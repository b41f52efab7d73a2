import { homePath } from '@kangmai/model/menu';

import type { TabCommand } from '../../ui/tab-strip/tab-strip.types.ts';

export interface OpenTab {
  /** Path of the page; pages of single records have one each. */
  key: string;
  /** Filter, sort and page of the list, as in the address. */
  search: string;
  /** Title set by the page; null until it is rendered. */
  title: string | null;
  isPinned: boolean;
  /** Incremented to remount the page. */
  generation: number;
}

export const tabLimit = 30;

export const newTab = (key: string, search = ''): OpenTab => ({
  key,
  search,
  title: null,
  isPinned: false,
  generation: 0,
});

export const homeTab: OpenTab = newTab(homePath);

export const isClosable = (tab: OpenTab): boolean => tab.key !== homePath;

/** The tabs including the one of this address; its search follows the address. */
export function openTab(tabs: readonly OpenTab[], key: string, search: string): readonly OpenTab[] {
  const known = tabs.find((tab) => tab.key === key);
  if (!known) return [...tabs, newTab(key, search)];
  return known.search === search ? tabs : tabs.map((tab) => (tab === known ? { ...tab, search } : tab));
}

type Closing = Extract<TabCommand, 'close' | 'closeLeft' | 'closeRight' | 'closeOthers' | 'closeAll'>;

/** Keys that a close command removes. The home tab stays; pinned tabs are closed only by name or by 关闭所有. */
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

/** The tab after closing the active one: the second (or the first if alone), the neighbour, or the last used. */
export type CloseRule = 'second' | 'neighbour' | 'recent';

interface Closed {
  tabs: readonly OpenTab[];
  gone: ReadonlySet<string>;
  active: string;
  recent: readonly string[];
}

export function nextAfterClose({ tabs, gone, active, recent }: Closed, rule: CloseRule): OpenTab {
  const left = tabs.filter(({ key }) => !gone.has(key));
  const at = tabs.findIndex(({ key }) => key === active);
  const isLeft = ({ key }: OpenTab): boolean => !gone.has(key);
  const wanted: Readonly<Record<CloseRule, () => OpenTab | undefined>> = {
    second: () => left[1],
    neighbour: () => tabs.slice(at + 1).find(isLeft) ?? tabs.slice(0, at).findLast(isLeft),
    recent: () => recent.map((key) => left.find((tab) => tab.key === key)).find((tab) => tab !== undefined),
  };
  return wanted[rule]() ?? left[0] ?? homeTab;
}
