import { readScoped, storageKeys, writeScoped } from '../../lib/storage-keys.ts';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const noteEveryMs = 5000;

let notedAt = 0;

/** Last activity in any browser tab of the user, epoch milliseconds. */
export function lastActiveAt(): number {
  const elsewhere = readScoped(storageKeys.activeAt);
  return Math.max(notedAt, typeof elsewhere === 'number' && elsewhere <= Date.now() ? elsewhere : 0);
}

/** Records activity. Other tabs are notified at most every five seconds, or at once when they may be counting down. */
export function noteActivity(isUrgent = false): void {
  const now = Date.now();
  const isDue = isUrgent || now - notedAt >= noteEveryMs;
  if (!isDue) return;
  notedAt = now;
  writeScoped(storageKeys.activeAt, now);
}

export function watchActivity(noticed: () => void): () => void {
  const stop = new AbortController();
  for (const name of signs)
    document.addEventListener(name, noticed, { passive: true, capture: true, signal: stop.signal });
  return () => stop.abort();
}
