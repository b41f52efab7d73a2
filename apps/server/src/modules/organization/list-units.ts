import type { z } from 'zod';
import type { CallCtx } from '../../engine/public.ts';
import { accounts } from '../identity/public.ts';
import { roles } from '../roles/public.ts';
import type { unitOutput } from './forms.ts';
import { rolesOfUnits, units, unitsOfUsers } from './tables.ts';

type Unit = z.output<typeof unitOutput>;

const counted = (found: readonly { readonly id: number; readonly count: number }[]): ReadonlyMap<number, number> =>
  new Map(found.map(({ id, count }) => [id, Number(count)]));

async function countsOf(ctx: CallCtx): Promise<{
  readonly members: ReadonlyMap<number, number>;
  readonly roles: ReadonlyMap<number, number>;
}> {
  const [members, unitRoles] = await Promise.all([
    ctx.all(
      ctx
        .from(unitsOfUsers, 'm')
        .innerJoin(ctx.from(accounts, 'u').joined, 'u.id', 'm.userId')
        .select((eb) => ['m.organizationUnitId as id', eb.fn.countAll<number>().as('count')])
        .groupBy('m.organizationUnitId'),
    ),
    ctx.all(
      ctx
        .from(rolesOfUnits, 'x')
        .innerJoin(ctx.from(roles, 'r').joined, 'r.id', 'x.roleId')
        .select((eb) => ['x.organizationUnitId as id', eb.fn.countAll<number>().as('count')])
        .groupBy('x.organizationUnitId'),
    ),
  ]);
  return { members: counted(members), roles: counted(unitRoles) };
}

/** Units in the order of their codes with the numbers of their own members and roles; only one where an id is given. */
export async function listUnits(ctx: CallCtx, only?: number): Promise<Unit[]> {
  const all = ctx
    .from(units, 'o')
    .select([
      'o.id',
      'o.parentId',
      'o.code',
      'o.displayName',
      'o.isShowroom',
      'o.rowVersion',
      'o.updatedAt as lastModificationTime',
      'o.updatedBy as lastModifierUserId',
      'o.createdAt as creationTime',
      'o.createdBy as creatorUserId',
    ])
    .orderBy('o.code');
  const [found, counts] = await Promise.all([
    ctx.all(only === undefined ? all : all.where('o.id', '=', only)),
    countsOf(ctx),
  ]);
  return found.map((unit) => ({
    ...unit,
    memberCount: counts.members.get(unit.id) ?? 0,
    roleCount: counts.roles.get(unit.id) ?? 0,
  }));
}
