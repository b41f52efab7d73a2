import { useEffect, useEffectEvent, type RefObject } from 'react';

interface ListKeys {
  readonly box: RefObject<HTMLElement | null>;
  readonly isOn: boolean;
  readonly onCreate: () => void;
  readonly onRefresh: () => void;
}

const typed = 'input, textarea, select, [role="combobox"]';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(typed) !== null);
const dialogOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[role="dialog"], [role="alertdialog"]') : null;

/** A key without modifiers that was not handled yet. */
export const isPlain = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;

/** What a key does; false leaves it to the browser. */
type KeyWork = () => unknown;

function useKeys(isOn: boolean, dialog: () => Element | null, keys: Readonly<Record<string, KeyWork>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    const around = dialogOf(target);
    const isHere = around === null || around === dialog();
    const run = isPlain(event) && isHere && !isTyping(target) ? keys[key.toLowerCase()] : undefined;
    if (run && run() !== false) event.preventDefault();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
}

const nowhere = (): null => null;

/** Shortcuts on the page of a list, except while typing: `/` search field, ↓ rows, N new, R refresh, ? help. */
export function useHotKeys({ box, isOn, onCreate, onRefresh }: ListKeys): void {
  const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector);
  useKeys(isOn, nowhere, {
    '/': () => find('input[data-first-filter], [data-first-filter] input, button[data-first-filter]')?.focus(),
    arrowdown: () => {
      const row = find('[data-row-key][tabindex="0"]');
      row?.focus();
      return row !== undefined && row !== null;
    },
    '?': () => find('[data-keys-help]')?.click(),
    n: onCreate,
    r: onRefresh,
  });
}

/** A single-letter shortcut of the page, except while typing and in dialogs. */
export const useHotKey = (key: string, isOn: boolean, run: KeyWork): void => useKeys(isOn, nowhere, { [key]: run });

interface OpenRowKeys {
  readonly isOn: boolean;
  /** Inside the drawer that shows the row; null on a page. */
  readonly inside: RefObject<HTMLElement | null> | null;
  readonly onStep?: ((step: -1 | 1) => void) | undefined;
  readonly onEdit?: (() => void) | undefined;
  readonly onLeave?: (() => void) | undefined;
}

/** Keys of an open row: ← and → its neighbours, E edit, Esc back. */
export function useOpenRowKeys({ isOn, inside, onStep, onEdit, onLeave }: OpenRowKeys): void {
  useKeys(isOn, () => dialogOf(inside?.current ?? null), {
    ...(onStep && { arrowleft: () => onStep(-1), arrowright: () => onStep(1) }),
    ...(onEdit && { e: onEdit }),
    ...(onLeave && { escape: onLeave }),
  });
}
