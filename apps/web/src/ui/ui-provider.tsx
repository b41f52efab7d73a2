import { App, ConfigProvider } from 'antd';
import { type ReactNode } from 'react';

import { antdTheme } from './theme.ts';

import type { ThemeName } from './tokens.ts';
import type { ConfigProviderProps } from 'antd';

type Locale = NonNullable<ConfigProviderProps['locale']>;

/** Theme, language of the controls, and the notices (`App.useApp()`) for everything below. */
export function UiProvider({ theme, locale, children }: { theme: ThemeName; locale: Locale; children: ReactNode }) {
  return (
    <ConfigProvider theme={antdTheme(theme)} locale={locale} button={{ autoInsertSpace: false }}>
      <App notification={{ placement: 'topRight', maxCount: 5 }} message={{ maxCount: 3 }} style={{ height: '100%' }}>
        {children}
      </App>
    </ConfigProvider>
  );
}
