import { shellCalls } from '@kangmai/model/menu';

import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';

/** Cases on this screen that the server does not know as shown yet. */
const untold = new Set<number>();
let isTelling = false;
const againMs = 5000;

/** The same call would be refused again. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && [400, 401, 403, 404].includes(error.status);

async function tellShown(): Promise<void> {
  if (isTelling || untold.size === 0 || document.visibilityState !== 'visible') return;
  const caseIds = [...untold].slice(0, 100);
  isTelling = true;
  try {
    await api.post(shellCalls.alarmsShown, { caseIds });
    for (const id of caseIds) untold.delete(id);
  } catch (error) {
    if (isRefused(error)) for (const id of caseIds) untold.delete(id);
    setTimeout(() => void tellShown(), againMs);
    return;
  } finally {
    isTelling = false;
  }
  await tellShown();
}

/** Tells the server that this screen shows alarms. A page in the background does so when it becomes visible. */
export function alarmsShown(caseIds: readonly number[]): void {
  for (const id of caseIds) untold.add(id);
  void tellShown();
}

document.addEventListener('visibilitychange', () => void tellShown());
