import { startTransition, useEffect, useState } from 'react';

const together = 20;

/** How many of the rows are drawn: those in view at once, the others after them, some at a time between frames. */
export function useGrown(count: number): number {
  const [drawn, setDrawn] = useState(together);
  useEffect(() => {
    if (drawn >= count) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A frame with the rows so far comes first.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setDrawn(drawn + together)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [drawn, count]);
  return Math.min(drawn, count);
}
