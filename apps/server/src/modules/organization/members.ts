import { organizationUnit } from '@kangmai/model';
import { noRights, requireRightsWithin } from '../../access/rights-within.ts';
import { invalid } from '../../platform/errors.ts';
import { type CallCtx, idsWithBelow, type PlainRow, type Services } from '../../engine/public.ts';
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

/** Nobody gives or takes more than he holds: permissions of the roles, and the view of the rows of the units. */
async function requireMayChange(ctx: CallCtx, given: Given): Promise<void> {
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
  requireInSight(ctx, given.units);
  const scopes = await scopesOf(ctx, given);
  if (scopes.has('all') || scopes.has('team')) throw beyond();
}

interface Step {
  readonly row: PlainRow;
  readonly ids: readonly number[];
}

/** What holds when users join or leave a unit, and when a unit gets or loses roles. */
export const unitMembers = (services: Services) => ({
  users: {
    unknown: 'unit.unknown-user',
    async beforeChange(ctx: CallCtx, { row, ids }: Step) {
      const units = await idsWithBelow(ctx, organizationUnit, row);
      await requireMayChange(ctx, { roles: await rolesOf(ctx, row.id), users: ids, units });
    },
    afterAdd: (ctx: CallCtx, ids: readonly number[]) => requireMembershipsWithin(services, ctx, ids),
  },
  roles: {
    unknown: 'unit.unknown-role',
    async beforeChange(ctx: CallCtx, { row, ids }: Step) {
      await requireMayChange(ctx, { roles: ids, users: [], units: await idsWithBelow(ctx, organizationUnit, row) });
    },
  },
});
