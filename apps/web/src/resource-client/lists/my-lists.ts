import { queryOptions, useQuery } from '@tanstack/react-query';

import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { getMyLists, listViews, saveKeys, saveLook, type KeptLook, type ListView, type MyLists } from '../lists.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Look } from './look.ts';

const nothing: MyLists = { looks: [], defaults: [], hasKeys: true };

/** The user's layouts, loaded once, so that lists open without a request. */
export const myListsQuery = queryOptions({
  queryKey: ['my-lists'],
  queryFn: ({ signal }) => getMyLists(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The user's layouts; undefined while loading. When loading fails, lists use their defaults. */
export function useMyLists(): MyLists | undefined {
  const { data, isPending } = useQuery(myListsQuery);
  return isPending ? undefined : (data ?? nothing);
}

/** Whether lists answer to keys. */
export const useHasKeys = (): boolean => useMyLists()?.hasKeys ?? true;

export const viewsQuery = (resource: AnyResource) =>
  queryOptions({
    queryKey: ['list-views', resource.name],
    queryFn: ({ signal }) => listViews(resource, signal),
    staleTime: 60_000,
  });

export function useViews(resource: AnyResource, isWanted: boolean): readonly ListView[] | undefined {
  const { data, isPending } = useQuery({ ...viewsQuery(resource), enabled: isWanted });
  return isPending ? undefined : (data ?? []);
}

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

/** Turns single-letter shortcuts on or off; reverts when the server did not store it. */
export async function keepKeys(isOn: boolean): Promise<void> {
  const cacheKeys = (hasKeys: boolean): void =>
    void queryClient.setQueryData(myListsQuery.queryKey, (mine) => ({ ...nothing, ...mine, hasKeys }));
  cacheKeys(isOn);
  await saveKeys(isOn).catch((error: unknown) => {
    cacheKeys(!isOn);
    throw error;
  });
}

const saving = new Map<string, Promise<void>>();

async function sendLook(place: Place): Promise<void> {
  const kept = keptLook(queryClient.getQueryData(myListsQuery.queryKey) ?? nothing, place);
  if (!kept) return;
  setLook(place, { rowVersion: await saveLook(kept) });
}

/**
 * Applies a layout at once and saves it, one save per list at a time. When it was changed elsewhere, the newer one is
 * taken and true is returned. Throws other errors.
 */
export async function keepLook(place: Place, look: Partial<Look> | null): Promise<'kept' | 'newer'> {
  setLook(place, { look });
  const key = `${place.resource} ${place.place}`;
  const turn = (saving.get(key) ?? Promise.resolve()).catch(() => undefined).then(() => sendLook(place));
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
