import { jsonKeyOf } from '@kangmai/resource';

import { api } from '../lib/api/api.ts';

import type { AnyResource } from '@kangmai/resource';

export interface TreeRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly displayName: string;
  readonly childCount: number;
}

/** The rows of a tree; of a very large one those of the top. */
export const getTree = async (resource: AnyResource, signal: AbortSignal): Promise<readonly TreeRow[]> =>
  (await api.get<{ readonly items: readonly TreeRow[] }>(`${resource.wire.service}/GetTree`, {}, { signal })).items;

/** Puts a row, with all below it, under another one or at the top; its other values stay. */
export async function moveRow(resource: AnyResource, id: number, parentId: number | null): Promise<void> {
  const name = resource.tree?.parent ?? '';
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} is no tree`);
  await api.post(`${resource.wire.service}/${resource.wire.calls.save}`, { id, [jsonKeyOf(name, field)]: parentId });
}
