import { api } from '../api/api.ts';
import { dropCookie, fiveYears, writeCookie } from '../cookies.ts';
import { storageKeys } from '../storage-keys.ts';

interface TenantAnswer {
  state: number;
  tenantId: number | null;
}

export type TenantState = 'available' | 'inactive' | 'unknown';

const states: Readonly<Record<number, TenantState>> = { 1: 'available', 2: 'inactive', 3: 'unknown' };

/** Chooses the tenant to sign in to; an empty name means the host. The caller reloads when it is available. */
export async function chooseTenant(tenancyName: string): Promise<TenantState> {
  if (tenancyName === '') {
    dropCookie(storageKeys.tenantId);
    return 'available';
  }
  const answer = await api.post<TenantAnswer>('Account/IsTenantAvailable', { tenancyName }, { anonymous: true });
  const state = states[answer.state] ?? 'unknown';
  if (state === 'available' && answer.tenantId !== null) writeCookie(storageKeys.tenantId, String(answer.tenantId), fiveYears);
  return state;
}
