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

/** Sets the title of the tab and, while it is active, of the document; null leaves it as it is. */
export function useTabTitle(title: string | null): void {
  const { setTitle } = useTab();
  useEffect(() => {
    if (title !== null) setTitle(title);
  }, [setTitle, title]);
}

/** Forms with unsaved input by tab: a tab may have several, such as a dialog above a form. */
const unsaved = new Map<string, Set<symbol>>();

export function useTabDirty(isDirty: boolean): void {
  const { key, setDirty } = useTab();
  const form = useRef(Symbol('form'));
  const tell = (isUnsaved: boolean): void => {
    const forms = unsaved.get(key) ?? new Set();
    if (isUnsaved) forms.add(form.current);
    else forms.delete(form.current);
    unsaved.set(key, forms);
    setDirty(forms.size > 0);
  };
  const newest = useRef(tell);
  useInsertionEffect(() => {
    newest.current = tell;
  });
  useEffect(() => newest.current(isDirty), [isDirty]);
  // A closed form has no unsaved input. Cleanup of other effects would also run when its tab is hidden.
  useInsertionEffect(() => () => queueMicrotask(() => newest.current(false)), []);
}
