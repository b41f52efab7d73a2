import { createContext, use, useEffect, useState } from 'react';

/** Cancels the reads under way, or starts them again. */
export interface Waiting {
  readonly cancel: () => void;
  readonly again: () => void;
}

export const WaitContext = createContext<Waiting | null>(null);

const slowMs = 10_000;

/** Whether something has been active for an unusually long time. */
export function useSlow(isActive: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isActive]);
  return isSlow && isActive;
}

export const useWaiting = (): Waiting | null => use(WaitContext);
