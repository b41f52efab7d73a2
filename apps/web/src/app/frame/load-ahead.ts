import { queryClient } from '../../lib/api/query-client.ts';

const afterMs = 500;

export const loadRelogin = async () => (await import('./relogin-form.tsx')).ReloginForm;

/** Parts that are wanted without warning, or by nearly every page, the most urgent first. */
const parts: readonly (() => Promise<unknown>)[] = [loadRelogin, () => import('../default-screen.tsx')];

/** Loads parts one after the other while nothing is asked for and nothing is drawn. One that does not come is loaded when it is wanted. */
export function loadAhead(): void {
  const left = parts.values();
  const next = (): void => {
    if (queryClient.isFetching() > 0) return later();
    const { value: load } = left.next();
    void load?.().then(later, later);
  };
  // Not every browser tells when it is idle.
  const later = (): void =>
    void setTimeout(() => ('requestIdleCallback' in globalThis ? requestIdleCallback(next) : next()), afterMs);
  later();
}
