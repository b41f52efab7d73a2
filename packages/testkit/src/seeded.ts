import { inject } from 'vitest';
import type { TenantIds } from './node.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Tenants of the seeded template; absent in runs without it. */
    seededTenants: TenantIds;
  }
}

export const seededName = 'kangmai_seeded';

/** The tenants of the seeded template, where the run has one. */
export const seededTenants = (): TenantIds | undefined =>
  (inject as (key: string) => unknown)('seededTenants') as TenantIds | undefined;
