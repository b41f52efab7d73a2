import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import css from './entry.module.css';
import { useFocusBack } from './focus-trail.ts';
import { inputAfter, inputsIn, popupOf, saveButtonOf } from './inputs-of.ts';
import { useFirstFocus } from './use-first-focus.ts';

const isPlainEnter = ({ key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !ctrlKey && !metaKey && !altKey && !shiftKey && !nativeEvent.isComposing;

/** Says the key that saves, beside the buttons of a form. */
export const SaveKey = ({ word }: { readonly word?: ReactNode }) => (
  <span className={css['key']}>
    <kbd>Ctrl+Enter</kbd> {word ?? L('word.save')}
  </span>
);

interface FormKeysProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** False where the form itself says which input comes first. */
  readonly hasFocus?: boolean;
}

/**
 * Keys of a form: the first empty required input has the focus, Enter goes to the next input and last to the button
 * that saves, Ctrl+Enter presses that button from anywhere in the dialog. The only input of a form saves by Enter. A
 * form that disappears with the focus gives it back.
 */
export function FormKeys({ children, className, hasFocus = true }: FormKeysProps) {
  const box = useRef<HTMLDivElement>(null);
  useFirstFocus(box, hasFocus);
  useFocusBack();

  useEffect(() => {
    const saveOnCtrlEnter = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !box.current) return;
      const place = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
      if (place === box.current.closest('[role="dialog"]')) saveButtonOf(box.current)?.click();
    };
    document.addEventListener('keydown', saveOnCtrlEnter);
    return () => document.removeEventListener('keydown', saveOnCtrlEnter);
  }, []);

  const goOn = (event: KeyboardEvent): void => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !box.current) return;
    const all = inputsIn(box.current);
    if (!all.includes(target)) return;
    event.preventDefault();
    if (all.length === 1) saveButtonOf(box.current)?.click();
    else (inputAfter(box.current, target) ?? saveButtonOf(box.current))?.focus();
  };
  // A closed list or calendar would open by Enter.
  const skipClosed = (event: KeyboardEvent): void => {
    if (!isPlainEnter(event) || popupOf(event.target) !== 'closed') return;
    event.stopPropagation();
    goOn(event);
  };
  const goOnByEnter = (event: KeyboardEvent): void => {
    if (!isPlainEnter(event) || event.defaultPrevented) return;
    if (popupOf(event.target) === 'open') event.preventDefault();
    else goOn(event);
  };
  return (
    <div ref={box} role="presentation" className={className} onKeyDownCapture={skipClosed} onKeyDown={goOnByEnter}>
      {children}
    </div>
  );
}
