import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function from one drawing to the next, which does what it was last given: for what is drawn seldom and must act on what holds now. */
export function useSteadyCall<A extends readonly unknown[], R>(call: (...given: A) => R): (...given: A) => R {
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
