import type { Database } from '../platform/database/database.ts';
import type { IdentityParts } from './identify.ts';

interface TenantOfHost {
  readonly id: number;
  readonly zone: string;
}

const freshMs = 5000;
const mostKept = 10_000;

/**
 * The tenancy name inside a host name, by a pattern such as `https://{TENANCY_NAME}.example.com`; several are separated
 * by semicolons.
 */
export function tenancyNameIn(host: string, patterns: string): string | undefined {
  const bare = host.replace(/:\d+$/, '').toLowerCase();
  for (const pattern of patterns.split(';')) {
    const [before, after] = pattern
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/(:\d+)?\/*$/, '')
      .split('{tenancy_name}');
    if (before === undefined || after === undefined || !bare.startsWith(before) || !bare.endsWith(after)) continue;
    const name = bare.slice(before.length, bare.length - after.length);
    if (/^[a-z][\w-]{1,63}$/.test(name) && name !== 'www') return name;
  }
  return undefined;
}

/** Finds the tenant of anonymous callers, by id or host name. Cached for a few seconds. */
export function tenantFinder(
  database: Database,
  domain: string | undefined,
): Pick<IdentityParts, 'tenantOf' | 'tenantOfHost'> {
  const kept = new Map<string, { readonly at: number; readonly found: Promise<TenantOfHost | undefined> }>();
  const find = (key: string, sql: string, value: unknown): Promise<TenantOfHost | undefined> => {
    const known = kept.get(key);
    const at = performance.now();
    if (known && at - known.at < freshMs) return known.found;
    const found = database.directory((tx) => tx.one<TenantOfHost>(sql, [value]));
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, { at, found });
    found.catch(() => kept.delete(key));
    return found;
  };
  return {
    tenantOf: (id) => find(`#${id}`, 'select id, time_zone as zone from tenant where id = $1 and not is_deleted', id),
    tenantOfHost: async (host) => {
      const name = domain === undefined ? undefined : tenancyNameIn(host, domain);
      return name === undefined
        ? undefined
        : find(name, 'select id, time_zone as zone from tenant where tenancy_name_key = $1 and not is_deleted', name);
    },
  };
}
