import { useEffect, useEffectEvent, type RefObject } from 'react';

interface ListKeys {
  readonly box: RefObject<HTMLElement | null>;
  readonly isOn: boolean;
  readonly onCreate: () => void;
  readonly onRefresh: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"], [role="dialog"]') !== null);

/** A key without modifiers that was not handled yet. */
export const isPlain = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;

/** Shortcuts on the page of a list, except while typing: `/` search form, N new, R refresh. */
export function useHotKeys({ box, isOn, onCreate, onRefresh }: ListKeys): void {
  const keys: Readonly<Record<string, () => void>> = {
    '/': () => box.current?.querySelector<HTMLElement>('input[data-first-filter], [data-first-filter] input')?.focus(),
    n: onCreate,
    r: onRefresh,
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const run = isPlain(event) && !isTyping(event.target) ? keys[event.key.toLowerCase()] : undefined;
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
}
