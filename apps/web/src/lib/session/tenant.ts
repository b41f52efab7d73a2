import { api } from '../api/api.ts';
import { dropCookie, fiveYears, readCookie, writeCookie } from '../cookies.ts';
import { storageKeys } from '../storage-keys.ts';
import { startSession, useSession } from './session.ts';

interface TenantAnswer {
  state: number;
  tenantId: number | null;
}

export type TenantState = 'available' | 'inactive' | 'unknown';

const states: Readonly<Record<number, TenantState>> = { 1: 'available', 2: 'inactive', 3: 'unknown' };

/** Chooses the tenant; an empty name means the host. The caller reloads when the tenant is available. */
export async function chooseTenant(tenancyName: string): Promise<TenantState> {
  if (tenancyName === '') {
    dropCookie(storageKeys.tenantId);
    writeCookie(storageKeys.platformChosen, '1', fiveYears);
    return 'available';
  }
  const answer = await api.post<TenantAnswer>('Account/IsTenantAvailable', { tenancyName }, { anonymous: true });
  const state = states[answer.state] ?? 'unknown';
  if (state === 'available' && answer.tenantId !== null)
    writeCookie(storageKeys.tenantId, String(answer.tenantId), fiveYears);
  return state;
}

/** Preselects the demo tenant in a browser without a choice. */
export async function beginWithDemo(): Promise<void> {
  const { tenant, demoTenant } = useSession.getState();
  const hasChosen =
    tenant !== null || readCookie(storageKeys.tenantId) !== null || readCookie(storageKeys.platformChosen) !== null;
  if (demoTenant === null || hasChosen) return;
  if ((await chooseTenant(demoTenant)) === 'available') await startSession();
}
