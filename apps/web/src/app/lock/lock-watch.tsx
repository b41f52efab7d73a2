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

function endSession(): void {
  useTabs.setState({ dirty: new Set() });
  void signOut();
}

/** Renders the lock page in place of the product. Returns a function that undoes this. */
function showLockPage(): () => void {
  const { element, restore } = hidePage();
  const root = createRoot(element);
  void Promise.all([import('./lock-page.tsx'), controlTexts()]).then(([{ LockPage }, locale]) =>
    root.render(
      <PlainPage locale={locale}>
        <LockPage onOpened={() => undefined} onLeave={endSession} />
      </PlainPage>,
    ),
  );
  return () => {
    restore();
    // React cannot unmount a root while it renders the page that holds it.
    queueMicrotask(() => root.unmount());
  };
}

/** Keeps the address at the lock page without the router. Returns a function that undoes this. */
function holdAddress(): () => void {
  const { state } = history as { state: unknown };
  const returnToLock = (): void => {
    if (location.pathname !== lockPath) history.pushState(state, '', lockPath);
  };
  returnToLock();
  window.addEventListener('popstate', returnToLock);
  return () => window.removeEventListener('popstate', returnToLock);
}

function beLocked(): () => void {
  // The server may have locked the session before the cookie says so.
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
