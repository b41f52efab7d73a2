import { localDay } from '@kangmai/domain';
import { systemCaller } from '../../access/caller.ts';
import { inTenant } from '../../access/in-tenant.ts';
import { type CallCtx, tenantZone, withRepositories } from '../../engine/public.ts';
import { requireOpenTenant } from '../identity/public.ts';
import { type ActivityCode, openActivityCode } from './activity-code.ts';
import type { EducationParts } from './parts.ts';

interface Visit {
  readonly parts: EducationParts;
  readonly outer: CallCtx;
  readonly code: string;
}

/** Opens the code of a call and works in its tenant, for somebody who is not signed in. */
export function withCode<T>(
  { parts, outer, code: given }: Visit,
  work: (ctx: CallCtx, code: ActivityCode) => Promise<T>,
): Promise<T> {
  const { services, surroundings, planOf } = parts;
  const code = openActivityCode(services.tokens, given, services.now());
  const caller = { ...systemCaller(code.tenantId, 'UTC'), culture: outer.caller.culture, ip: outer.caller.ip };
  return inTenant(surroundings, { caller }, async (inner) => {
    await requireOpenTenant(inner.tx, services.now());
    // Days are those of the tenant, not of the visitor.
    const zone = await tenantZone(inner);
    const today = (): string => localDay(services.now().getTime(), zone);
    const own = { ...inner, caller: { ...inner.caller, zone }, today };
    return work(withRepositories(own, planOf), code);
  });
}
