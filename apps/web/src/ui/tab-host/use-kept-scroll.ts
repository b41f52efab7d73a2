import { useLayoutEffect, useRef, type RefObject } from 'react';

interface Offsets {
  top: number;
  left: number;
}

/** Restores scroll positions inside `root`, which browsers lose on hiding; with `isToTop` it starts at the top. */
export function useKeptScroll(root: RefObject<HTMLElement | null>, isToTop: boolean): void {
  const kept = useRef(new Map<Element, Offsets>());

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    if (isToTop) kept.current.clear();
    for (const [target, { top, left }] of kept.current) {
      if (!target.isConnected) kept.current.delete(target);
      else target.scrollTo({ top, left, behavior: 'instant' });
    }
    const record = ({ target }: Event): void => {
      if (target instanceof Element) kept.current.set(target, { top: target.scrollTop, left: target.scrollLeft });
    };
    element.addEventListener('scroll', record, { capture: true, passive: true });
    return () => element.removeEventListener('scroll', record, { capture: true });
  }, [root, isToTop]);
}
