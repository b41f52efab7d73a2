import { tenant } from '@kangmai/model/organization';

import { api } from '../lib/api/api.ts';
import { readFrom } from './calls.ts';

export type MoveState = 'waiting' | 'copying' | 'catching-up' | 'frozen' | 'switched' | 'done' | 'undone';

export interface TenantMove {
  readonly id: number;
  readonly state: MoveState;
  /** Null for the host's own database. */
  readonly fromAddress: string | null;
  readonly toAddress: string | null;
  readonly tablesTotal: number;
  readonly tablesDone: number;
  readonly rowsCopied: number;
  readonly rowsCaughtUp: number;
  readonly frozenMs: number | null;
  readonly failureText: string | null;
  readonly askedAt: string;
  readonly endedAt: string | null;
}

export const isUnderWay = ({ state }: Pick<TenantMove, 'state'>): boolean => state !== 'done' && state !== 'undone';

/** Null for a tenant that never moved. */
export const getMove = (id: number, signal: AbortSignal): Promise<TenantMove | null> =>
  readFrom<TenantMove | null>(tenant, 'GetMove', { query: { id }, signal });

/** One-time token that signs the browser in as the tenant's administrator. Rejects with ApiError. */
export const askImpersonation = (given: {
  readonly tenantId: number;
  readonly reason: string;
  readonly minutes: number;
}): Promise<{ readonly impersonationToken: string; readonly tenantId: number | null }> =>
  api.post('Account/ImpersonateTenant', given);

export interface TenantFeature {
  readonly name: string;
  readonly displayName: string;
  readonly parentName: string | null;
  readonly inputType: { readonly name: 'CHECKBOX' | 'SINGLE_LINE_STRING' };
}

export interface TenantFeatures {
  readonly features: readonly TenantFeature[];
  readonly featureValues: readonly { readonly name: string; readonly value: string }[];
}

export const getFeatures = (id: number, signal: AbortSignal): Promise<TenantFeatures> =>
  readFrom<TenantFeatures>(tenant, 'GetTenantFeaturesForEdit', { query: { id }, signal });

export const saveFeatures = (id: number, featureValues: TenantFeatures['featureValues']): Promise<void> =>
  api.put(`${tenant.wire.service}/UpdateTenantFeatures`, { id, featureValues });
