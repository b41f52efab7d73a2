import { useMemo, useRef } from 'react';

/** The previous object while the JSON is equal, for use in dependency lists. */
export function useStable<T>(value: T): T {
  const written = JSON.stringify(value);
  // oxlint-disable-next-line react/exhaustive-deps -- the text is the value
  return useMemo(() => value, [written]);
}

/** The previous object while no member changed. */
export function useSteady<T extends object>(value: T): T {
  const kept = useRef(value);
  const before = new Map(Object.entries(kept.current));
  const now = Object.entries(value);
  if (now.length !== before.size || now.some(([key, member]) => before.get(key) !== member)) kept.current = value;
  return kept.current;
}
