import { refreshSession } from '../lib/api/refresh.ts';
import { startSession, useSession } from '../lib/session/session.ts';

/** Loads the signed-in user, renewing an expired token; false when nobody is signed in. */
export async function findUser(): Promise<boolean> {
  await startSession();
  if (useSession.getState().user) return true;
  if (await refreshSession()) await startSession();
  return useSession.getState().user !== null;
}
