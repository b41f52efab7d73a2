import { useLayoutEffect, useRef, type ReactElement } from 'react';

function fieldNameOf(list: Element): string {
  const input = document.getElementById(list.id.replace(/_list$/, ''));
  return (
    input?.getAttribute('aria-label') ??
    (input instanceof HTMLInputElement ? (input.labels?.[0]?.textContent ?? '') : '')
  );
}

function Named({ children }: { readonly children: ReactElement }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = box.current?.querySelector('[role=listbox]');
    if (list && !list.hasAttribute('aria-label')) list.setAttribute('aria-label', fieldNameOf(list));
  });
  return <div ref={box}>{children}</div>;
}

export const namedPopup = (menu: ReactElement) => <Named>{menu}</Named>;
