import { useEffect, type RefObject } from 'react';

import { firstInput } from './inputs-of.ts';

function focusFirst(box: HTMLElement | null): boolean {
  const first = box ? firstInput(box) : undefined;
  first?.focus({ preventScroll: true });
  return first !== undefined && document.activeElement === first;
}

/**
 * Gives the first empty required input of a form the focus. Dialogs and drawers take the focus themselves while they
 * open, so the form follows them until the user does something.
 */
export function useFirstFocus(box: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    let isPlaced = focusFirst(box.current);
    const follow = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !box.current || box.current.contains(target)) return;
      const isAround = target.contains(box.current);
      const isBeside = !isPlaced && box.current.closest('[role="dialog"]')?.contains(target);
      if (isAround || isBeside) isPlaced = focusFirst(box.current) || isPlaced;
    };
    document.addEventListener('focusin', follow, { signal });
    for (const type of ['keydown', 'pointerdown'])
      document.addEventListener(type, () => listeners.abort(), { signal, capture: true });
    return () => listeners.abort();
  }, [box, isOn]);
}
