import { forbiddenPath, homePath } from '@kangmai/model/menu';
import { lazy, memo, Suspense, useCallback, useLayoutEffect, useMemo } from 'react';
import {
  Navigate,
  NavigationType,
  Route,
  Routes,
  UNSAFE_LocationContext as LocationContext,
  useLocation,
  useNavigate,
} from 'react-router';

import { useSession } from '../../lib/session/session.ts';
import { TabHost } from '../../ui/tab-host/tab-host.tsx';
import { ForbiddenPage, UnknownPage, type ForbiddenState } from '../frame/error-pages.tsx';
import { closedAt, findRoute, rowAsked, screenKey, titleOf } from '../navigation/route-tree.ts';
import { findScreen } from '../navigation/screen-registry.ts';

import { activateTab, useTabs } from './tabs-store.ts';
import { tabLimit, type OpenTab } from './tabs.ts';

import type { TabActions } from '../../ui/tab-host/tab-host.tsx';

const TabLimitDialog = lazy(async () => ({ default: (await import('./tab-limit-dialog.tsx')).TabLimitDialog }));

/**
 * The page of a tab. Its location is passed as context, so that it stays fixed while another tab is active; passing it
 * to `Routes` would re-render every open page on each navigation.
 */
const PageOfTab = memo(function PageOfTab({ path, search }: { path: string; search: string }) {
  const frozen = useMemo(
    () => ({
      location: { pathname: path, search, hash: '', state: null, key: path },
      navigationType: NavigationType.Pop,
    }),
    [path, search],
  );
  const match = findRoute(path);
  const Screen = match && findScreen(screenKey(match.entry))?.Component;
  if (!match || !Screen) return <UnknownPage />;
  return (
    <LocationContext.Provider value={frozen}>
      <Routes>
        <Route path={match.entry.path} element={<Screen />} />
      </Routes>
    </LocationContext.Provider>
  );
});

type Verdict =
  | { kind: 'page' }
  | { kind: 'unknown' }
  | { kind: 'forbidden'; state: ForbiddenState }
  | { kind: 'error403' }
  | { kind: 'elsewhere'; path: string };

function judge({ path, search }: { path: string; search: string }, permissions: ReadonlySet<string>): Verdict {
  if (path === forbiddenPath) return { kind: 'error403' };
  const match = findRoute(path);
  if (match?.entry.leadsTo) return { kind: 'elsewhere', path: match.entry.leadsTo };
  if (!match || !findScreen(screenKey(match.entry))) return { kind: 'unknown' };
  const closed = closedAt(match, permissions);
  const row = rowAsked(match, search);
  if (closed === undefined && row !== undefined) return { kind: 'elsewhere', path: row };
  return closed === undefined ? { kind: 'page' } : { kind: 'forbidden', state: { need: titleOf(closed) } };
}

const isNothingUnsaved = (): boolean => useTabs.getState().dirty.size === 0;

const report = (error: unknown, number: string): void => reportError(new Error(number, { cause: error }));

export function PageHost({ actions }: { actions: TabActions }) {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const permissions = useSession((session) => session.permissions);
  const tabs = useTabs((state) => state.tabs);
  const unsaved = useTabs((state) => state.dirty);
  const hosted = useMemo(
    () => tabs.map((tab) => ({ ...tab, isToTop: findRoute(tab.key)?.entry.toTop ?? false })),
    [tabs],
  );
  const verdict = judge({ path: pathname, search }, permissions);
  const isPage = verdict.kind === 'page';
  const isOverLimit = isPage && tabs.length >= tabLimit && !tabs.some(({ key }) => key === pathname);
  const isShown = isPage && !isOverLimit;

  // Not by path alone: an address that is opened again while its tab closes stays the same.
  useLayoutEffect(() => {
    if (isShown) activateTab(location.pathname, location.search);
  }, [isShown, location]);

  const render = useCallback(({ key, search }: OpenTab) => <PageOfTab path={key} search={search} />, []);
  const goHome = useCallback(() => void navigate(homePath), [navigate]);

  return (
    <>
      <TabHost
        tabs={hosted}
        activeKey={isShown ? pathname : null}
        unsaved={unsaved}
        render={render}
        actions={actions}
        onHome={goHome}
        onError={report}
        mayReload={isNothingUnsaved}
      />
      {verdict.kind === 'forbidden' && <Navigate to={forbiddenPath} replace state={verdict.state} />}
      {verdict.kind === 'elsewhere' && <Navigate to={verdict.path} replace />}
      {verdict.kind === 'error403' && <ForbiddenPage />}
      {verdict.kind === 'unknown' && <UnknownPage />}
      {isOverLimit && (
        <Suspense>
          <TabLimitDialog onCancel={() => void navigate(-1)} />
        </Suspense>
      )}
    </>
  );
}
