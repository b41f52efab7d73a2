import { useEffect, useState, type RefObject } from 'react';

import { bringIntoBox } from '../bring-into-box.ts';

const arrowStep = 240;

interface StripScroll {
  isOverflowing: boolean;
  scrollBy: (direction: -1 | 1) => void;
}

/** Horizontal scrolling of the tab row: by wheel, by arrows, and always to the active tab. */
export function useStripScroll(
  row: RefObject<HTMLElement | null>,
  activeKey: string | null,
  count: number,
): StripScroll {
  const [isOverflowing, setOverflowing] = useState(false);

  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const measure = (): void => setOverflowing(element.scrollWidth > element.clientWidth + 1);
    const wheel = (event: WheelEvent): void => {
      if (element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY + event.deltaX;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, [row, count]);

  useEffect(() => {
    const open = row.current?.querySelector('[aria-current="page"]')?.closest('li');
    if (row.current && open) bringIntoBox(row.current, open);
  }, [row, activeKey, count, isOverflowing]);

  return {
    isOverflowing,
    scrollBy: (direction) => row.current?.scrollBy({ left: direction * arrowStep, behavior: 'smooth' }),
  };
}
