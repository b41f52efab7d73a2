import { startTransition, useEffect, useState } from 'react';

const together = 20;

/**
 * How many of the rows are drawn: those in view at once, the others after them, some at a time between frames. A table that is
 * about to be replaced grows no further.
 */
export function useGrown(count: number, isLeaving: boolean): number {
  const [drawn, setDrawn] = useState(together);
  useEffect(() => {
    if (drawn >= count || isLeaving) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A frame with the rows so far comes first.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setDrawn(drawn + together)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [drawn, count, isLeaving]);
  return Math.min(drawn, count);
}
