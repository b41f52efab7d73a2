import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

import { firstInput } from './inputs-of.ts';

function focusFirst(box: HTMLElement | null): boolean {
  const first = box ? firstInput(box) : undefined;
  first?.focus({ preventScroll: true });
  return first !== undefined && document.activeElement === first;
}

/**
 * Gives the first empty required input of a form the focus, also of one that loads later. Dialogs and drawers take the
 * focus themselves while they open, so the form follows them until the user does something.
 */
export function useFirstFocus(box: RefObject<HTMLElement | null>, isOn: boolean): void {
  const state = useRef<'waiting' | 'placed' | 'left'>('waiting');
  const place = useEffectEvent(() => {
    if (isOn && state.current !== 'left' && focusFirst(box.current)) state.current = 'placed';
  });
  useEffect(() => {
    if (state.current === 'waiting') place();
  });
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const follow = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !box.current || box.current.contains(target)) return;
      const isAround = target.contains(box.current);
      const isBeside = state.current === 'waiting' && box.current.closest('[role="dialog"]')?.contains(target);
      if (isAround || isBeside) place();
    };
    const leave = (): void => {
      state.current = 'left';
      listeners.abort();
    };
    document.addEventListener('focusin', follow, { signal });
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, leave, { signal, capture: true });
    return () => listeners.abort();
  }, [box]);
}
