import { create } from 'zustand';

/** `closing`: the lock was asked for and the page is still there; calls wait already. */
type Phase = 'open' | 'closing' | 'locked';

/** Whether the screen is locked: calls wait until it is opened again. */
export const useLockGate = create<{ phase: Phase }>(() => ({ phase: 'open' }));

let waiting: (() => void)[] = [];

export const isGateOpen = (): boolean => useLockGate.getState().phase === 'open';

export const closeGate = (phase: Exclude<Phase, 'open'>): void => useLockGate.setState({ phase });

/** Lets the calls go on that waited. */
export function openGate(): void {
  useLockGate.setState({ phase: 'open' });
  const released = waiting;
  waiting = [];
  for (const release of released) release();
}

/** Resolves while the screen is open; rejects when the call is given up meanwhile. */
export function whenOpen(signal: AbortSignal | undefined): Promise<void> {
  if (isGateOpen()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    waiting.push(resolve);
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), { once: true });
  });
}
