import { readCookie } from '../cookies.ts';
import { storageKeys } from '../storage-keys.ts';

const basePath = '/apis';
const servicePath = '/api/services/app/';

/** Address of a call: `Service/Action`, or an absolute path. */
export const urlOf = (path: string): string => basePath + (path.startsWith('/') ? path : servicePath + path);

/** Culture and tenant headers of every call. */
export function baseHeaders(): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  const culture = readCookie(storageKeys.culture);
  const tenantId = readCookie(storageKeys.tenantId);
  if (culture) headers['.AspNetCore.Culture'] = culture;
  if (tenantId) headers['Abp.TenantId'] = tenantId;
  return headers;
}
