import { useSyncExternalStore } from 'react';

import { fontSizeOf, useLook } from '../lib/look.ts';
import { isPrintPath } from '../lib/print-path.ts';

import { applyTokens, type ThemeName } from './tokens.ts';

const isDarkSystem = matchMedia('(prefers-color-scheme: dark)');
const isPaper = matchMedia('print');

/** The theme: the user's choice, the system's when followed, light when printing and on pages that are printed. */
export function themeName(): ThemeName {
  const { theme } = useLook.getState();
  if (isPaper.matches || isPrintPath(location.pathname)) return 'light';
  if (theme === 'system') return isDarkSystem.matches ? 'dark' : 'light';
  return theme;
}

function onThemeChange(changed: () => void): () => void {
  const media = [isDarkSystem, isPaper];
  for (const each of media) each.addEventListener('change', changed);
  const leave = useLook.subscribe(changed);
  return () => {
    leave();
    for (const each of media) each.removeEventListener('change', changed);
  };
}

export const useThemeName = (): ThemeName => useSyncExternalStore(onThemeChange, themeName);

function apply(): void {
  applyTokens(themeName());
  document.documentElement.style.setProperty('--s-font', `${fontSizeOf(useLook.getState())}px`);
}

/** Applies the theme and font size to the document. */
export function followTheme(): void {
  apply();
  onThemeChange(apply);
}
