import { organizationUnit } from '@kangmai/model';
import { noRights, requireRightsWithin } from '../../access/rights-within.ts';
import { invalid } from '../../platform/errors.ts';
import { type CallCtx, idsWithBelow, type PlainRow, type Services } from '../../engine/public.ts';
import { permissionsOfRoles, roles } from '../roles/public.ts';
import { rolesOfUnits, unitsOfUsers } from './tables.ts';
import { beyond, requireInSight } from './save-unit.ts';

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
  /** The unit and those below it. */
  readonly units: readonly number[];
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
  const wide = await ctx.first(
    ctx
      .from(roles, 'r')
      .select('r.id')
      .where('r.id', 'in', [0, ...given.roles])
      .where('r.dataScope', 'in', ['all', 'team']),
  );
  if (wide) throw beyond();
}

interface Step {
  readonly row: PlainRow;
  readonly ids: readonly number[];
}

export const unitMembers = (services: Services) => ({
  users: {
    unknown: 'unit.unknown-user',
    async beforeChange(ctx: CallCtx, { row }: Step) {
      const units = await idsWithBelow(ctx, organizationUnit, row);
      await requireMayChange(ctx, { roles: await rolesOf(ctx, row.id), units });
    },
    afterAdd: (ctx: CallCtx, ids: readonly number[]) => requireMembershipsWithin(services, ctx, ids),
  },
  roles: {
    unknown: 'unit.unknown-role',
    async beforeChange(ctx: CallCtx, { row, ids }: Step) {
      await requireMayChange(ctx, { roles: ids, units: await idsWithBelow(ctx, organizationUnit, row) });
    },
  },
});
