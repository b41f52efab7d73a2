import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function with a stable identity that calls the latest version of `call`. */
export function useSteadyCall<A extends readonly unknown[], R>(call: (...given: A) => R): (...given: A) => R {
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
