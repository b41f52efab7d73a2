import { useEffect, useState } from 'react';

/** Seconds left, counting down from `seconds` whenever a new `cause` comes; 0 when there is nothing to wait for. */
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
