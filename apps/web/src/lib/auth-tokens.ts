import { dropCookie, readCookie, writeCookie } from './cookies.ts';
import { storageKeys } from './storage-keys.ts';

interface TokenRecord {
  token: string;
  expireTime: number | null;
}

/** Token part of the sign-in and refresh responses. */
export interface TokenAnswer {
  accessToken: string;
  encryptedAccessToken: string;
  expireInSeconds: number;
  refreshToken?: string | null;
  refreshTokenExpireInSeconds?: number;
}

function readRecord(key: string): TokenRecord | null {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof parsed !== 'object' || parsed === null || !('token' in parsed) || typeof parsed.token !== 'string')
      return null;
    const expireTime = 'expireTime' in parsed && typeof parsed.expireTime === 'number' ? parsed.expireTime : null;
    return { token: parsed.token, expireTime };
  } catch {
    return null;
  }
}

function liveToken(key: string): string | null {
  const record = readRecord(key);
  if (!record) return null;
  // A session token is valid only while its session cookie exists, which ends with the browser.
  const isLive =
    record.expireTime === null ? readCookie(storageKeys.encryptedToken) !== null : record.expireTime > Date.now();
  return isLive ? record.token : null;
}

/** The access token; null when absent or expired. */
export const accessToken = (): string | null => liveToken(storageKeys.accessToken);

export const refreshToken = (): string | null => liveToken(storageKeys.refreshToken);

/** The token for the real-time hub. */
export const encryptedToken = (): string | null => readCookie(storageKeys.encryptedToken);

/** Expiry of the access token in epoch ms; null when absent or unreadable. */
export function accessEndsAt(): number | null {
  const body = accessToken()?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
  try {
    const claims: unknown = body === undefined ? null : JSON.parse(atob(body));
    return typeof claims === 'object' && claims !== null && 'exp' in claims && typeof claims.exp === 'number'
      ? claims.exp * 1000
      : null;
  } catch {
    return null;
  }
}

export const isRemembered = (): boolean => readRecord(storageKeys.accessToken)?.expireTime !== null;

function saveRecord(key: string, token: string, seconds: number | undefined): void {
  const record: TokenRecord = { token, expireTime: seconds === undefined ? null : Date.now() + seconds * 1000 };
  localStorage.setItem(key, JSON.stringify(record));
}

/** Stores the tokens of a sign-in; with `remember` until they expire, else for the browser session. */
export function saveTokens(answer: TokenAnswer, remember: boolean): void {
  const seconds = remember ? answer.expireInSeconds : undefined;
  writeCookie(storageKeys.encryptedToken, answer.encryptedAccessToken, seconds);
  saveRecord(storageKeys.accessToken, answer.accessToken, seconds);
  if (remember && answer.refreshToken)
    saveRecord(storageKeys.refreshToken, answer.refreshToken, answer.refreshTokenExpireInSeconds);
}

/** Removes all tokens; other browser tabs notice by the storage event. */
export function dropTokens(): void {
  dropCookie(storageKeys.encryptedToken);
  localStorage.removeItem(storageKeys.refreshToken);
  localStorage.removeItem(storageKeys.accessToken);
}
