import { organizationUnit } from '@kangmai/model';
import { noRights, requireRightsWithin } from '../../access/rights-within.ts';
import { invalid } from '../../platform/errors.ts';
import { type CallCtx, idsWithBelow, type Services } from '../../engine/public.ts';
import { recordChange } from '../record-change.ts';
import { beyond, requireInSight } from './save-unit.ts';

/** Refuses users who belong to more units than the tenant allows. */
export async function requireMembershipsWithin(
  { settings }: Pick<Services, 'settings'>,
  { tx, tenantId }: CallCtx,
  userIds: readonly number[],
): Promise<void> {
  const most = await settings.number(tenantId, 'Abp.Zero.OrganizationUnits.MaxUserMembershipCount');
  const over = await tx.one(
    'select 1 from user_organization_unit where tenant_id = $1 and user_id = any($2::bigint[]) group by user_id having count(*) > $3 limit 1',
    [tenantId, userIds, most],
  );
  if (over) throw invalid('organizationUnits', 'unit.too-many-memberships', { most });
}

/** A unit, locked against being deleted meanwhile, and those below it; not found when it is another tenant's. */
async function lockedUnit(ctx: CallCtx, id: number): Promise<readonly number[]> {
  const rows = ctx.rows(organizationUnit);
  const unit = await rows.get(id, true);
  return idsWithBelow(ctx, organizationUnit, unit);
}

const unitRolesSql = `select x.role_id as id from organization_unit_role x join app_role r on r.tenant_id = x.tenant_id and r.id = x.role_id and not r.is_deleted
  where x.tenant_id = $1 and x.organization_unit_id = $2`;
const permissionsSql =
  'select distinct permission from role_permission where tenant_id = $1 and role_id = any($2::bigint[])';
const scopesSql = `select distinct r.data_scope as scope from app_role r where r.tenant_id = $1 and not r.is_deleted and (
  r.id = any($2::bigint[]) or (r.data_scope = 'unit' and r.id in (select role_id from user_role where tenant_id = $1 and user_id = any($3::bigint[]))))`;

interface Given {
  readonly roles: readonly number[];
  readonly users: readonly number[];
  /** The unit and those below it. */
  readonly units: readonly number[];
}

/** Nobody gives members more than he holds: permissions of the roles, and the view of the rows of the units. */
async function requireMayGive(ctx: CallCtx, { roles, users, units }: Given): Promise<void> {
  const { tx, tenantId, caller } = ctx;
  const granted = await tx.query<{ permission: string }>(permissionsSql, [tenantId, roles]);
  const permissions = new Set(granted.map(({ permission }) => permission));
  requireRightsWithin(caller, { before: noRights, after: { ...noRights, permissions } });
  if (caller.sight.all) return;
  const found = await tx.query<{ scope: string }>(scopesSql, [tenantId, roles, users]);
  const scopes = new Set(found.map(({ scope }) => scope));
  if (scopes.has('all') || scopes.has('team')) throw beyond();
  if (scopes.has('unit')) requireInSight(ctx, units);
}

const addUsersSql = `insert into user_organization_unit (tenant_id, user_id, organization_unit_id, created_by)
  select $1, u.id, $2, $4 from app_user u where u.tenant_id = $1 and u.id = any($3::bigint[]) and not u.is_deleted
  on conflict do nothing returning user_id as id`;
const knownUsersSql =
  'select count(*) as count from app_user where tenant_id = $1 and id = any($2::bigint[]) and not is_deleted';

/** Makes users members of a unit; members already stay. */
export async function addUsers(
  services: Services,
  ctx: CallCtx,
  { organizationUnitId: unit, userIds }: { readonly organizationUnitId: number; readonly userIds: readonly number[] },
): Promise<null> {
  const { tx, tenantId, caller } = ctx;
  const wanted = [...new Set(userIds)];
  const units = await lockedUnit(ctx, unit);
  const known = await tx.one<{ count: number }>(knownUsersSql, [tenantId, wanted]);
  if (known?.count !== wanted.length) throw invalid('userIds', 'unit.unknown-user');
  const roles = await tx.query<{ id: number }>(unitRolesSql, [tenantId, unit]);
  await requireMayGive(ctx, { roles: roles.map(({ id }) => id), users: wanted, units });
  const added = await tx.query<{ id: number }>(addUsersSql, [tenantId, unit, wanted, caller.userId]);
  await requireMembershipsWithin(services, ctx, wanted);
  if (added.length > 0)
    await recordChange(ctx, 'organizationUnit', { id: unit, after: { addedUsers: added.map(({ id }) => id) } });
  return null;
}

/** Takes a user out of a unit; does nothing for one who is no member. */
export async function removeUser(
  ctx: CallCtx,
  { organizationUnitId: unit, userId }: { readonly organizationUnitId: number; readonly userId: number },
): Promise<null> {
  await lockedUnit(ctx, unit);
  const removed = await ctx.tx.execute(
    'delete from user_organization_unit where tenant_id = $1 and organization_unit_id = $2 and user_id = $3',
    [ctx.tenantId, unit, userId],
  );
  if (removed > 0) await recordChange(ctx, 'organizationUnit', { id: unit, after: { removedUsers: [userId] } });
  return null;
}

const addRolesSql = `insert into organization_unit_role (tenant_id, organization_unit_id, role_id, created_by)
  select $1, $2, r.id, $4 from app_role r where r.tenant_id = $1 and r.id = any($3::bigint[]) and not r.is_deleted
  on conflict do nothing returning role_id as id`;
const knownRolesSql =
  'select count(*) as count from app_role where tenant_id = $1 and id = any($2::bigint[]) and not is_deleted';

/** Gives roles to all members of a unit. */
export async function addRoles(
  ctx: CallCtx,
  { organizationUnitId: unit, roleIds }: { readonly organizationUnitId: number; readonly roleIds: readonly number[] },
): Promise<null> {
  const { tx, tenantId, caller } = ctx;
  const wanted = [...new Set(roleIds)];
  const units = await lockedUnit(ctx, unit);
  const known = await tx.one<{ count: number }>(knownRolesSql, [tenantId, wanted]);
  if (known?.count !== wanted.length) throw invalid('roleIds', 'unit.unknown-role');
  await requireMayGive(ctx, { roles: wanted, users: [], units });
  const added = await tx.query<{ id: number }>(addRolesSql, [tenantId, unit, wanted, caller.userId]);
  if (added.length > 0)
    await recordChange(ctx, 'organizationUnit', { id: unit, after: { addedRoles: added.map(({ id }) => id) } });
  return null;
}

/** Takes a role from the members of a unit. */
export async function removeRole(
  ctx: CallCtx,
  { organizationUnitId: unit, roleId }: { readonly organizationUnitId: number; readonly roleId: number },
): Promise<null> {
  await lockedUnit(ctx, unit);
  const removed = await ctx.tx.execute(
    'delete from organization_unit_role where tenant_id = $1 and organization_unit_id = $2 and role_id = $3',
    [ctx.tenantId, unit, roleId],
  );
  if (removed > 0) await recordChange(ctx, 'organizationUnit', { id: unit, after: { removedRoles: [roleId] } });
  return null;
}
