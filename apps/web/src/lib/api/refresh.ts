import { isRemembered, refreshToken, saveTokens, type TokenAnswer } from '../auth-tokens.ts';
import { unwrap } from './envelope.ts';
import { baseHeaders, urlOf } from './wire.ts';

let running: Promise<boolean> | null = null;

async function refresh(token: string): Promise<boolean> {
  try {
    const response = await fetch(urlOf('/api/TokenAuth/RefreshToken'), {
      method: 'POST',
      headers: { ...baseHeaders(), 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: token }),
    });
    saveTokens((await unwrap(response)) as TokenAnswer, isRemembered());
    return true;
  } catch {
    return false;
  }
}

/** Renews the access token once for all waiting calls; false when that is impossible. */
export function refreshSession(): Promise<boolean> {
  const token = refreshToken();
  if (token === null) return Promise.resolve(false);
  running ??= refresh(token).finally(() => {
    running = null;
  });
  return running;
}
