/** Ids of the roles of user `u`, given directly or by a unit; `$1` is the tenant. */
export const rolesOfUser = `select q.role_id from user_role q where q.tenant_id = $1 and q.user_id = u.id
    union select o.role_id from organization_unit_role o join user_organization_unit m on m.tenant_id = $1 and m.organization_unit_id = o.organization_unit_id where o.tenant_id = $1 and m.user_id = u.id`;

const hasRole = (id: string): string => `${id} in (${rolesOfUser})`;

/** Condition: user `u` holds a permission. An own grant or refusal precedes the roles. */
export const holdsPermission = (permission: string, isOwnRole = hasRole): string => `coalesce(
    (select bool_and(p.is_granted) from user_permission p where p.tenant_id = $1 and p.user_id = u.id and p.permission = ${permission}),
    exists (select 1 from role_permission h join app_role r on r.tenant_id = $1 and r.id = h.role_id and not r.is_deleted
      where h.tenant_id = $1 and h.permission = ${permission} and ${isOwnRole('h.role_id')}))`;
