import { pagesOf } from '@kangmai/model/menu';

import { titleOf } from '../route-tree.ts';

import type { RouteEntry } from '@kangmai/model/menu';
import type { SearchPage } from './find-pages.ts';

// The build writes the sound of every title in its place, so that no browser carries a dictionary of Chinese.
declare const builtTitleSounds: Readonly<Record<string, string>>;

/** The pages of a menu as the search knows them. */
export function searchPages(menu: readonly RouteEntry[]): readonly SearchPage[] {
  return pagesOf(menu).map(({ entry, groups }) => ({
    path: entry.path,
    title: titleOf(entry),
    groups: groups.map(titleOf),
    syllables: builtTitleSounds[entry.title]?.split(' ') ?? [],
  }));
}
