import { organizationUnit } from '@kangmai/model';
import { noRights, requireRightsWithin } from '../../access/rights-within.ts';
import { invalid } from '../../platform/errors.ts';
import { type CallCtx, idsWithBelow, type Services } from '../../engine/public.ts';
import { accounts } from '../identity/public.ts';
import { recordChange } from '../record-change.ts';
import { permissionsOfRoles, roles, rolesOfUsers } from '../roles/public.ts';
import { rolesOfUnits, unitsOfUsers } from './tables.ts';
import { beyond, requireInSight } from './save-unit.ts';

/** Refuses users who belong to more units than the tenant allows. */
export async function requireMembershipsWithin(
  { settings }: Pick<Services, 'settings'>,
  ctx: CallCtx,
  userIds: readonly number[],
): Promise<void> {
  const most = await settings.number(ctx.tenantId, 'Abp.Zero.OrganizationUnits.MaxUserMembershipCount');
  const over = await ctx.first(
    ctx
      .from(unitsOfUsers, 'm')
      .select('m.userId')
      .where('m.userId', 'in', [0, ...userIds])
      .groupBy('m.userId')
      .having((eb) => eb.fn.countAll<number>(), '>', most),
  );
  if (over) throw invalid('organizationUnits', 'unit.too-many-memberships', { most });
}

/** A unit, locked against being deleted meanwhile, and those below it; not found when it is another tenant's. */
async function lockedUnit(ctx: CallCtx, id: number): Promise<readonly number[]> {
  const rows = ctx.rows(organizationUnit);
  const unit = await rows.get(id, true);
  return idsWithBelow(ctx, organizationUnit, unit);
}

const rolesOf = async (ctx: CallCtx, unit: number): Promise<readonly number[]> => {
  const found = await ctx.all(
    ctx
      .from(rolesOfUnits, 'x')
      .innerJoin(ctx.from(roles, 'r').joined, 'r.id', 'x.roleId')
      .select('x.roleId')
      .where('x.organizationUnitId', '=', unit),
  );
  return found.map(({ roleId }) => roleId);
};

interface Given {
  readonly roles: readonly number[];
  readonly users: readonly number[];
  /** The unit and those below it. */
  readonly units: readonly number[];
}

/** The views that these roles, and roles of these users, give of a unit and those below it. */
async function scopesOf(ctx: CallCtx, { roles: given, users }: Given): Promise<ReadonlySet<string>> {
  const [own, held] = await Promise.all([
    ctx.all(
      ctx
        .from(roles, 'r')
        .select('r.dataScope')
        .distinct()
        .where('r.id', 'in', [0, ...given]),
    ),
    ctx.all(
      ctx
        .from(rolesOfUsers, 'x')
        .innerJoin(ctx.from(roles, 'r').joined, 'r.id', 'x.roleId')
        .select('r.dataScope')
        .distinct()
        .where('x.userId', 'in', [0, ...users])
        .where('r.dataScope', '=', 'unit'),
    ),
  ]);
  return new Set([...own, ...held].map(({ dataScope }) => dataScope));
}

/** Nobody gives members more than he holds: permissions of the roles, and the view of the rows of the units. */
async function requireMayGive(ctx: CallCtx, given: Given): Promise<void> {
  const { caller } = ctx;
  const granted = await ctx.all(
    ctx
      .from(permissionsOfRoles, 'p')
      .select('p.permission')
      .where('p.roleId', 'in', [0, ...given.roles]),
  );
  const permissions = new Set(granted.map(({ permission }) => permission));
  requireRightsWithin(caller, { before: noRights, after: { ...noRights, permissions } });
  if (caller.sight.all) return;
  const scopes = await scopesOf(ctx, given);
  if (scopes.has('all') || scopes.has('team')) throw beyond();
  if (scopes.has('unit')) requireInSight(ctx, given.units);
}

const addUsersSql = `insert into user_organization_unit (tenant_id, user_id, organization_unit_id, created_by)
  select $1, u.id, $2, $4 from app_user u where u.tenant_id = $1 and u.id = any($3::bigint[]) and not u.is_deleted
  on conflict do nothing returning user_id as id`;

/** Makes users members of a unit; members already stay. */
export async function addUsers(
  services: Services,
  ctx: CallCtx,
  { organizationUnitId: unit, userIds }: { readonly organizationUnitId: number; readonly userIds: readonly number[] },
): Promise<null> {
  const { tx, tenantId, caller } = ctx;
  const wanted = [...new Set(userIds)];
  const units = await lockedUnit(ctx, unit);
  const known = await ctx.all(ctx.from(accounts, 'u').select('u.id').where('u.id', 'in', wanted));
  if (known.length !== wanted.length) throw invalid('userIds', 'unit.unknown-user');
  await requireMayGive(ctx, { roles: await rolesOf(ctx, unit), users: wanted, units });
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

/** Gives roles to all members of a unit. */
export async function addRoles(
  ctx: CallCtx,
  { organizationUnitId: unit, roleIds }: { readonly organizationUnitId: number; readonly roleIds: readonly number[] },
): Promise<null> {
  const { tx, tenantId, caller } = ctx;
  const wanted = [...new Set(roleIds)];
  const units = await lockedUnit(ctx, unit);
  const known = await ctx.all(ctx.from(roles, 'r').select('r.id').where('r.id', 'in', wanted));
  if (known.length !== wanted.length) throw invalid('roleIds', 'unit.unknown-role');
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
