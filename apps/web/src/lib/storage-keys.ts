/** Storage keys in the browser; their spelling is documented behaviour. */
export const storageKeys = {
  accessToken: 'Abp.AuthToken',
  refreshToken: 'Abp.AuthRefreshToken',
  encryptedToken: 'enc_auth_token',
  twoFactorToken: 'TwoFactorRememberClientToken',
  tenantId: 'Abp.TenantId',
  platformChosen: 'Kangmai.PlatformChosen',
  culture: 'Abp.Localization.CultureName',
  look: 'look',
  locking: 'locking',
  currentPage: 'currentPageName',
  user: 'USEINFO',
  avatar: 'avatorImgPath',
  openedTabs: 'openedTabs',
  menuCollapsed: 'menuCollapsed',
  recentPages: 'recentPages',
  activeAt: 'activeAt',
  lastUserName: 'lastUserName',
  returnTo: 'returnTo',
  foldedCalls: 'foldedCalls',
} as const;

const nobody = (tenantId: number | string | null): string => `${tenantId ?? 0}.0`;

let owner = nobody(null);

/** Prefixes scoped keys with tenant and user, so that users of one machine do not see each other's tabs. */
export function setStorageOwner(tenantId: number | null, userId: number | null): void {
  owner = userId === null ? nobody(tenantId) : `${tenantId ?? 0}.${userId}`;
}

/** Full local storage key for the signed-in user, e.g. `1.7.openedTabs`. */
export const scopedKey = (name: string): string => `${owner}.${name}`;

/** Reads a JSON value of the user; `undefined` when absent or unreadable. The caller checks its shape. */
export function readScoped(name: string, storage: Storage = localStorage): unknown {
  try {
    const text = storage.getItem(scopedKey(name));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a JSON value for the user; storage errors are ignored. */
export function writeScoped(name: string, value: unknown, storage: Storage = localStorage): void {
  try {
    storage.setItem(scopedKey(name), JSON.stringify(value));
  } catch {
    // Private windows and full disks refuse storage; the product works without it.
  }
}
