import { ConfigProvider } from 'antd';
import { StrictMode, type ReactNode } from 'react';

import { antdTheme } from '../ui/theme.ts';

import type { ConfigProviderProps } from 'antd';

/** Theme and language of the controls for a page without frame. */
export function PlainPage({ locale, children }: { locale: NonNullable<ConfigProviderProps['locale']>; children: ReactNode }) {
  return (
    <StrictMode>
      <ConfigProvider theme={antdTheme('light')} locale={locale} button={{ autoInsertSpace: false }}>
        {children}
      </ConfigProvider>
    </StrictMode>
  );
}
