import { queryOptions, useQuery } from '@tanstack/react-query';

import { ApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import {
  getMyLists,
  listViews,
  saveKeys,
  saveLook,
  type KeptLook,
  type ListView,
  type MyLists,
} from '../api/resource-lists.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Look } from './look.ts';

const nothing: MyLists = { looks: [], defaults: [], hasKeys: true };

/** The user's arrangements, read once: lists then open as they were left, without asking. */
export const myListsQuery = queryOptions({
  queryKey: ['my-lists'],
  queryFn: ({ signal }) => getMyLists(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The user's arrangements; undefined until they are known. A server that does not tell leaves the lists as they usually are. */
export function useMyLists(): MyLists | undefined {
  const { data, isPending } = useQuery(myListsQuery);
  return isPending ? undefined : (data ?? nothing);
}

export const viewsQuery = (resource: AnyResource) =>
  queryOptions({
    queryKey: ['list-views', resource.name],
    queryFn: ({ signal }) => listViews(resource, signal),
    staleTime: 60_000,
  });

/** The views to choose from; undefined until they are known. */
export function useViews(resource: AnyResource, isWanted: boolean): readonly ListView[] | undefined {
  const { data, isPending } = useQuery({ ...viewsQuery(resource), enabled: isWanted });
  return isPending ? undefined : (data ?? []);
}

/** Reads views and the ones that lists open with again, after one was saved, chosen or deleted. */
export async function refreshViews(resource: AnyResource): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['list-views', resource.name] }),
    queryClient.invalidateQueries({ queryKey: myListsQuery.queryKey }),
  ]);
}

type Place = Pick<KeptLook, 'resource' | 'place'>;

const isAt =
  ({ resource, place }: Place) =>
  (kept: KeptLook): boolean =>
    kept.resource === resource && kept.place === place;

export const keptLook = ({ looks }: MyLists, place: Place): KeptLook | undefined => looks.find(isAt(place));

function setLook(place: Place, change: Partial<KeptLook>): KeptLook {
  const mine = queryClient.getQueryData(myListsQuery.queryKey) ?? nothing;
  const next: KeptLook = {
    look: null,
    rowVersion: 0,
    ...keptLook(mine, place),
    resource: place.resource,
    place: place.place,
    ...change,
  };
  queryClient.setQueryData(myListsQuery.queryKey, {
    ...mine,
    looks: [...mine.looks.filter((kept) => !isAt(place)(kept)), next],
  });
  return next;
}

/** Turns the single keys of lists on or off; takes it back when the server did not keep it. */
export async function keepKeys(isOn: boolean): Promise<void> {
  const set = (hasKeys: boolean): void =>
    void queryClient.setQueryData(myListsQuery.queryKey, (mine) => ({ ...nothing, ...mine, hasKeys }));
  set(isOn);
  await saveKeys(isOn).catch((error: unknown) => {
    set(!isOn);
    throw error;
  });
}

const saving = new Map<string, Promise<void>>();

async function send(place: Place): Promise<void> {
  const kept = keptLook(queryClient.getQueryData(myListsQuery.queryKey) ?? nothing, place);
  if (!kept) return;
  setLook(place, { rowVersion: await saveLook(kept) });
}

/**
 * Shows an arrangement at once and keeps it on the server, one save of a list after the other. When it was changed elsewhere meanwhile
 * the newer one is taken.
 * @returns whether that happened; throws what else went wrong
 */
export async function keepLook(place: Place, look: Partial<Look> | null): Promise<'kept' | 'newer'> {
  setLook(place, { look });
  const key = `${place.resource} ${place.place}`;
  const turn = (saving.get(key) ?? Promise.resolve()).catch(() => undefined).then(() => send(place));
  saving.set(key, turn);
  try {
    await turn;
    return 'kept';
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    await queryClient.refetchQueries({ queryKey: myListsQuery.queryKey });
    return 'newer';
  }
}
