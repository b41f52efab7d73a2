import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';

import css from './overlay.module.css';

interface OverlayProps {
  name: string;
  /** `side` slides in from the left, `whole` covers the page. */
  kind: 'side' | 'whole';
  onClose: () => void;
  children: ReactNode;
}

/** A modal overlay: traps the focus, returns it on close, closes with Esc or a click outside. */
export function Overlay({ name, kind, onClose, children }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const beside = (event: MouseEvent): void => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc closes it for the keyboard
    <dialog
      ref={dialog}
      aria-label={name}
      className={css[kind]}
      onClick={beside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
