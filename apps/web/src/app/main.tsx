import '../ui/base.css';

import {
  pagesOf,
  phoneActivityPath,
  phoneAuthPath,
  phoneBookingPath,
  registerPath,
  routes,
  staffRegisterPath,
} from '@kangmai/model/menu';

import { accessToken, refreshToken } from '../lib/auth-tokens.ts';
import { loadTexts } from '../lib/i18n/texts.ts';
import { followPreferences } from '../lib/look.ts';
import { isPrintPath } from '../lib/print-path.ts';
import { isLockedByCookie, lockPath } from '../lib/session/lock.ts';
import { storageKeys } from '../lib/storage-keys.ts';
import { followWindowSize } from '../ui/follow-window.ts';
import { followTheme } from '../ui/theme-name.ts';

const transferPath = '/views/transfer';

function rememberTarget(): void {
  const target = location.pathname + location.search;
  if (target !== '/' && location.pathname !== lockPath) sessionStorage.setItem(storageKeys.returnTo, target);
  history.replaceState(null, '', '/');
}

/** Whether the address needs no sign-in. Sign-in, lock and transfer belong to the session. */
function isPublic(path: string): boolean {
  return (
    !['/', lockPath, transferPath, registerPath].includes(path) &&
    pagesOf(routes).some(({ entry }) => entry.public && entry.path === path)
  );
}

async function mountSignedIn(root: HTMLElement): Promise<void> {
  if (isLockedByCookie()) {
    const { mountLock } = await import('./lock/mount-lock.tsx');
    await mountLock(root);
  } else if (isPrintPath(location.pathname)) {
    const { mountPrint } = await import('./print/mount-print.tsx');
    await mountPrint(root);
  } else {
    if (location.pathname === lockPath) history.replaceState(null, '', '/');
    const { mountFrame } = await import('./frame/mount-frame.tsx');
    await mountFrame(root);
  }
}

const isPhonePage = (): boolean => [phoneAuthPath, phoneBookingPath, phoneActivityPath].includes(location.pathname);

/** Phone pages keep the font size of the browser. */
async function startPhonePage(root: HTMLElement): Promise<void> {
  followTheme();
  await loadTexts();
  if (location.pathname === phoneActivityPath) {
    const { mountActivity } = await import('./phone/activity/mount-activity.tsx');
    mountActivity(root);
  } else {
    const { mountPhone } = await import('./phone/mount-phone.tsx');
    mountPhone(root);
  }
}

async function startClient(root: HTMLElement): Promise<void> {
  followWindowSize();
  followTheme();
  followPreferences();
  await loadTexts();
  if (location.pathname.startsWith('/account/')) {
    const { mountMailLink } = await import('./mail-link/mount-mail-link.tsx');
    await mountMailLink(root);
  } else if (location.pathname === transferPath) {
    const { mountTransfer } = await import('./sign-in/mount-transfer.tsx');
    await mountTransfer(root);
  } else if (location.pathname === registerPath) {
    const { mountRegister } = await import('./sign-in/mount-register.tsx');
    await mountRegister(root);
  } else if (location.pathname === staffRegisterPath) {
    const { mountStaffRegister } = await import('./staff-register/mount-staff-register.tsx');
    await mountStaffRegister(root);
  } else if (isPublic(location.pathname)) {
    const { mountPublic } = await import('./public/mount-public.tsx');
    mountPublic(root);
  } else if (accessToken() === null && refreshToken() === null) {
    rememberTarget();
    const { mountSignIn } = await import('./sign-in/mount-sign-in.tsx');
    await mountSignIn(root);
  } else await mountSignedIn(root);
}

// A page restored from the back-forward cache may have missed a sign-out or a lock.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
void (isPhonePage() ? startPhonePage(root) : startClient(root));
