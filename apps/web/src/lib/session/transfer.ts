import { api } from '../api/api.ts';
import { accessToken, dropTokens, saveTokens, type TokenAnswer } from '../auth-tokens.ts';
import { dropCookie, fiveYears, writeCookie } from '../cookies.ts';
import { storageKeys } from '../storage-keys.ts';
import { dropLock } from './lock.ts';
import { endOnServer } from './sign-in.ts';

const doors = {
  switchAccountToken: '/api/TokenAuth/LinkedAccountAuthenticate',
  impersonationToken: '/api/TokenAuth/ImpersonatedAuthenticate',
} as const;

function tokenOf(given: URLSearchParams): { readonly name: keyof typeof doors; readonly token: string } | undefined {
  for (const name of ['switchAccountToken', 'impersonationToken'] as const) {
    const token = given.get(name);
    if (token !== null && token !== '') return { name, token };
  }
  return undefined;
}

async function endFormer(): Promise<void> {
  if (accessToken() === null) return;
  await endOnServer();
  dropTokens();
}

/** Signs in with the one-time token of an address; false when it is missing or used. */
export async function transfer(given: URLSearchParams): Promise<boolean> {
  const found = tokenOf(given);
  if (!found) return false;
  try {
    const answer = await api.post<TokenAnswer>(doors[found.name], { [found.name]: found.token }, { anonymous: true });
    await endFormer();
    const tenantId = given.get('tenantId');
    if (tenantId !== null && /^[1-9]\d*$/.test(tenantId)) writeCookie(storageKeys.tenantId, tenantId, fiveYears);
    else dropCookie(storageKeys.tenantId);
    dropLock();
    saveTokens(answer, false);
    return true;
  } catch {
    return false;
  }
}
