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

/** The page that was in front when the screen was locked; undefined when there is none. */
export function lockedPage(): string | undefined {
  const page = readCookie(storageKeys.currentPage) ?? readScoped(storageKeys.currentPage);
  return typeof page === 'string' && isOwnPage(page) && page !== lockPath ? page : undefined;
}

/** Has the server refuse what is not asked by the lock page. */
const lockSession = (): Promise<void> =>
  api.post<null>('Session/Lock', undefined, { whileLocked: true }).then(
    () => undefined,
    () => undefined,
  );

/** Locks the screen of every browser tab: calls wait at once, the lock page follows a moment later. */
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

/** The screen is locked already, by another tab or on the server: shows it here too, and in every tab that is opened. */
export function followLock(): void {
  setCookie('1');
  closeGate('locked');
}

/** Makes sure that the server refuses too; for a lock page that was opened by its cookie alone. */
export async function confirmLock(): Promise<void> {
  const { isLocked } = await api.get<{ isLocked: boolean }>('Session/GetState', undefined, { whileLocked: true });
  if (!isLocked) await lockSession();
}

/** A try that fails says itself what has become of the session. */
let isTrying = false;

/** Opens the screen with the password. Rejects with ApiError: a wrong one, or the one too many that ended the session. */
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

/** Follows what another tab or the server did: locks, or opens when the server says that it is open. */
export async function syncLock(): Promise<void> {
  const { phase } = useLockGate.getState();
  if (phase === 'open' && isLockedByCookie()) return followLock();
  const { isLocked } = await api.get<{ isLocked: boolean }>('Session/GetState', undefined, { whileLocked: true });
  if (isLocked && phase === 'open') followLock();
  if (!isLocked && phase === 'locked' && !isLockedByCookie()) openGate();
}

/** `syncLock` after the server said that something about the session changed; true when the locked session is no more. */
export async function isSessionOver(): Promise<boolean> {
  if (isTrying) return false;
  try {
    await syncLock();
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 401 && !isGateOpen();
  }
}

/** Runs `listener` when another browser tab locked or opened the screen. Returns the removal. */
export function onLockElsewhere(listener: () => void): () => void {
  tabs.addEventListener('message', listener);
  return () => tabs.removeEventListener('message', listener);
}

/** Forgets the lock: nobody is signed in any more. */
export function dropLock(): void {
  setCookie('0');
  dropCookie(storageKeys.currentPage);
}
