import { StrictMode, type ReactNode } from 'react';

import { Themed } from '../ui/themed.tsx';

import type { ConfigProviderProps } from 'antd';

/** Theme and language of the controls for a page without frame. */
export function PlainPage({
  locale,
  children,
}: {
  locale: NonNullable<ConfigProviderProps['locale']>;
  children: ReactNode;
}) {
  return (
    <StrictMode>
      <Themed locale={locale}>{children}</Themed>
    </StrictMode>
  );
}
