import { createContext } from 'react';

/** Tells the dialog around a form that code, not typing, changed its input. */
export const MarkDirty = createContext<() => void>(() => undefined);
