import type { ZoomMode } from '../lib/look.ts';

/** Root font size in px: 10 below a window width of 1000, 12 below 1600, else 18. */
export function rootFontSize(width: number): number {
  if (width < 1000) return 10;
  return width < 1600 ? 12 : 18;
}

const drawnFor = 1920;
const scaledFrom: Readonly<Record<ZoomMode, number>> = { auto: 1600, proportional: 768, off: Infinity };

/**
 * Page zoom: width / 1920, so that the page looks alike on every screen. In mode `auto` only from 1600 px, because text
 * would become too small below; never on phones.
 */
export const pageZoom = (width: number, mode: ZoomMode): number => (width < scaledFrom[mode] ? 1 : width / drawnFor);
