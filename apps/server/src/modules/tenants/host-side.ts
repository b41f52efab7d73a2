import { z } from 'zod';
import type { Ctx } from '../../access/ctx.ts';
import { forbidden } from '../../platform/errors.ts';

const hostId = 0;

/** Tenants belong to the host: refuses users of a tenant, whatever their roles grant. */
export function requireHost(ctx: Pick<Ctx, 'tenantId'>): void {
  if (ctx.tenantId !== hostId) throw forbidden();
}

export const tenantId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
