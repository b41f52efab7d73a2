import 'dayjs/locale/zh-cn.js';

import { homePath } from '@kangmai/model/menu';
import { QueryClientProvider } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router';

import { queryClient, waiting } from '../../lib/api/query-client.ts';
import { dropTokens } from '../../lib/auth-tokens.ts';
import { culture } from '../../lib/i18n/i18n.ts';
import { myListsQuery } from '../../resource-client/lists/my-lists.ts';
import { connectRealtime } from '../../lib/realtime/realtime.ts';
import { useSession } from '../../lib/session/session.ts';
import { isPrintPath } from '../../lib/print-path.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { UiProvider } from '../../ui/ui-provider.tsx';
import { WaitContext } from '../../ui/wait-context.ts';
import { controlTexts } from '../control-texts.ts';
import { findUser } from '../find-user.ts';
import { findRoute } from '../navigation/route-tree.ts';
import { registerScreens } from '../navigation/screen-registry.ts';
import { screens } from '../screens.tsx';
import { startPage } from '../start-page.ts';
import { restoreTabs, useTabs } from '../tabs/tabs-store.ts';

import { Frame } from './frame.tsx';
import { loadAhead } from './load-ahead.ts';

import type { Root } from 'react-dom/client';

/** Names restored tabs of records; without its chunk they keep the titles of their routes. */
function nameTabs(): void {
  if (!useTabs.getState().tabs.some(({ key }) => findRoute(key)?.entry.rows !== undefined)) return;
  import('../tabs/tab-names.ts').then(({ nameRecordTabs }) => nameRecordTabs()).catch(() => undefined);
}

/** Goes where the user wanted to go before the sign-in; false when that is another page than the frame. */
function goToTarget(): boolean {
  const target = sessionStorage.getItem(storageKeys.returnTo);
  sessionStorage.removeItem(storageKeys.returnTo);
  if (target && isPrintPath(target)) {
    location.replace(target);
    return false;
  }
  if (target) history.replaceState(null, '', target);
  else if (location.pathname === '/') history.replaceState(null, '', homePath);
  return true;
}

async function startFrame(root: Root): Promise<void> {
  if (!(await findUser())) {
    dropTokens();
    return location.replace('/');
  }
  void connectRealtime();
  registerScreens(screens);
  void queryClient.prefetchQuery(myListsQuery);
  restoreTabs(useSession.getState().permissions);
  nameTabs();
  if (!goToTarget()) return;
  if (culture() === 'zh-Hans') dayjs.locale('zh-cn');
  const locale = await controlTexts();
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <UiProvider locale={locale}>
          <WaitContext value={waiting}>
            <BrowserRouter>
              <Frame />
            </BrowserRouter>
          </WaitContext>
        </UiProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  loadAhead();
}

/** Starts the session and renders the frame; until then the static outline of the page is visible. */
export const mountFrame = (element: HTMLElement): Promise<void> => startPage(element, startFrame);
