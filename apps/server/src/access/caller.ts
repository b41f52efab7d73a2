import { AppError } from '../platform/errors.ts';
import type { PhoneReader } from './phone-purpose.ts';

/** What a role lets its holder see of the tenant; several roles add up. */
export type DataScope = 'all' | 'unit' | 'team' | 'own';

/** The rows in a caller's sight: all, or those connected to the caller, the caller's teams and units. */
export interface Sight {
  readonly all: boolean;
  readonly own: boolean;
  readonly teams: readonly number[];
  readonly units: readonly number[];
}

/** Who calls. The tenant comes from the token, never from a header or a body. */
export interface Caller {
  /** 0 is the host. */
  readonly tenantId: number;
  readonly userId: number | null;
  readonly userName: string;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  readonly sight: Sight;
  readonly impersonatorUserId: number | null;
  readonly impersonatorTenantId: number | null;
  readonly culture: 'zh-Hans' | 'en';
  /** IANA name of the zone in which zone-less input is read. */
  readonly zone: string;
  readonly ip: string;
  readonly client: string;
  /** The browser's name from its cookie; does not identify a person. */
  readonly browser?: string | undefined;
  /** Set on calls of phone pages, which have no user. */
  readonly phone?: PhoneReader;
  /** Validity key of the token, for signing out. */
  readonly tokenKey: string | null;
}

export const seesAll: Sight = { all: true, own: true, teams: [], units: [] };
export const seesNothing: Sight = { all: false, own: false, teams: [], units: [] };

/** The caller for work of the system itself: sees everything of one tenant, has no permissions. */
export function systemCaller(tenantId: number, zone: string): Caller {
  return {
    tenantId,
    userId: null,
    userName: 'system',
    roles: [],
    permissions: new Set(),
    sight: seesAll,
    impersonatorUserId: null,
    impersonatorTenantId: null,
    culture: 'zh-Hans',
    zone,
    ip: '',
    client: 'system',
    tokenKey: null,
  };
}

/** Refuses impersonators. */
export function requireSelf({ impersonatorUserId }: Pick<Caller, 'impersonatorUserId'>): void {
  if (impersonatorUserId !== null) throw new AppError('forbidden', 'impersonation.not-allowed');
}
