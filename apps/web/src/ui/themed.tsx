import { ConfigProvider } from 'antd';
import { useMemo, type ReactNode } from 'react';

import { fontSizeOf, useLook } from '../lib/look.ts';

import { antdTheme } from './theme.ts';
import { useThemeName } from './theme-name.ts';

import type { ConfigProviderProps } from 'antd';

interface ThemedProps {
  locale: NonNullable<ConfigProviderProps['locale']>;
  popups?: () => HTMLElement;
  children: ReactNode;
}

export function Themed({ locale, popups, children }: ThemedProps) {
  const name = useThemeName();
  const fontSize = useLook(fontSizeOf);
  const theme = useMemo(() => antdTheme(name, fontSize), [name, fontSize]);
  return (
    <ConfigProvider
      theme={theme}
      locale={locale}
      button={{ autoInsertSpace: false }}
      {...(popups && { getPopupContainer: popups })}
    >
      {children}
    </ConfigProvider>
  );
}
