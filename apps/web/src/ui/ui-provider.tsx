import { App } from 'antd';
import { type ReactNode } from 'react';

import { useFocusTrail } from './entry/focus-trail.ts';
import { Themed } from './themed.tsx';
import { phoneBelow, useMinWidth } from './use-min-width.ts';

import type { ConfigProviderProps } from 'antd';

type Locale = NonNullable<ConfigProviderProps['locale']>;

let container: HTMLElement | null = null;

// Kept as a reference, because a locked page is detached from the document and its popups must stay in it.
const popupContainer = (): HTMLElement => container ?? document.body;

const setContainer = (element: HTMLElement | null): void => {
  container = element;
};

/** Container of menus, lists and tooltips inside a named landmark. */
export const Popups = ({ name }: { name: string }) => (
  <div
    ref={setContainer}
    id="popups"
    role="region"
    aria-label={name}
    style={{ position: 'absolute', top: 0, left: 0, width: '100%' }}
  />
);

/** Clear of the pager, which stands bottom right at a desk and below the rows on a phone, and of the opened pages. */
const noticesAtDesk = { placement: 'bottomLeft', bottom: 8 } as const;
const noticesOnPhone = { placement: 'top', top: 104 } as const;

export function UiProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const isWide = useMinWidth(phoneBelow);
  useFocusTrail();
  return (
    <Themed locale={locale} popups={popupContainer}>
      <App
        notification={isWide ? noticesAtDesk : noticesOnPhone}
        message={{ maxCount: 3, top: 56 }}
        style={{ height: '100%' }}
      >
        {children}
      </App>
    </Themed>
  );
}
