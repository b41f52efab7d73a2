import { StrictMode, type ReactNode } from 'react';

import { Themed } from '../ui/themed.tsx';

import type { ConfigProviderProps } from 'antd';

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
