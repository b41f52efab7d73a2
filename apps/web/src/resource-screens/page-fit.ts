import { useCallback, useState } from 'react';

import { firstPage } from '../resource-client/address.ts';

const fewest = 8;
const most = 60;
/** On phones the page scrolls, so the window sets no limit. */
const onPhone = 20;
const phoneBelow = 768;

/** How many rows fit the window; the table measures it before the first request. */
export interface PageFit {
  /** Null until it was measured. */
  readonly rows: number | null;
  readonly measure: (box: HTMLElement | null) => void;
}

const heightOf = (box: HTMLElement, part: string): number => box.querySelector<HTMLElement>(part)?.offsetHeight ?? 0;

function rowsThatFit(box: HTMLElement): number {
  if (window.innerWidth < phoneBelow) return onPhone;
  const row = heightOf(box, 'tbody tr[data-row-key]');
  if (row === 0) return firstPage.size;
  const content = box.querySelector<HTMLElement>('.ant-table-content');
  const scrollBar = content ? content.offsetHeight - content.clientHeight : 0;
  const room = box.clientHeight - heightOf(box, 'thead') - heightOf(box, '[data-pages]') - scrollBar;
  return Math.min(most, Math.max(fewest, Math.floor(room / row)));
}

/** Measures once; the number stays until the list opens again. */
export function usePageFit(): PageFit {
  const [rows, setRows] = useState<number | null>(null);
  const measure = useCallback((box: HTMLElement | null) => {
    if (box) setRows((before) => before ?? rowsThatFit(box));
  }, []);
  return { rows, measure };
}
