import { pagesOf } from '@kangmai/model/menu';

import { titleOf } from '../route-tree.ts';

import type { RouteEntry } from '@kangmai/model/menu';
import type { SearchPage } from './find-pages.ts';

// Inserted by the build, so that the browser needs no pinyin dictionary.
declare const builtTitleSounds: Readonly<Record<string, string>>;

export function searchPages(menu: readonly RouteEntry[]): readonly SearchPage[] {
  return pagesOf(menu).map(({ entry, groups }) => ({
    path: entry.path,
    title: titleOf(entry),
    groups: groups.map(titleOf),
    syllables: builtTitleSounds[entry.title]?.split(' ') ?? [],
  }));
}
