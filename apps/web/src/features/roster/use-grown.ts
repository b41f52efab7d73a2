import { startTransition, useEffect, useState, type RefObject } from 'react';

const together = 20;
const againMs = 100;

interface Growing {
  readonly count: number;
  /** The table, by its first day, and the one that was requested last. */
  readonly shown: string;
  readonly asked: RefObject<string>;
}

/**
 * How many of the rows are drawn: those in view at once, the others after them, some at a time between frames. A table
 * that is about to be replaced waits, because each of its steps would begin the drawing of the next table once more.
 */
export function useGrown({ count, shown, asked }: Growing): number {
  const [drawn, setDrawn] = useState(together);
  useEffect(() => {
    if (drawn >= count) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const grow = (): void => {
      if (asked.current === shown) startTransition(() => setDrawn(drawn + together));
      else timer = setTimeout(grow, againMs);
    };
    // A frame with the rows so far comes first.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(grow);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [drawn, count, shown, asked]);
  return Math.min(drawn, count);
}
