import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler that stays the same function while what it does follows the last render: for parts that are memoised. */
export function useSteady<A extends readonly unknown[], R>(handler: (...given: A) => R): (...given: A) => R {
  const last = useRef(handler);
  useLayoutEffect(() => {
    last.current = handler;
  });
  return useCallback((...given: A) => last.current(...given), []);
}
