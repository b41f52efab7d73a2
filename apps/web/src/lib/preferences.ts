import { preferenceChoices, preferencesOf, type PreferenceWords } from '@kangmai/model/preferences';
import { useMemo } from 'react';

import { api } from './api/api.ts';
import { useSession } from './session/session.ts';

export interface Preferences extends Omit<PreferenceWords, 'autoLockMinutes'> {
  readonly autoLockMinutes: number;
}

const fromSettings = (settings: Readonly<Record<string, string>>): Preferences => {
  const words = preferencesOf(settings);
  return { ...words, autoLockMinutes: Number(words.autoLockMinutes) };
};

export function usePreferences(): Preferences {
  const settings = useSession((session) => session.settings);
  return useMemo(() => fromSettings(settings), [settings]);
}

/** Current preferences for code outside of components; defaults before the session starts. */
export const preferences = (): Preferences => fromSettings(useSession.getState().settings);

/** Saves preferences; they apply here at once. Rejects with ApiError and then reverts. */
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
