import { create } from 'zustand';

import { fiveYears, readCookie, writeCookie } from './cookies.ts';
import { storageKeys } from './storage-keys.ts';

const themeChoices = ['light', 'dark', 'system'] as const;
const zoomModes = ['auto', 'scale', 'off'] as const;
const fontSizes = [14, 16, 18] as const;

export type ThemeChoice = (typeof themeChoices)[number];
/** Drawing the page larger or smaller with the window: from 1600 px up only, always, never. */
export type ZoomMode = (typeof zoomModes)[number];
/** Size of ordinary text in px. */
export type FontSize = (typeof fontSizes)[number];

/** What the user chose about how the product looks. */
export interface Look {
  readonly theme: ThemeChoice;
  readonly zoom: ZoomMode;
  readonly fontSize: FontSize;
}

const usual: Look = { theme: 'light', zoom: 'auto', fontSize: 14 };

const oneOf = <T>(known: readonly T[], given: unknown, otherwise: T): T => known.find((each) => String(each) === String(given)) ?? otherwise;

/** Anything that claims to be a look, with the usual for what it does not say or says wrongly. */
export const readLook = ({ theme, zoom, fontSize }: { readonly theme?: unknown; readonly zoom?: unknown; readonly fontSize?: unknown }): Look => ({
  theme: oneOf(themeChoices, theme, usual.theme),
  zoom: oneOf(zoomModes, zoom, usual.zoom),
  fontSize: oneOf(fontSizes, fontSize, usual.fontSize),
});

function kept(): Look {
  const [theme, zoom, fontSize] = (readCookie(storageKeys.look) ?? '').split('.');
  return readLook({ theme, zoom, fontSize });
}

/** The look of this browser. It is kept in a cookie (`dark.auto.14`), which is there before the first line is drawn and before anybody has signed in. */
export const useLook = create<Look>(() => kept());

/** Changes the look at once and keeps it in this browser. */
export function setLook(change: Partial<Look>): void {
  const look = readLook({ ...useLook.getState(), ...change });
  writeCookie(storageKeys.look, `${look.theme}.${look.zoom}.${look.fontSize}`, fiveYears);
  useLook.setState(look);
}
