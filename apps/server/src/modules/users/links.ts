import { user } from '@kangmai/model/organization';
import { type CallCtx, membersHeld, type Services, setMembers, sql } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { groupBy } from '../../platform/group-by.ts';
import { defaultAdminName } from '../identity/public.ts';
import { requireMembershipsWithin, rolesOfUnits, unitsOfUsers } from '../organization/public.ts';
import { roles } from '../roles/public.ts';

const administratorRole = 'admin';

const shownOf = (held: ReadonlyMap<number, readonly { readonly shown: string }[]>, id: number): readonly string[] =>
  (held.get(id) ?? []).map(({ shown }) => shown);

interface NamedRole {
  readonly id: number;
  readonly name: string;
}

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

export const roleNamesOf = async (ctx: CallCtx, userId: number): Promise<readonly string[]> =>
  shownOf(await membersHeld(ctx, [user, 'roles'], { ids: [userId], field: 'name' }), userId);

export async function setRoles(
  ctx: CallCtx,
  account: { readonly id: number; readonly userName: string },
  names: readonly string[],
): Promise<void> {
  const found = await rolesNamed(ctx, names);
  const isAdministrator = found.some(({ name }) => name.toLowerCase() === administratorRole);
  if (account.userName.toLowerCase() === defaultAdminName && !isAdministrator)
    throw notAllowed('user.admin-keeps-role');
  await setMembers(ctx, [user, 'roles'], { id: account.id, members: found.map(({ id }) => id) });
}

/** Makes a user a member of exactly these units; refuses ids of no unit of the tenant. */
export async function setUnits(
  services: Services,
  ctx: CallCtx,
  { userId, ids }: { readonly userId: number; readonly ids: readonly number[] },
): Promise<void> {
  const unknown = { field: 'organizationUnits', reason: 'user.unknown-unit' };
  await setMembers(ctx, [user, 'organizationUnits'], { id: userId, members: ids, unknown });
  await requireMembershipsWithin(services, ctx, [userId]);
}

export const unitCodesOf = async (ctx: CallCtx, userId: number): Promise<readonly string[]> =>
  shownOf(await membersHeld(ctx, [user, 'organizationUnits'], { ids: [userId], field: 'code' }), userId);

export async function rolesOfMembers(
  ctx: CallCtx,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, readonly { readonly id: number; readonly shown: string }[]>> {
  const found = await ctx.all(
    ctx
      .from(unitsOfUsers, 'm')
      .innerJoin(ctx.from(rolesOfUnits, 'x').joined, 'x.organizationUnitId', 'm.organizationUnitId')
      .innerJoin(ctx.from(roles, 'r').joined, 'r.id', 'x.roleId')
      .select(['m.userId', 'r.id', 'r.displayName as shown'])
      .distinct()
      .where('m.userId', 'in', [0, ...userIds])
      .orderBy('shown'),
  );
  return groupBy(found, ({ userId }) => userId);
}
