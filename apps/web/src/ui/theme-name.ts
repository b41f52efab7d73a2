import { useSyncExternalStore } from 'react';

import { fontSizeOf, useLook } from '../lib/look.ts';

import { applyTokens, type ThemeName } from './tokens.ts';

const isDarkSystem = matchMedia('(prefers-color-scheme: dark)');
const isPaper = matchMedia('print');

/** The theme to draw in: what the user chose, the system's where that is followed, light on paper. */
export function themeName(): ThemeName {
  const { theme } = useLook.getState();
  if (isPaper.matches) return 'light';
  if (theme === 'system') return isDarkSystem.matches ? 'dark' : 'light';
  return theme;
}

function subscribe(changed: () => void): () => void {
  const media = [isDarkSystem, isPaper];
  for (const each of media) each.addEventListener('change', changed);
  const leave = useLook.subscribe(changed);
  return () => {
    leave();
    for (const each of media) each.removeEventListener('change', changed);
  };
}

export const useThemeName = (): ThemeName => useSyncExternalStore(subscribe, themeName);

function apply(): void {
  applyTokens(themeName());
  document.documentElement.style.setProperty('--s-font', `${fontSizeOf(useLook.getState())}px`);
}

/** Keeps the document's colours and size of text in step with the look. */
export function followTheme(): void {
  apply();
  subscribe(apply);
}
