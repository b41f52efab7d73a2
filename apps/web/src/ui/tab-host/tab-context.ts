import { createContext, use, useEffect, useInsertionEffect, useRef } from 'react';

export interface TabFacts {
  key: string;
  setTitle: (title: string) => void;
  /** Marks unsaved input, so that leaving asks first. */
  setDirty: (isDirty: boolean) => void;
  close: () => void;
}

const outside: TabFacts = { key: '', setTitle: () => undefined, setDirty: () => undefined, close: () => undefined };

export const TabContext = createContext<TabFacts>(outside);

export const useTab = (): TabFacts => use(TabContext);

/** Sets the title of the tab and, while it is active, of the document. */
export function useTabTitle(title: string): void {
  const { setTitle } = useTab();
  useEffect(() => setTitle(title), [setTitle, title]);
}

export function useTabDirty(isDirty: boolean): void {
  const { setDirty } = useTab();
  useEffect(() => {
    setDirty(isDirty);
  }, [setDirty, isDirty]);
  const newest = useRef(setDirty);
  useInsertionEffect(() => {
    newest.current = setDirty;
  });
  // A closed form has no unsaved input. Cleanup of other effects would also run when its tab is hidden.
  useInsertionEffect(() => () => queueMicrotask(() => newest.current(false)), []);
}
