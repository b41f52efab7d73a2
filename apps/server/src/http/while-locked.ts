import type { Entry } from './registry.ts';

/** What a locked sign-in may still ask, beside what everybody may, with the reason. Everything else is refused until it is unlocked. */
export const lockedCalls: Readonly<Record<string, string>> = {
  'GET /api/services/app/Session/GetState': 'a page that is opened has to know that it is locked',
  'POST /api/services/app/Session/Lock': 'a second tab locks with the first',
  'POST /api/services/app/Session/Unlock': 'the way back',
  'GET /api/TokenAuth/LogOut': 'the way out',
  'GET /api/services/app/Profile/GetProfilePicture': 'the lock page shows whose screen it is',
};

const known = new Set(Object.keys(lockedCalls).map((name) => name.toLowerCase()));

/** True when a locked sign-in may make a call. */
export const opensWhileLocked = ({ verb, path, permissions }: Pick<Entry, 'verb' | 'path' | 'permissions'>): boolean =>
  permissions.includes('anonymous') || known.has(`${verb} ${path}`.toLowerCase());
