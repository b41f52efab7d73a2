import { useEffect, useState } from 'react';

const slowMs = 10_000;

/** True when something has been under way for longer than anybody likes to wait. */
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
