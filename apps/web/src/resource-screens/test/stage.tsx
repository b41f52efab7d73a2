import { permissionsOfWrite } from '@kangmai/resource';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App, ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US.js';
import zhCN from 'antd/es/locale/zh_CN.js';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';

import { queryClient } from '../../lib/api/query-client.ts';
import { culture, setCulture } from '../../lib/i18n/i18n.ts';
import { loadTexts } from '../../lib/i18n/texts.ts';
import { myListsQuery } from '../../resource-client/lists/my-lists.ts';
import { useSession } from '../../lib/session/session.ts';
import { equipment } from './equipment.ts';

import type { ReactNode } from 'react';
import type { Culture } from '../../lib/i18n/i18n.ts';

// Without styles nothing is hidden by CSS; computing visibility would take most of the time of a query.
configure({
  defaultHidden: true,
  // A busy machine is slow, not wrong.
  asyncUtilTimeout: 20_000,
  getElementError: (message) => new Error(message ?? ''),
});

const writes = ['Create', 'Edit', 'Delete'] as const;

/** Loads the texts. Once a file: texts of one language stay loaded. */
export async function loadCulture(name: Culture): Promise<void> {
  setCulture(name);
  await loadTexts();
}

/** Leaves nothing of a test behind. */
export function clearStage(): void {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
}

/** Renders a part as in the product, for a user who may do everything with the equipment, or only `may`. */
export function openStage(
  part: ReactNode,
  { may = writes, path = '/' }: { readonly may?: readonly (typeof writes)[number][]; readonly path?: string } = {},
) {
  useSession.setState({
    permissions: new Set([equipment.permission, ...may.map((write) => permissionsOfWrite(equipment, write))].flat()),
  });
  queryClient.setQueryData(myListsQuery.queryKey, { looks: [], defaults: [], hasKeys: true });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        locale={culture() === 'en' ? enUS : zhCN}
        button={{ autoInsertSpace: false }}
        theme={{ zeroRuntime: true, token: { motion: false } }}
      >
        <App>
          <MemoryRouter initialEntries={[path]}>{part}</MemoryRouter>
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  return user;
}

/** What a form says below an input. */
export const problemsOf = (input: HTMLElement): readonly string[] =>
  [...(input.closest('.ant-form-item')?.querySelectorAll('.ant-form-item-explain-error') ?? [])].map(
    ({ textContent }) => textContent,
  );
