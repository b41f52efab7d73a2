/** A choice that every user makes for the own account; its setting holds the word. */
export interface Preference {
  /** The setting, of user, tenant or application, whichever is narrowest. */
  readonly setting: string;
  /** Every value it may have; the first one counts unless somebody chose. */
  readonly values: readonly string[];
}

const oneOf = <const V extends readonly [string, ...string[]]>(
  name: string,
  ...values: V
): { readonly setting: string; readonly values: V } => ({ setting: `App.Preferences.${name}`, values });

/**
 * Preferences of a user. `afterClose`: the page that closing the current tab opens; `zoom`: 自动, 等比缩放, 关闭;
 * `autoLockMinutes`: idle minutes until the screen locks, 0 never; `menuOpening`: one open top group or several.
 */
export const preferenceChoices = {
  theme: oneOf('Theme', 'light', 'dark', 'system'),
  menuTheme: oneOf('MenuTheme', 'dark', 'light'),
  menuOpening: oneOf('MenuOpening', 'single', 'several'),
  afterClose: oneOf('AfterClose', 'second', 'neighbour', 'recent'),
  zoom: oneOf('Zoom', 'auto', 'proportional', 'off'),
  fontSize: oneOf('FontSize', 'standard', 'large', 'larger'),
  density: oneOf('Density', 'compact', 'standard', 'loose'),
  autoLockMinutes: oneOf('AutoLockMinutes', '30', '0', '5', '10', '15', '60', '120'),
} as const satisfies Readonly<Record<string, Preference>>;

export type PreferenceName = keyof typeof preferenceChoices;

/** Every preference with the words it may have. */
export type PreferenceWords = { readonly [Name in PreferenceName]: (typeof preferenceChoices)[Name]['values'][number] };

export const preferenceNames = Object.keys(preferenceChoices) as readonly PreferenceName[];

/** The preferences that settings say; a missing or unknown word is the default. */
export function preferencesOf(settings: Readonly<Record<string, string>>): PreferenceWords {
  const word = (name: PreferenceName): string => {
    const { setting, values } = preferenceChoices[name];
    return values.find((value) => value === settings[setting]) ?? values[0];
  };
  return Object.fromEntries(preferenceNames.map((name) => [name, word(name)])) as PreferenceWords;
}
