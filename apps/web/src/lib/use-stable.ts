import { useMemo, useRef } from 'react';

/** The same object as long as it says the same, so that it can stand in lists of dependencies. */
export function useStable<T>(value: T): T {
  const written = JSON.stringify(value);
  // oxlint-disable-next-line react/exhaustive-deps -- the text is the value
  return useMemo(() => value, [written]);
}

/** The same object while none of its members changes. */
export function useSteady<T extends object>(value: T): T {
  const kept = useRef(value);
  const before = new Map(Object.entries(kept.current));
  const now = Object.entries(value);
  if (now.length !== before.size || now.some(([key, member]) => before.get(key) !== member)) kept.current = value;
  return kept.current;
}
