import { isOwnPage } from '@kangmai/model/menu';

import { api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import { closeGate, isGateOpen, openGate, useLockGate } from '../api/lock-gate.ts';
import { dropCookie, fiveYears, readCookie, writeCookie } from '../cookies.ts';
import { readScoped, storageKeys, writeScoped } from '../storage-keys.ts';

export const lockPath = '/locking';

const lockDelayMs = 800;

const tabs = new BroadcastChannel('locking');

export const isLockedByCookie = (): boolean => readCookie(storageKeys.locking) === '1';

const setCookie = (value: '0' | '1'): void => writeCookie(storageKeys.locking, value, fiveYears);

/** The page that was open when the screen was locked, if any. */
export function lockedPage(): string | undefined {
  const page = readCookie(storageKeys.currentPage) ?? readScoped(storageKeys.currentPage);
  return typeof page === 'string' && isOwnPage(page) && page !== lockPath ? page : undefined;
}

/** Makes the server refuse all calls except those of the lock page. */
const lockSession = (): Promise<void> =>
  api.post<null>('Session/Lock', undefined, { whileLocked: true }).then(
    () => undefined,
    () => undefined,
  );

/** Locks the screen of every browser tab: calls wait at once, the lock page follows. */
export function lockScreen(page: string): void {
  if (!isGateOpen()) return;
  closeGate('closing');
  writeCookie(storageKeys.currentPage, page, fiveYears);
  writeScoped(storageKeys.currentPage, page);
  setCookie('1');
  tabs.postMessage('changed');
  void lockSession();
  setTimeout(() => closeGate('locked'), lockDelayMs);
}

/** Shows the lock in this and every new tab after another tab or the server locked the session. */
export function followLock(): void {
  setCookie('1');
  closeGate('locked');
}

/** Locks the session on the server too, for a lock page that was opened by its cookie. */
export async function confirmLock(): Promise<void> {
  const { isLocked } = await api.get<{ isLocked: boolean }>('Session/GetState', undefined, { whileLocked: true });
  if (!isLocked) await lockSession();
}

/** A failed attempt reports the state of the session itself. */
let isTrying = false;

/** Unlocks with the password. Rejects with ApiError for a wrong password and when the session has ended. */
export async function unlockScreen(password: string): Promise<void> {
  isTrying = true;
  try {
    await api.post('Session/Unlock', { password }, { whileLocked: true });
    isTrying = false;
  } catch (error) {
    isTrying = error instanceof ApiError && error.reason === 'session.unlock-ended';
    throw error;
  }
  setCookie('0');
  dropCookie(storageKeys.currentPage);
  tabs.postMessage('changed');
  openGate();
}

/** Follows the lock state of other tabs and of the server. */
export async function syncLock(): Promise<void> {
  const { phase } = useLockGate.getState();
  if (phase === 'open' && isLockedByCookie()) return followLock();
  const { isLocked } = await api.get<{ isLocked: boolean }>('Session/GetState', undefined, { whileLocked: true });
  if (isLocked && phase === 'open') followLock();
  if (!isLocked && phase === 'locked' && !isLockedByCookie()) openGate();
}

/** `syncLock` after a session event; true when the locked session has ended. */
export async function isSessionOver(): Promise<boolean> {
  if (isTrying) return false;
  try {
    await syncLock();
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 401 && !isGateOpen();
  }
}

/** Runs `listener` when another browser tab locked or unlocked the screen. Returns the unsubscribe function. */
export function onLockElsewhere(listener: () => void): () => void {
  tabs.addEventListener('message', listener);
  return () => tabs.removeEventListener('message', listener);
}

export function dropLock(): void {
  setCookie('0');
  dropCookie(storageKeys.currentPage);
}
