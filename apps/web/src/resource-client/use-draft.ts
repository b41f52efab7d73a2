import { useEffect, useEffectEvent, useState } from 'react';

import { readScoped, writeScoped } from '../lib/storage-keys.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Values } from './body.ts';

interface Draft {
  readonly at: number;
  readonly values: Values;
}

const everyMs = 5000;

function readDraft(key: string): Draft | null {
  const kept = readScoped(key) as Draft | null | undefined;
  return kept && typeof kept.at === 'number' && typeof kept.values === 'object' ? kept : null;
}

export interface FormDraft {
  readonly found: Draft | null;
  readonly drop: () => void;
}

/**
 * Stores drafts every 5 s while `isDirty`, except for readings: measured values are never stored in the browser. `read`
 * returns the values to store.
 */
export function useDraft(
  resource: AnyResource,
  rowId: number | null,
  { isDirty, read }: { readonly isDirty: boolean; readonly read: () => Values },
): FormDraft {
  const key = `draft.${resource.name}.${rowId ?? 'new'}`;
  const mayKeep = resource.storage === 'rows';
  const [found, setFound] = useState<Draft | null>(() => (mayKeep ? readDraft(key) : null));
  const keep = useEffectEvent(() => writeScoped(key, { at: Date.now(), values: read() }));
  useEffect(() => {
    if (!isDirty || !mayKeep) return undefined;
    const timer = setInterval(() => keep(), everyMs);
    return () => clearInterval(timer);
  }, [isDirty, mayKeep]);
  return {
    found,
    drop: () => {
      setFound(null);
      writeScoped(key, null);
    },
  };
}
