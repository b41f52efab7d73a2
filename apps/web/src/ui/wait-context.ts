import { createContext, use, useEffect, useState } from 'react';

/** How waiting ends early: what is being read is given up, and read again later. */
export interface Waiting {
  readonly cancel: () => void;
  readonly again: () => void;
}

export const WaitContext = createContext<Waiting | null>(null);

const slowMs = 10_000;

/** Whether something has been under way for longer than anybody likes to wait. */
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
