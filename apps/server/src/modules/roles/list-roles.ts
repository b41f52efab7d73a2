import { z } from 'zod';
import { arrayOf, type CallCtx, contains, page, type Page, sql, timestamp, whole } from '../../engine/public.ts';
import { accounts } from '../identity/public.ts';
import { permissionsOfRoles, roles, rolesOfUsers } from './tables.ts';

const oneOrMany = z.union([z.string().max(256), z.array(z.string().max(256)).max(2000)]);

/** Roles that hold any of the permissions; the classic template gives one under another name. */
export const listForm = z.object({
  permissions: oneOrMany.transform((given) => [given].flat().filter((name) => name !== '')).nullish(),
  permission: z.string().max(256).nullish(),
});

export const rolesOutput = z.object({
  items: arrayOf(
    z.object({
      id: whole,
      name: z.string(),
      displayName: z.string(),
      description: z.string().nullable(),
      isStatic: z.boolean(),
      isDefault: z.boolean(),
      dataScope: z.string(),
      userCount: whole,
      creationTime: timestamp,
    }),
  ),
});

/** How many users have each role themselves. */
async function userCounts(ctx: CallCtx): Promise<ReadonlyMap<number, number>> {
  const found = await ctx.all(
    ctx
      .from(rolesOfUsers, 'x')
      .innerJoin(ctx.from(accounts, 'u').joined, 'u.id', 'x.userId')
      .select((eb) => ['x.roleId', eb.fn.countAll<number>().as('count')])
      .groupBy('x.roleId'),
  );
  return new Map(found.map(({ roleId, count }) => [roleId, Number(count)]));
}

/** The roles of a tenant with the number of their users. */
export async function listRoles(
  ctx: CallCtx,
  { permissions, permission }: z.output<typeof listForm>,
): Promise<z.output<typeof rolesOutput>> {
  const names = [...(permissions ?? []), ...(permission ? [permission] : [])];
  const all = ctx
    .from(roles, 'r')
    .select([
      'r.id',
      'r.name',
      'r.displayName',
      'r.description',
      'r.isStatic',
      'r.isDefault',
      'r.dataScope',
      'r.createdAt as creationTime',
    ])
    .orderBy('r.displayName');
  const holding = ctx
    .from(permissionsOfRoles, 'p')
    .select('p.roleId')
    .where('p.permission', 'in', ['', ...names]);
  const [found, counts] = await Promise.all([
    ctx.all(names.length === 0 ? all : all.where('r.id', 'in', holding as never)),
    userCounts(ctx),
  ]);
  return { items: found.map((role) => ({ ...role, userCount: counts.get(role.id) ?? 0 })) };
}

export const pageForm = z.object({
  keyword: z.string().trim().max(256).nullish(),
  sorting: z.string().max(100).nullish(),
  maxResultCount: z.coerce.number().int().min(1).max(1_000_000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

/** A role as the classic template knows it. */
export const roleOutput = z.object({
  id: whole,
  name: z.string(),
  displayName: z.string(),
  normalizedName: z.string(),
  description: z.string().nullable(),
  grantedPermissions: arrayOf(z.string()),
});

const granted = sql<readonly string[]>`array(
  select p.permission from role_permission p where p.tenant_id = r.tenant_id and p.role_id = r.id order by 1)`;

export const roleColumns = [
  'r.id',
  'r.name',
  'r.displayName',
  sql<string>`upper(r.name)`.as('normalizedName'),
  'r.description',
  granted.as('grantedPermissions'),
] as const;

/** A page of roles as the classic template asks for it. */
export const pageOfRoles = (
  ctx: CallCtx,
  { keyword, sorting, maxResultCount, skipCount }: z.output<typeof pageForm>,
): Promise<Page<z.output<typeof roleOutput>>> =>
  page(ctx, {
    from: ctx.from(roles, 'r').query,
    where: () => [keyword ? contains(keyword, 'r.name', 'r.displayName', 'r.description') : undefined],
    columns: roleColumns,
    sort: {
      by: { name: 'r.nameKey', displayName: 'r.displayName' },
      asked: sorting ?? undefined,
      usual: 'displayName',
      last: ['r.id'],
    },
    skip: skipCount,
    take: maxResultCount,
  });
