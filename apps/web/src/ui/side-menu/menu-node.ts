import type { ReactNode } from 'react';

/** An entry of the menu: a page, or a group when it has children. */
export interface MenuNode {
  /** Address of the page or the group. */
  key: string;
  title: string;
  /** Of top entries only. */
  icon?: ReactNode;
  children?: readonly MenuNode[];
}

export interface MenuActions {
  /** The page in front. */
  current: string;
  onGo: (key: string) => void;
  /** A page is pointed at or focused: it may be fetched ahead. */
  onPoint: (key: string) => void;
}

/** With `isOneOpen`, only the top group opened last stays open; groups below it stay as they are. */
export function toggled(
  open: readonly string[],
  key: string,
  { tops, isOneOpen }: { tops: readonly string[]; isOneOpen: boolean },
): readonly string[] {
  if (open.includes(key)) return open.filter((other) => other !== key);
  const rest = isOneOpen && tops.includes(key) ? open.filter((other) => !tops.includes(other)) : open;
  return [...rest, key];
}
