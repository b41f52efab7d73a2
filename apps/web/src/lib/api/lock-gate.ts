import { create } from 'zustand';

type Phase = 'open' | 'closing' | 'locked';

/** While the screen is locked, calls wait. `closing`: the lock was requested and the page is still visible. */
export const useLockGate = create<{ phase: Phase }>(() => ({ phase: 'open' }));

let waiting: (() => void)[] = [];

export const isGateOpen = (): boolean => useLockGate.getState().phase === 'open';

export const closeGate = (phase: Exclude<Phase, 'open'>): void => useLockGate.setState({ phase });

export function openGate(): void {
  useLockGate.setState({ phase: 'open' });
  const released = waiting;
  waiting = [];
  for (const release of released) release();
}

/** Resolves when the screen is unlocked; rejects when the call is aborted. */
export function whenOpen(signal: AbortSignal | undefined): Promise<void> {
  if (isGateOpen()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    waiting.push(resolve);
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), { once: true });
  });
}
