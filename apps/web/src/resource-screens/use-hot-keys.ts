import { useEffect, useEffectEvent, type RefObject } from 'react';

interface ListKeys {
  readonly box: RefObject<HTMLElement | null>;
  readonly isOn: boolean;
  readonly onCreate: () => void;
  readonly onRefresh: () => void;
}

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"], [role="dialog"]') !== null);

/** Keys of a list that work anywhere on its page, but not while typing: `/` to the search form, N new, R refresh. */
export function useHotKeys({ box, isOn, onCreate, onRefresh }: ListKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    if (event.key === '/') box.current?.querySelector<HTMLElement>('input[data-first-filter], [data-first-filter] input')?.focus();
    else if (event.key.toLowerCase() === 'n') onCreate();
    else if (event.key.toLowerCase() === 'r') onRefresh();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
}
