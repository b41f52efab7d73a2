import { organizationUnit } from '@kangmai/model';
import type { z } from 'zod';
import { type CallCtx, contains, idsWithBelow, page, type Page, sql } from '../../engine/public.ts';
import { accounts } from '../identity/public.ts';
import { roles } from '../roles/public.ts';
import type { findForm, foundOutput, linksForm, memberOutput, unitOutput, unitRoleOutput } from './forms.ts';
import { rolesOfUnits, units, unitsOfUsers } from './tables.ts';

type Unit = z.output<typeof unitOutput>;
type LinksForm = z.output<typeof linksForm>;
type FindForm = z.output<typeof findForm>;

const counted = (found: readonly { readonly id: number; readonly count: number }[]): ReadonlyMap<number, number> =>
  new Map(found.map(({ id, count }) => [id, Number(count)]));

/** How many users, and roles, each unit has itself. */
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

/** The unit and, if wanted, all units below it; not found when it is another tenant's or deleted. */
async function unitsIn(ctx: CallCtx, { id, withUnitsBelow }: LinksForm): Promise<readonly number[]> {
  const unit = await ctx.rows(organizationUnit).get(id);
  return withUnitsBelow ? idsWithBelow(ctx, organizationUnit, unit) : [id];
}

const namesOf = (ids: readonly number[]) => sql<readonly string[]>`array(
  select o.display_name from user_organization_unit m join organization_unit o on o.tenant_id = m.tenant_id and o.id = m.organization_unit_id
  where m.tenant_id = u.tenant_id and m.user_id = u.id and m.organization_unit_id = any(${ids}::bigint[]) order by o.code)`;

/** The members of a unit. */
export async function listMembers(ctx: CallCtx, form: LinksForm): Promise<Page<z.output<typeof memberOutput>>> {
  const ids = await unitsIn(ctx, form);
  const memberships = sql`user_organization_unit m where m.tenant_id = u.tenant_id and m.user_id = u.id and m.organization_unit_id`;
  return page(ctx, {
    from: ctx.from(accounts, 'u').query,
    where: () => [
      sql<boolean>`u.id in (select m.user_id from user_organization_unit m where m.tenant_id = ${ctx.tenantId} and m.organization_unit_id = any(${ids}::bigint[]))`,
    ],
    columns: [
      'u.id',
      'u.name',
      'u.surname',
      sql<string>`u.full_name`.as('fullName'),
      'u.userName',
      'u.emailAddress',
      'u.profilePictureId',
      'u.isActive',
      namesOf(ids).as('organizationUnits'),
      sql<boolean>`exists (select 1 from ${memberships} = ${form.id})`.as('isDirect'),
      sql<Date>`(select min(m.created_at) from ${memberships} = any(${ids}::bigint[]))`.as('addedTime'),
    ],
    sort: {
      by: { fullName: 'u.fullName', name: 'u.name', surname: 'u.surname', userName: 'u.userNameKey' },
      asked: form.sorting ?? undefined,
      usual: 'fullName',
      last: ['u.id'],
    },
    skip: form.skipCount,
    take: form.maxResultCount,
  });
}

/** The roles that a unit gives its members. */
export async function listUnitRoles(ctx: CallCtx, form: LinksForm): Promise<Page<z.output<typeof unitRoleOutput>>> {
  const ids = await unitsIn(ctx, form);
  const links = sql`organization_unit_role x where x.tenant_id = r.tenant_id and x.role_id = r.id and x.organization_unit_id`;
  const names = sql<readonly string[]>`array(
    select o.display_name from organization_unit_role x join organization_unit o on o.tenant_id = x.tenant_id and o.id = x.organization_unit_id
    where x.tenant_id = r.tenant_id and x.role_id = r.id and x.organization_unit_id = any(${ids}::bigint[]) order by o.code)`;
  return page(ctx, {
    from: ctx.from(roles, 'r').query,
    where: () => [sql<boolean>`exists (select 1 from ${links} = any(${ids}::bigint[]))`],
    columns: [
      'r.id',
      'r.name',
      'r.displayName',
      names.as('organizationUnits'),
      sql<boolean>`exists (select 1 from ${links} = ${form.id})`.as('isDirect'),
      sql<Date>`(select min(x.created_at) from ${links} = any(${ids}::bigint[]))`.as('addedTime'),
    ],
    sort: {
      by: { displayName: 'r.displayName', name: 'r.nameKey' },
      asked: form.sorting ?? undefined,
      usual: 'displayName',
      last: ['r.id'],
    },
    skip: form.skipCount,
    take: form.maxResultCount,
  });
}

type Found = Page<z.output<typeof foundOutput>>;
interface Named {
  readonly totalCount: number;
  readonly items: readonly { readonly id: number; readonly name: string }[];
}

const asFound = ({ totalCount, items }: Named): Found => ({
  totalCount,
  items: items.map(({ id, name }) => ({ name, value: String(id) })),
});

/** Users who are not yet members of a unit, by free text. */
export async function findUsers(ctx: CallCtx, form: FindForm): Promise<Found> {
  const { organizationUnitId, filter } = form;
  await ctx.rows(organizationUnit).get(organizationUnitId);
  const found = await page(ctx, {
    from: ctx.from(accounts, 'u').query,
    where: () => [
      sql<boolean>`not exists (select 1 from user_organization_unit m where m.tenant_id = u.tenant_id and m.user_id = u.id and m.organization_unit_id = ${organizationUnitId})`,
      filter ? contains(filter, 'u.fullName', 'u.userName', 'u.emailAddress') : undefined,
    ],
    columns: ['u.id', sql<string>`u.full_name || '（' || u.user_name || '）'`.as('name')],
    sort: { by: { name: 'u.fullName' }, asked: undefined, usual: 'name', last: ['u.id'] },
    skip: form.skipCount,
    take: form.maxResultCount,
  });
  return asFound(found);
}

/** Roles that a unit does not yet give, by free text. */
export async function findRoles(ctx: CallCtx, form: FindForm): Promise<Found> {
  const { organizationUnitId, filter } = form;
  await ctx.rows(organizationUnit).get(organizationUnitId);
  const found = await page(ctx, {
    from: ctx.from(roles, 'r').query,
    where: () => [
      sql<boolean>`not exists (select 1 from organization_unit_role x where x.tenant_id = r.tenant_id and x.role_id = r.id and x.organization_unit_id = ${organizationUnitId})`,
      filter ? contains(filter, 'r.displayName', 'r.name') : undefined,
    ],
    columns: ['r.id', 'r.displayName as name'],
    sort: { by: { name: 'r.displayName' }, asked: undefined, usual: 'name', last: ['r.id'] },
    skip: form.skipCount,
    take: form.maxResultCount,
  });
  return asFound(found);
}
