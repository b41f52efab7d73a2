import { useEffect } from 'react';

const longest = 20;
const trail: WeakRef<HTMLElement>[] = [];

function note({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || trail.at(-1)?.deref() === target) return;
  trail.push(new WeakRef(target));
  if (trail.length > longest) trail.shift();
}

const isShown = (element: HTMLElement | undefined): element is HTMLElement =>
  element !== undefined && element.isConnected && element.checkVisibility?.() !== false;

/** Gives the focus to the place that had it last and is still shown, where it was lost with what held it. */
function focusBack(): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  trail
    .map((place) => place.deref())
    .findLast(isShown)
    ?.focus();
}

/** Keeps in mind which places had the focus; once for the whole product. */
export function useFocusTrail(): void {
  useEffect(() => {
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
}

/** Returns the focus to where it was before a dialog or drawer when that disappears. */
export const useFocusBack = (): void => useEffect(() => () => void setTimeout(focusBack), []);
