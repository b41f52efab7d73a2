import { useState } from 'react';

import { scopedKey } from '../lib/storage-keys.ts';

import type { Values } from './body.ts';

interface Draft {
  readonly at: number;
  readonly values: Values;
}

/** In memory only: health values never enter browser storage. Sign-out reloads the page. */
const drafts = new Map<string, Draft>();

export interface FormDraft {
  /** Input of an earlier, interrupted form. */
  readonly found: Draft | undefined;
  readonly keep: (values: Values) => void;
  readonly taken: () => void;
  readonly drop: () => void;
}

/** Keeps unsaved input until it is saved, dropped or the page is reloaded. `of` names the form and its person. */
export function useDraft(of: string): FormDraft {
  const [key] = useState(() => scopedKey(of));
  const [found, setFound] = useState(() => drafts.get(key));
  return {
    found,
    keep: (values) => {
      if (Object.keys(values).length > 0) drafts.set(key, { at: Date.now(), values });
      else drafts.delete(key);
    },
    taken: () => setFound(undefined),
    drop: () => {
      setFound(undefined);
      drafts.delete(key);
    },
  };
}

/** Drops the input of a form that is done. */
export const dropDraft = (of: string): void => void drafts.delete(scopedKey(of));

export const dropDrafts = (): void => drafts.clear();
