import { QueryClient } from '@tanstack/react-query';

import { onceAtATime } from '../once-at-a-time.ts';

/** The cache of the whole client. The api client retries reads, so the cache does not. */
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

/** Cancels the visible reads, or starts them again, for users who are tired of waiting. */
export const waiting = {
  cancel: (): void => void queryClient.cancelQueries({ type: 'active', fetchStatus: 'fetching' }),
  again: (): void =>
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'pending' && state.fetchStatus === 'idle',
    }),
};

/** First part of the cache keys of counts that live events and reconnects make stale. */
export const countsKey = 'counts';

/**
 * Returns a function that refetches a key, one fetch at a time. A first fetch that is under way is not cancelled;
 * another one follows it, because its data may be older than the event.
 */
export const readerOf = (queryKey: readonly unknown[]): (() => Promise<void>) =>
  onceAtATime(async () => {
    const isFirst = queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;
    await queryClient.invalidateQueries({ queryKey });
    if (isFirst) await queryClient.invalidateQueries({ queryKey });
  });

/** Refetches the counts. */
export const countAnew = readerOf([countsKey]);
