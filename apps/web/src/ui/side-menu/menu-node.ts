import type { ReactNode } from 'react';

/** A page of the menu, or a group when it has children. */
export interface MenuNode {
  key: string;
  title: string;
  icon?: ReactNode;
  children?: readonly MenuNode[];
}

export interface MenuActions {
  current: string;
  onGo: (key: string) => void;
  /** Hover or focus of a page, which may be prefetched. */
  onPoint: (key: string) => void;
}

/** With `isOneOpen`, only the last opened top group stays open; inner groups are unchanged. */
export function toggled(
  open: readonly string[],
  key: string,
  { tops, isOneOpen }: { tops: readonly string[]; isOneOpen: boolean },
): readonly string[] {
  if (open.includes(key)) return open.filter((other) => other !== key);
  const rest = isOneOpen && tops.includes(key) ? open.filter((other) => !tops.includes(other)) : open;
  return [...rest, key];
}
