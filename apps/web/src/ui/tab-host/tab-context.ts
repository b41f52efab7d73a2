import { createContext, use, useEffect, useInsertionEffect, useRef } from 'react';

export interface TabFacts {
  /** Identity of the tab: the path of its page. */
  key: string;
  setTitle: (title: string) => void;
  /** Marks unsaved input; leaving then asks first. */
  setDirty: (isDirty: boolean) => void;
  close: () => void;
}

const outside: TabFacts = { key: '', setTitle: () => undefined, setDirty: () => undefined, close: () => undefined };

export const TabContext = createContext<TabFacts>(outside);

/** Facts and actions of the tab a component stands in. */
export const useTab = (): TabFacts => use(TabContext);

/** Names the tab (and, while it is in front, the document) after the page. */
export function useTabTitle(title: string): void {
  const { setTitle } = useTab();
  useEffect(() => setTitle(title), [setTitle, title]);
}

/** Says whether the page holds unsaved input. */
export function useTabDirty(isDirty: boolean): void {
  const { setDirty } = useTab();
  useEffect(() => {
    setDirty(isDirty);
  }, [setDirty, isDirty]);
  const newest = useRef(setDirty);
  useInsertionEffect(() => {
    newest.current = setDirty;
  });
  // A form that is closed holds nothing any more. Other effects would also end when its tab is only hidden.
  useInsertionEffect(() => () => queueMicrotask(() => newest.current(false)), []);
}
