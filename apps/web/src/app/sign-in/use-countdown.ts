import { useEffect, useState } from 'react';

/** Seconds left of a countdown that restarts with every new `cause`; 0 when idle. */
export function useCountdown(cause: object | null, seconds: number | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    setLeft(seconds ?? 0);
    if (seconds === null) return undefined;
    const timer = setInterval(() => setLeft((current) => Math.max(0, current - 1)), 1000);
    return () => clearInterval(timer);
  }, [cause, seconds]);
  return left;
}
