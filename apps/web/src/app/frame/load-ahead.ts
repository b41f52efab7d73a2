import { queryClient } from '../../lib/api/query-client.ts';

const afterMs = 500;

export const loadRelogin = async () => (await import('./relogin-form.tsx')).ReloginForm;

/** Parts that are needed suddenly or by nearly every page, most urgent first. */
const parts: readonly (() => Promise<unknown>)[] = [loadRelogin, () => import('../default-screen.tsx')];

/** Loads the parts one by one while the page is idle. A part that fails is loaded when it is needed. */
export function loadAhead(): void {
  const left = parts.values();
  const next = (): void => {
    if (queryClient.isFetching() > 0) return later();
    const { value: load } = left.next();
    void load?.().then(later, later);
  };
  // Safari has no requestIdleCallback.
  const later = (): void =>
    void setTimeout(() => ('requestIdleCallback' in globalThis ? requestIdleCallback(next) : next()), afterMs);
  later();
}
