import { homePath } from '@kangmai/model/menu';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { useLocation, useNavigate } from 'react-router';

import { useLockGate } from '../../lib/api/lock-gate.ts';
import { L } from '../../lib/i18n/texts.ts';
import { followLock, lockPath, onLockElsewhere, syncLock } from '../../lib/session/lock.ts';
import { signOut } from '../../lib/session/sign-in.ts';
import { controlTexts } from '../control-texts.ts';
import { PlainPage } from '../plain-page.tsx';
import { useTabs } from '../tabs/tabs-store.ts';

import { hidePage } from './hide-page.ts';

function leave(): void {
  useTabs.setState({ dirty: new Set() });
  void signOut();
}

/** Draws the lock page in place of everything; gives the way back. */
function showLockPage(): () => void {
  const { element, restore } = hidePage();
  const root = createRoot(element);
  void Promise.all([import('./lock-page.tsx'), controlTexts()]).then(([{ LockPage }, locale]) =>
    root.render(
      <PlainPage locale={locale}>
        <LockPage onOpened={() => undefined} onLeave={leave} />
      </PlainPage>,
    ),
  );
  return () => {
    restore();
    // Not while the page that holds this root is being drawn.
    queueMicrotask(() => root.unmount());
  };
}

/** Holds the address at the lock page without the router, whose pages stay as they are. Gives the way back. */
function holdAddress(): () => void {
  const { state } = history as { state: unknown };
  const hold = (): void => {
    if (location.pathname !== lockPath) history.pushState(state, '', lockPath);
  };
  hold();
  window.addEventListener('popstate', hold);
  return () => window.removeEventListener('popstate', hold);
}

function beLocked(): () => void {
  // The server may have been the first to say so, whatever stands in the cookie.
  followLock();
  const { title } = document;
  document.title = L('app.title');
  const release = holdAddress();
  const open = showLockPage();
  return () => {
    release();
    open();
    document.title = title;
  };
}

/** Keeps to the lock page while the screen is locked, and away from it while it is not. */
export function LockWatch() {
  const isLocked = useLockGate(({ phase }) => phase === 'locked');
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const page = useRef(homePath);
  const goBack = useEffectEvent(() => void navigate(page.current, { replace: true }));

  useLayoutEffect(() => {
    if (!isLocked) return undefined;
    const open = beLocked();
    return () => {
      open();
      goBack();
    };
  }, [isLocked]);

  useLayoutEffect(() => {
    if (isLocked) return;
    if (pathname === lockPath) goBack();
    else page.current = pathname + search;
  }, [isLocked, pathname, search]);

  useEffect(() => {
    const sync = (): void => void syncLock().catch(() => undefined);
    return onLockElsewhere(sync);
  }, []);

  return null;
}
