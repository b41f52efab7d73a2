import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

import { firstPage } from '../resource-client/address.ts';
import { useSteady } from '../lib/use-stable.ts';
import { phoneBelow } from '../ui/use-min-width.ts';

type Box = RefObject<HTMLElement | null>;

const fewest = 8;
const most = 60;
/** On phones the page scrolls, so the window sets no limit. */
const onPhone = 20;

/** How many rows fit the window; the table measures it before the first request. */
export interface PageFit {
  /** Null until it was measured. */
  readonly rows: number | null;
  readonly measure: (box: HTMLElement | null) => void;
  readonly measureAgain: (box: HTMLElement | null) => void;
}

const heightOf = (box: HTMLElement, part: string): number => box.querySelector<HTMLElement>(part)?.offsetHeight ?? 0;

const aRow = 'tbody tr[data-row-key]';

function rowsThatFit(box: HTMLElement): number {
  if (window.innerWidth < phoneBelow) return onPhone;
  const row = heightOf(box, aRow);
  if (row === 0) return firstPage.size;
  const content = box.querySelector<HTMLElement>('.ant-table-content');
  const scrollBar = content ? content.offsetHeight - content.clientHeight : 0;
  const around = ['thead', '[data-pages]', '[data-sums]'].reduce((sum, part) => sum + heightOf(box, part), scrollBar);
  const room = box.clientHeight - around;
  return Math.min(most, Math.max(fewest, Math.floor(room / row)));
}

/** The number stays until the list opens again or the window changes its height. */
export function usePageFit(): PageFit {
  const [rows, setRows] = useState<number | null>(null);
  const height = useRef(0);
  const measure = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    height.current ||= window.innerHeight;
    setRows((before) => before ?? rowsThatFit(box));
  }, []);
  const measureAgain = useCallback((box: HTMLElement | null) => {
    if (!box || height.current === window.innerHeight || heightOf(box, aRow) === 0) return;
    height.current = window.innerHeight;
    setRows(rowsThatFit(box));
  }, []);
  return useSteady({ rows, measure, measureAgain });
}

const restMs = 150;

/** Fits the first page to a window that changes its height; on later pages rows would move to other pages. */
export function useRefit(measureAgain: PageFit['measureAgain'] | undefined, box: Box, isFirstPage: boolean): void {
  useEffect(() => {
    if (!measureAgain || !isFirstPage) return undefined;
    let timer = setTimeout(() => measureAgain(box.current), restMs);
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => measureAgain(box.current), restMs);
    };
    window.addEventListener('resize', wait);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', wait);
    };
  }, [measureAgain, box, isFirstPage]);
}
