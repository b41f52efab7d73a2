import { useEffect, useEffectEvent, useState } from 'react';

import { readScoped, writeScoped } from './storage-keys.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Values } from './api/resource-body.ts';

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
  /** What an earlier visit left unsaved. */
  readonly found: Draft | null;
  readonly drop: () => void;
}

/**
 * Keeps what was typed every 5 s while `isDirty`. Measured values never rest in the browser, so forms of readings keep nothing.
 * `read` gives the values that may be kept.
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
