import { useEffect } from 'react';

import { useTab } from '../../../ui/tab-host/tab-context.ts';
import { useListContext } from '../../list-context.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ListState } from '../../../resource-client/query.ts';

/** A list as it was shown last: where the page of a row finds its neighbours. */
export interface SeenList {
  readonly resource: AnyResource;
  readonly asked: ListState;
  readonly ids: readonly number[];
  readonly total: number;
}

const seenLists = new Map<string, SeenList>();
/** The row whose page was opened last, by the address of its list. */
const openedRows = new Map<string, number>();

export const seenList = (path: string): SeenList | undefined => seenLists.get(path);

export function rememberList(path: string, list: SeenList): void {
  seenLists.set(path, list);
}

export function rememberRow(path: string, id: number): void {
  openedRows.set(path, id);
}

const rowLink = (id: number): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(`tr[data-row-key="${id}"]`)].find(
    (row) => row.getClientRects().length > 0,
  ) ?? null;

/** Remembers the order of a list for the pages of its rows; on return the row that was opened has the focus. */
export function ListMemory() {
  const path = useTab().key;
  const { resource, asked, rows, page, isLoading } = useListContext();
  useEffect(() => {
    if (!isLoading) rememberList(path, { resource, asked, ids: rows.map(({ id }) => id), total: page?.total ?? 0 });
  }, [path, resource, asked, rows, page, isLoading]);
  useEffect(() => {
    const id = openedRows.get(path);
    if (id === undefined || isLoading) return;
    openedRows.delete(path);
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) rowLink(id)?.focus();
  }, [path, isLoading]);
  return null;
}
