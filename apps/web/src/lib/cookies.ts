export function readCookie(name: string): string | null {
  const prefix = `${encodeURIComponent(name)}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(prefix));
  return found === undefined ? null : decodeURIComponent(found.slice(prefix.length));
}

/** Sets a cookie for the whole site; without `seconds` a session cookie. */
export function writeCookie(name: string, value: string, seconds?: number): void {
  const life = seconds === undefined ? '' : `; max-age=${Math.floor(seconds)}`;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}; path=/; samesite=lax${life}${secure}`;
}

export const dropCookie = (name: string): void => writeCookie(name, '', 0);

export const fiveYears = 5 * 365 * 24 * 3600;
