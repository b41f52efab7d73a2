import { staffRoles } from '@kangmai/model/organization';
import { type QueryCtx, sql } from '../../engine/public.ts';

/** Conditions by which users are chosen. */
export const userConditions = {
  /** Holders of a role, by themselves or by a unit that they belong to. */
  role(asked: (typeof staffRoles.names)[number], { tenantId }: QueryCtx) {
    const role = sql`select r.id from app_role r where r.tenant_id = ${tenantId} and r.name_key = ${String(staffRoles.wireOf(asked)).toLowerCase()} and not r.is_deleted`;
    return sql`b.id in (
      select x.user_id from user_role x where x.tenant_id = ${tenantId} and x.role_id = (${role})
      union all
      select m.user_id from organization_unit_role o join user_organization_unit m on m.tenant_id = o.tenant_id and m.organization_unit_id = o.organization_unit_id
        where o.tenant_id = ${tenantId} and o.role_id = (${role}))`;
  },
};
