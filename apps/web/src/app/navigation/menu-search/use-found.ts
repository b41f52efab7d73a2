import { shellCalls, shellPermissions } from '@kangmai/model/menu';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';

import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/permissions.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { recentPages } from '../../tabs/tabs-store.ts';
import { useMenuRoutes } from '../use-routes.ts';

import { findPages, type SearchPage } from './find-pages.ts';
import { foundGroups, type Found, type FoundGroup } from './found-entries.ts';
import { searchPages } from './search-pages.ts';

const recentShown = 5;
const shown = 8;
const nobody: Found = { people: [], cases: [], families: [], tags: [], staff: [] };

function usePages(question: string): readonly SearchPage[] {
  const menu = useMenuRoutes();
  const { pathname } = useLocation();
  const pages = useMemo(() => searchPages(menu), [menu]);
  const recent = useMemo(() => recentPages().filter((path) => path !== pathname), [pathname]);
  if (question !== '') return findPages(pages, question).slice(0, shown);
  return recent.flatMap((path) => pages.find((page) => page.path === path) ?? []).slice(0, recentShown);
}

/** Digits are asked late: a search by a whole number is recorded, and its beginnings should not be. */
const pauseOf = (question: string): number => (/\d/.test(question) ? 500 : 150);

/** What a question finds. `isHurried` asks at once, for an Enter before the pause is over. */
export function useFound(
  question: string,
  isHurried: boolean,
): { readonly groups: readonly FoundGroup[]; readonly isPending: boolean } {
  const mayPeople = useCan(shellPermissions.clients);
  const settled = useSettled(question, pauseOf(question));
  const filter = isHurried ? question : settled;
  const { data, isFetching } = useQuery({
    queryKey: [shellCalls.find, filter],
    queryFn: ({ signal }) => api.get<Found>(shellCalls.find, { filter }, { signal }),
    enabled: mayPeople,
    gcTime: 0,
    staleTime: 0,
  });
  const pages = usePages(question);
  const isPending = mayPeople && (filter !== question || (isFetching && data === undefined));
  const found = data === undefined || filter !== question ? nobody : data;
  return { groups: foundGroups(found, pages, question !== ''), isPending };
}
