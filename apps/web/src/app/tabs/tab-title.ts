import { findRoute, titleOf } from '../navigation/route-tree.ts';

import type { OpenTab } from './tabs.ts';

/** Name of a tab: the title that its page set, else the title of its route. */
export function titleOfTab(tab: OpenTab): string {
  const match = findRoute(tab.key);
  return tab.title ?? (match ? titleOf(match.entry) : tab.key);
}
