import { type CallCtx, type Services, sql } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { defaultAdminName } from '../identity/public.ts';
import { requireMembershipsWithin, rolesOfUnits, units, unitsOfUsers } from '../organization/public.ts';
import { roles, rolesOfUsers } from '../roles/public.ts';

const administratorRole = 'admin';

interface NamedRole {
  readonly id: number;
  readonly name: string;
}

/** The roles with these names, in any letter case; refuses unknown ones. */
async function rolesNamed(ctx: CallCtx, names: readonly string[]): Promise<readonly NamedRole[]> {
  const wanted = [...new Set(names.map((name) => name.trim().toLowerCase()))];
  const found = await ctx.all(
    ctx
      .from(roles, 'r')
      .select(['r.id', 'r.name'])
      .where(sql<string>`lower(r.name)`, 'in', ['', ...wanted]),
  );
  const known = new Set(found.map(({ name }) => name.toLowerCase()));
  const unknown = wanted.find((name) => !known.has(name));
  if (unknown !== undefined) throw invalid('assignedRoleNames', 'user.unknown-role', { name: unknown });
  return found;
}

const replaceRolesSql = `with gone as (delete from user_role where tenant_id = $1 and user_id = $2 and not role_id = any($3::bigint[]))
  insert into user_role (tenant_id, user_id, role_id, created_by) select $1, $2, r, $4 from unnest($3::bigint[]) r on conflict do nothing`;

/** The names of the user's own roles, sorted. */
export async function roleNamesOf(ctx: CallCtx, userId: number): Promise<readonly string[]> {
  const found = await ctx.all(
    ctx
      .from(rolesOfUsers, 'x')
      .innerJoin(ctx.from(roles, 'r').joined, 'r.id', 'x.roleId')
      .select('r.name')
      .where('x.userId', '=', userId)
      .orderBy('r.name'),
  );
  return found.map(({ name }) => name);
}

/** Gives a user exactly the named roles. */
export async function setRoles(
  ctx: CallCtx,
  user: { readonly id: number; readonly userName: string },
  names: readonly string[],
): Promise<void> {
  const found = await rolesNamed(ctx, names);
  const isAdministrator = found.some(({ name }) => name.toLowerCase() === administratorRole);
  if (user.userName.toLowerCase() === defaultAdminName && !isAdministrator) throw notAllowed('user.admin-keeps-role');
  await ctx.tx.execute(replaceRolesSql, [ctx.tenantId, user.id, found.map(({ id }) => id), ctx.caller.userId]);
}

const replaceUnitsSql = `with gone as (delete from user_organization_unit where tenant_id = $1 and user_id = $2 and not organization_unit_id = any($3::bigint[]))
  insert into user_organization_unit (tenant_id, user_id, organization_unit_id, created_by) select $1, $2, u, $4 from unnest($3::bigint[]) u on conflict do nothing`;

/** Makes a user a member of exactly these units; refuses ids of no unit of the tenant. */
export async function setUnits(
  services: Services,
  ctx: CallCtx,
  { userId, ids }: { readonly userId: number; readonly ids: readonly number[] },
): Promise<void> {
  const wanted = [...new Set(ids)];
  const found = await ctx.all(
    ctx
      .from(units, 'o')
      .select('o.id')
      .where('o.id', 'in', [0, ...wanted]),
  );
  if (found.length < wanted.length) throw invalid('organizationUnits', 'user.unknown-unit');
  await ctx.tx.execute(replaceUnitsSql, [ctx.tenantId, userId, wanted, ctx.caller.userId]);
  await requireMembershipsWithin(services, ctx, [userId]);
}

/** The codes of the units that the user belongs to. */
export async function unitCodesOf(ctx: CallCtx, userId: number): Promise<readonly string[]> {
  const found = await ctx.all(
    ctx
      .from(unitsOfUsers, 'm')
      .innerJoin(ctx.from(units, 'o').joined, 'o.id', 'm.organizationUnitId')
      .select('o.code')
      .where('m.userId', '=', userId)
      .orderBy('o.code'),
  );
  return found.map(({ code }) => code);
}

/** The roles that the user has through units. */
export async function rolesByUnits(ctx: CallCtx, userId: number): Promise<ReadonlySet<number>> {
  const found = await ctx.all(
    ctx
      .from(unitsOfUsers, 'm')
      .innerJoin(ctx.from(rolesOfUnits, 'x').joined, 'x.organizationUnitId', 'm.organizationUnitId')
      .select('x.roleId')
      .where('m.userId', '=', userId),
  );
  return new Set(found.map(({ roleId }) => roleId));
}
