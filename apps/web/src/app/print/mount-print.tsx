import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router';

import { queryClient } from '../../lib/api/query-client.ts';
import { dropTokens } from '../../lib/auth-tokens.ts';
import { printTarget } from '../../lib/print-path.ts';
import { UiProvider } from '../../ui/ui-provider.tsx';
import { controlTexts } from '../control-texts.ts';
import { findUser } from '../find-user.ts';
import { startPage } from '../start-page.ts';
import { PrintPage } from './print-page.tsx';

import type { Root } from 'react-dom/client';

async function startPrint(root: Root): Promise<void> {
  if (!(await findUser())) {
    dropTokens();
    return location.replace('/');
  }
  const locale = await controlTexts();
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <UiProvider locale={locale}>
          <BrowserRouter>
            <PrintPage target={printTarget(location.pathname)} />
          </BrowserRouter>
        </UiProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** Shows one document of a row without the frame, as it is printed. */
export const mountPrint = (element: HTMLElement): Promise<void> => startPage(element, startPrint);
