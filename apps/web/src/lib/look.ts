import { preferenceChoices, preferencesOf, type PreferenceWords } from '@kangmai/model/preferences';
import { create } from 'zustand';

import { fiveYears, readCookie, writeCookie } from './cookies.ts';
import { useSession } from './session/session.ts';
import { storageKeys } from './storage-keys.ts';

export type Look = Pick<PreferenceWords, 'theme' | 'zoom' | 'fontSize'>;
export type ZoomMode = Look['zoom'];

const { theme, zoom, fontSize } = preferenceChoices;

/** Appearance of the last visit: `dark.auto.standard`. */
function storedLook(): Look {
  const [first = '', second = '', third = ''] = (readCookie(storageKeys.look) ?? '').split('.');
  return preferencesOf({ [theme.setting]: first, [zoom.setting]: second, [fontSize.setting]: third });
}

export const useLook = create<Look>(() => storedLook());

const px: Readonly<Record<Look['fontSize'], number>> = { standard: 14, large: 16, larger: 18 };

export const fontSizeOf = (look: Look): number => px[look.fontSize];

/** Applies the signed-in user's preferences and stores them in a cookie, which can be read before the first render. */
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
