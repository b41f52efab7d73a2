import { QueryClient } from '@tanstack/react-query';

import { onceAtATime } from '../once-at-a-time.ts';

/** One cache for the whole client. The api client itself repeats reads, so the cache does not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 300_000,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** What waiting users can do: give up what is being read for what they see, and have it read again. */
export const waiting = {
  cancel: (): void => void queryClient.cancelQueries({ type: 'active', fetchStatus: 'fetching' }),
  again: (): void =>
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'pending' && state.fetchStatus === 'idle',
    }),
};

/** First word of the keys of figures that a real-time event or a reconnect makes stale. */
export const countsKey = 'counts';

/**
 * Reads what begins with a key anew whenever its call is made, once at a time. What is being read for the first time may be older than the
 * news, and is not given up for them: it is read once more behind that.
 */
export const readerOf = (queryKey: readonly unknown[]): (() => Promise<void>) =>
  onceAtATime(async () => {
    const isFirst = queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;
    await queryClient.invalidateQueries({ queryKey });
    if (isFirst) await queryClient.invalidateQueries({ queryKey });
  });

/** Has the figures counted anew. */
export const countAnew = readerOf([countsKey]);
