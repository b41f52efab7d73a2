import { QueryClient } from '@tanstack/react-query';

import { onceAtATime } from '../once-at-a-time.ts';

/** One cache for the whole client. The api client itself repeats reads, so the cache does not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 300_000, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** What waiting users can do: give up what is being read for what they see, and have it read again. */
export const waiting = {
  cancel: (): void => void queryClient.cancelQueries({ type: 'active', fetchStatus: 'fetching' }),
  again: (): void => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'pending' && state.fetchStatus === 'idle' }),
};

/** First word of the keys of figures that a real-time event or a reconnect makes stale. */
export const countsKey = 'counts';

const figures = { queryKey: [countsKey] } as const;

/** Has the figures counted anew. One that is being counted for the first time may be older than what moved it: it is counted once more behind that. */
export const countAnew = onceAtATime(async () => {
  const isFirst = queryClient.isFetching({ ...figures, predicate: ({ state }) => state.data === undefined }) > 0;
  await queryClient.invalidateQueries(figures);
  if (isFirst) await queryClient.invalidateQueries(figures);
});
