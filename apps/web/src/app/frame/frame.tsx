import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

import { L } from '../../lib/i18n/texts.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useSession } from '../../lib/session/session.ts';
import { readScoped, storageKeys, writeScoped } from '../../lib/storage-keys.ts';
import { TabStrip } from '../../ui/tab-strip/tab-strip.tsx';
import { Popups } from '../../ui/ui-provider.tsx';
import { phoneBelow, useMinWidth } from '../../ui/use-min-width.ts';
import { AccessAlertNotices } from '../alarms/access-alerts.tsx';
import { AlarmNotices } from '../alarms/alarm-notices.tsx';
import { SosWatch } from '../alarms/sos-watch.tsx';
import { StrangerNotices } from '../alarms/stranger-notices.tsx';
import { AutoLock } from '../lock/auto-lock.tsx';
import { LockWatch } from '../lock/lock-watch.tsx';
import { titleOf } from '../navigation/route-tree.ts';
import { useCurrentRoute } from '../navigation/use-routes.ts';
import { PageHost } from '../tabs/page-host.tsx';
import { titleOfTab } from '../tabs/tab-title.ts';
import { useTabs } from '../tabs/tabs-store.ts';
import { isClosable } from '../tabs/tabs.ts';
import { useLeaveGuard } from '../tabs/use-leave-question.ts';
import { useTabCommands } from '../tabs/use-tab-commands.ts';

import { OfflineBar } from './connection-state.tsx';
import { Footer } from './footer.tsx';
import css from './frame.module.css';
import { Header } from './header.tsx';
import { ReloginDialog } from './relogin-dialog.tsx';
import { MainMenu } from './side-menu.tsx';
import { useSessionWatch } from './use-session-watch.tsx';

const menuOpensFrom = 1200;

const ImpersonationBar = lazy(async () => ({ default: (await import('./impersonation-bar.tsx')).ImpersonationBar }));
const Overlay = lazy(async () => ({ default: (await import('../../ui/overlay.tsx')).Overlay }));
const TabPicker = lazy(async () => ({ default: (await import('../../ui/tab-strip/tab-picker.tsx')).TabPicker }));

function useCollapsed(): [boolean, () => void] {
  const [isCollapsed, setCollapsed] = useState(() => {
    const stored = readScoped(storageKeys.menuCollapsed);
    return typeof stored === 'boolean' ? stored : window.innerWidth < menuOpensFrom;
  });
  const toggleMenu = (): void => {
    writeScoped(storageKeys.menuCollapsed, !isCollapsed);
    setCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggleMenu];
}

/** The title of the window; a part of its own, because the frame itself does not follow the address. */
function DocumentTitle() {
  const { pathname } = useLocation();
  const tab = useTabs(({ tabs }) => tabs.find(({ key }) => key === pathname));
  const match = useCurrentRoute();
  const page = tab?.title ?? (match ? titleOf(match.entry) : '');
  useEffect(() => {
    document.title = page === '' ? L('app.title') : `${page} - ${L('app.title')}`;
  }, [page]);
  return null;
}

function OpenedTabs({ commands, isNarrow }: { commands: ReturnType<typeof useTabCommands>; isNarrow: boolean }) {
  const { pathname } = useLocation();
  const tabs = useTabs((state) => state.tabs);
  const shown = tabs.map((tab) => ({
    key: tab.key,
    title: titleOfTab(tab),
    href: tab.key + tab.search,
    isClosable: isClosable(tab),
    isPinned: tab.isPinned,
  }));
  const activeKey = tabs.some(({ key }) => key === pathname) ? pathname : null;
  const Strip = isNarrow ? TabPicker : TabStrip;
  return (
    <Suspense>
      <Strip tabs={shown} activeKey={activeKey} onOpen={commands.open} onCommand={commands.run} />
    </Suspense>
  );
}

function Pages({ isNarrow }: { isNarrow: boolean }) {
  const commands = useTabCommands();
  return (
    <>
      <OpenedTabs commands={commands} isNarrow={isNarrow} />
      <main id="main" tabIndex={-1} className={css['main']}>
        <PageHost actions={commands.actions} />
      </main>
    </>
  );
}

function PlacedMenu({ isNarrow, isOpen, onClose }: { isNarrow: boolean; isOpen: boolean; onClose: () => void }) {
  const { menuTheme, menuOpening } = usePreferences();
  const shared = { look: menuTheme, isOneOpen: menuOpening === 'single' };
  if (!isNarrow) return <MainMenu isCollapsed={!isOpen} {...shared} />;
  if (!isOpen) return null;
  return (
    <Suspense>
      <Overlay name={L('frame.menu')} kind="side" onClose={onClose}>
        <MainMenu isCollapsed={false} onChosen={onClose} {...shared} />
      </Overlay>
    </Suspense>
  );
}

export function Frame() {
  const [isCollapsed, toggle] = useCollapsed();
  const isNarrow = !useMinWidth(phoneBelow);
  const [isOverlayOpen, setOverlayOpen] = useState(false);
  const isMenuOpen = isNarrow ? isOverlayOpen : !isCollapsed;
  const isImpersonated = useSession((session) => session.isImpersonated);
  useSessionWatch();
  useLeaveGuard();

  return (
    <div className={css['frame']} data-menu={isNarrow ? 'none' : isCollapsed ? 'collapsed' : 'open'}>
      <a href="#main" className={css['skip']}>
        {L('app.skip')}
      </a>
      <PlacedMenu isNarrow={isNarrow} isOpen={isMenuOpen} onClose={() => setOverlayOpen(false)} />
      <div className={css['body']}>
        <Header isMenuOpen={isMenuOpen} isNarrow={isNarrow} onToggle={isNarrow ? () => setOverlayOpen(true) : toggle} />
        <OfflineBar />
        {isImpersonated && (
          <Suspense>
            <ImpersonationBar />
          </Suspense>
        )}
        <Pages isNarrow={isNarrow} />
        <Footer />
      </div>
      <DocumentTitle />
      <Popups name={L('frame.popups')} />
      <AlarmNotices />
      <AccessAlertNotices />
      <SosWatch />
      <StrangerNotices />
      <ReloginDialog />
      <AutoLock />
      <LockWatch />
    </div>
  );
}
