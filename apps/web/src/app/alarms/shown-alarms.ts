import { shellCalls } from '@kangmai/model/menu';

import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { onceAtATime } from '../../lib/once-at-a-time.ts';

const untold = new Set<number>();
const sentAt = new Map<number, number>();
const againMs = 5000;
const mostCases = 100;

/** The same call would be refused again. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && [400, 401, 403, 404].includes(error.status);

function dueCases(): readonly number[] {
  const newest = Date.now() - againMs;
  for (const [id, at] of sentAt) if (at <= newest) sentAt.delete(id);
  return [...untold].filter((id) => !sentAt.has(id)).slice(0, mostCases);
}

const tellShown = onceAtATime(async () => {
  if (document.visibilityState !== 'visible') return;
  const caseIds = dueCases();
  try {
    if (caseIds.length > 0) await api.post(shellCalls.alarmsShown, { caseIds });
    for (const id of caseIds) {
      untold.delete(id);
      sentAt.set(id, Date.now());
    }
  } catch (error) {
    if (isRefused(error)) for (const id of caseIds) untold.delete(id);
  }
  if (untold.size > 0) setTimeout(() => void tellShown(), dueCases().length < mostCases ? againMs : 0);
});

/** Tells the server that this screen shows alarms, each once in five seconds; in the background once it is visible. */
export function alarmsShown(caseIds: readonly number[]): void {
  for (const id of caseIds) untold.add(id);
  void tellShown();
}

export function forgetShown(): void {
  untold.clear();
  sentAt.clear();
}

document.addEventListener('visibilitychange', () => void tellShown());
