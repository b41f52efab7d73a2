import { preferenceChoices, preferencesOf, type PreferenceWords } from '@kangmai/model/preferences';
import { useMemo } from 'react';

import { api } from './api/api.ts';
import { useSession } from './session/session.ts';

/** How the signed-in user wants the product to look and behave. */
export interface Preferences extends Omit<PreferenceWords, 'autoLockMinutes'> {
  /** Idle minutes until the screen locks; 0: never. */
  readonly autoLockMinutes: number;
}

const fromSettings = (settings: Readonly<Record<string, string>>): Preferences => {
  const words = preferencesOf(settings);
  return { ...words, autoLockMinutes: Number(words.autoLockMinutes) };
};

/** The preferences, for React; a changed one draws anew at once. */
export function usePreferences(): Preferences {
  const settings = useSession((session) => session.settings);
  return useMemo(() => fromSettings(settings), [settings]);
}

/** The preferences as they stand, for plain code; before the session has started those that nobody chose. */
export const preferences = (): Preferences => fromSettings(useSession.getState().settings);

/** Stores changed preferences with the account; they count here at once and elsewhere from the next start. Rejects with ApiError, and what was shown before counts again. */
export async function savePreferences(changed: Partial<PreferenceWords>): Promise<void> {
  const before = useSession.getState().settings;
  const settings = Object.fromEntries(
    Object.entries(changed).map(([name, word]) => [preferenceChoices[name as keyof PreferenceWords].setting, word]),
  );
  useSession.setState({ settings: { ...before, ...settings } });
  try {
    await api.put('Profile/UpdatePreferences', changed);
  } catch (error) {
    useSession.setState({ settings: before });
    throw error;
  }
}
