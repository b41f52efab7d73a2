import { homePath } from '@kangmai/model/menu';

import { closeGate, isGateOpen } from '../../lib/api/lock-gate.ts';
import { refreshSession } from '../../lib/api/refresh.ts';
import { L } from '../../lib/i18n/texts.ts';
import { connectRealtime, onRealtime } from '../../lib/realtime/realtime.ts';
import { confirmLock, isSessionOver, lockedPage, lockPath, onLockElsewhere } from '../../lib/session/lock.ts';
import { startSession, useSession } from '../../lib/session/session.ts';
import { goToSignIn, signOut } from '../../lib/session/sign-in.ts';
import { controlTexts } from '../control-texts.ts';
import { PlainPage } from '../plain-page.tsx';
import { startPage } from '../start-page.ts';

import { LockPage } from './lock-page.tsx';

import type { Root } from 'react-dom/client';

async function startLock(root: Root): Promise<void> {
  const page = lockedPage() ?? homePath;
  await startSession();
  if (!useSession.getState().user && (await refreshSession())) await startSession();
  if (!useSession.getState().user) return goToSignIn();
  void confirmLock().catch(() => undefined);
  const returnToPage = (): void => location.replace(page);
  const locale = await controlTexts();
  root.render(
    <PlainPage locale={locale}>
      <LockPage onOpened={returnToPage} onLeave={() => void signOut()} />
    </PlainPage>,
  );
  const follow = (): void =>
    void isSessionOver().then((isOver) => {
      if (isOver) goToSignIn();
      else if (isGateOpen()) returnToPage();
    });
  onLockElsewhere(follow);
  onRealtime('sessionchange', follow);
  void connectRealtime();
}

/** Shows the lock page in a tab opened or reloaded while the screen is locked, without loading the frame. */
export async function mountLock(element: HTMLElement): Promise<void> {
  history.replaceState(null, '', lockPath);
  document.title = L('app.title');
  closeGate('locked');
  await startPage(element, startLock);
}
