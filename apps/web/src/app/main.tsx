import '../ui/base.css';

import { accessToken, refreshToken } from '../lib/auth-tokens.ts';
import { loadTexts } from '../lib/i18n/texts.ts';
import { followPreferences } from '../lib/look.ts';
import { storageKeys } from '../lib/storage-keys.ts';
import { followWindowSize } from '../ui/follow-window.ts';
import { followTheme } from '../ui/theme-name.ts';

function rememberTarget(): void {
  const target = location.pathname + location.search;
  if (target !== '/') sessionStorage.setItem(storageKeys.returnTo, target);
  history.replaceState(null, '', '/');
}

async function start(): Promise<void> {
  followWindowSize();
  followTheme();
  followPreferences();
  await loadTexts();
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root element');

  if (location.pathname.startsWith('/account/')) {
    const { mountMailLink } = await import('./mail-link/mount-mail-link.tsx');
    await mountMailLink(root);
  } else if (accessToken() !== null || refreshToken() !== null) {
    const { mountFrame } = await import('./frame/mount-frame.tsx');
    await mountFrame(root);
  } else {
    rememberTarget();
    const { mountSignIn } = await import('./sign-in/mount-sign-in.tsx');
    await mountSignIn(root);
  }
}

void start();
