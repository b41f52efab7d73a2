import { preferenceChoices, preferencesOf, type PreferenceWords } from '@kangmai/model/preferences';
import { create } from 'zustand';

import { fiveYears, readCookie, writeCookie } from './cookies.ts';
import { useSession } from './session/session.ts';
import { storageKeys } from './storage-keys.ts';

/** The preferences that decide how the page is drawn. */
export type Look = Pick<PreferenceWords, 'theme' | 'zoom' | 'fontSize'>;
export type ZoomMode = Look['zoom'];

const { theme, zoom, fontSize } = preferenceChoices;

/** The look as it was last time: `dark.auto.standard`. */
function kept(): Look {
  const [first = '', second = '', third = ''] = (readCookie(storageKeys.look) ?? '').split('.');
  return preferencesOf({ [theme.setting]: first, [zoom.setting]: second, [fontSize.setting]: third });
}

/** The look in front; in pages before the sign-in the one of who was here last. */
export const useLook = create<Look>(() => kept());

const px: Readonly<Record<Look['fontSize'], number>> = { standard: 14, large: 16, larger: 18 };

/** Size of ordinary text in px. */
export const fontSizeOf = (look: Look): number => px[look.fontSize];

/** Lets the look follow the signed-in user's preferences, and keeps it in a cookie, which is there before the first line of a page is drawn. */
export function followPreferences(): void {
  useSession.subscribe(({ user, settings }) => {
    const before = useLook.getState();
    const next = preferencesOf(settings);
    if (
      user === null ||
      (next.theme === before.theme && next.zoom === before.zoom && next.fontSize === before.fontSize)
    )
      return;
    writeCookie(storageKeys.look, `${next.theme}.${next.zoom}.${next.fontSize}`, fiveYears);
    useLook.setState({ theme: next.theme, zoom: next.zoom, fontSize: next.fontSize });
  });
}
