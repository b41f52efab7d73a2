import { loadDefinition } from '@kangmai/model/catalogue';
import { matchPath } from 'react-router';

import { loadPart } from '../../lib/lazy-part.ts';
import { listRowsById } from '../../resource-client/calls.ts';
import { rowTabTitle } from '../../resource-client/row-person.ts';
import { findRoute } from '../navigation/route-tree.ts';
import { setTabTitle, useTabs } from './tabs-store.ts';

interface RecordTab {
  readonly key: string;
  readonly resource: string;
  readonly id: number;
}

/** The row that an address shows on a page of its own. */
function recordAt(key: string): RecordTab | undefined {
  const { path = '', rows } = findRoute(key)?.entry ?? {};
  const id = Number(matchPath(path, key)?.params['id']);
  return rows !== undefined && Number.isSafeInteger(id) && id > 0 ? { key, resource: rows, id } : undefined;
}

const isNameless = (key: string): boolean => useTabs.getState().tabs.some((tab) => tab.key === key && !tab.title);

async function nameTabsOf(resource: string, tabs: readonly RecordTab[]): Promise<void> {
  const definition = await loadPart(() => loadDefinition(resource));
  const rows = await listRowsById(definition, [...new Set(tabs.map(({ id }) => id))]);
  const titles = new Map(rows.map((row) => [row.id, rowTabTitle(definition, row)]));
  for (const { key, id } of tabs) {
    const title = titles.get(id);
    if (title !== undefined && isNameless(key)) setTabTitle(key, title);
  }
}

/** Names the restored tabs of records: one call a resource, because only addresses are stored in the browser. */
export async function nameRecordTabs(): Promise<void> {
  const records = useTabs
    .getState()
    .tabs.map(({ key }) => recordAt(key))
    .filter((record) => record !== undefined);
  const resources = [...new Set(records.map(({ resource }) => resource))];
  await Promise.allSettled(
    resources.map((name) =>
      nameTabsOf(
        name,
        records.filter(({ resource }) => resource === name),
      ),
    ),
  );
}
