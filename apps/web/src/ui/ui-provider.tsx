import { App } from 'antd';
import { type ReactNode } from 'react';

import { Themed } from './themed.tsx';

import type { ConfigProviderProps } from 'antd';

type Locale = NonNullable<ConfigProviderProps['locale']>;

let container: HTMLElement | null = null;

// The element itself, not a search for it: a locked page is out of the document, and what is open in it must stay where it was drawn.
const popupContainer = (): HTMLElement => container ?? document.body;

const keep = (element: HTMLElement | null): void => {
  container = element;
};

/** Where menus, lists and hints open: inside a named part of the page, so that readers of landmarks find them. */
export const Popups = ({ name }: { name: string }) => (
  <div
    ref={keep}
    id="popups"
    role="region"
    aria-label={name}
    style={{ position: 'absolute', top: 0, left: 0, width: '100%' }}
  />
);

/** Theme, language of the controls, and the notices (`App.useApp()`) for everything below. */
export function UiProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    <Themed locale={locale} popups={popupContainer}>
      <App
        notification={{ placement: 'bottomRight', bottom: 48 }}
        message={{ maxCount: 3, top: 56 }}
        style={{ height: '100%' }}
      >
        {children}
      </App>
    </Themed>
  );
}
