import { QueryClient } from '@tanstack/react-query';

/** One cache for the whole client. The api client itself repeats reads, so the cache does not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 300_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** First word of the keys of figures that a real-time event or a reconnect makes stale. */
export const countsKey = 'counts';
