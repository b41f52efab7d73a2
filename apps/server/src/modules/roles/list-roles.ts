import { z } from 'zod';
import { arrayOf, type CallCtx, contains, page, type Page, sql, timestamp, whole } from '../../engine/public.ts';
import { permissionsOfRoles, roles } from './tables.ts';

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
      /** Users who have the role, by themselves or by a unit. */
      userCount: whole,
      /** Those among them who have it by a unit alone. */
      unitUserCount: whole,
      creationTime: timestamp,
    }),
  ),
});

const ownHolders = sql<number>`(select count(*) from user_role x join app_user u on u.tenant_id = x.tenant_id and u.id = x.user_id and not u.is_deleted
  where x.tenant_id = r.tenant_id and x.role_id = r.id)`;
const unitHolders = sql<number>`(select count(distinct m.user_id) from organization_unit_role o
    join user_organization_unit m on m.tenant_id = o.tenant_id and m.organization_unit_id = o.organization_unit_id
    join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id and not u.is_deleted
  where o.tenant_id = r.tenant_id and o.role_id = r.id
    and not exists (select 1 from user_role x where x.tenant_id = m.tenant_id and x.user_id = m.user_id and x.role_id = r.id))`;

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
      ownHolders.as('own'),
      unitHolders.as('byUnit'),
    ])
    .orderBy('r.displayName');
  const holding = ctx
    .from(permissionsOfRoles, 'p')
    .select('p.roleId')
    .where('p.permission', 'in', ['', ...names]);
  const found = await ctx.all(names.length === 0 ? all : all.where('r.id', 'in', holding as never));
  return {
    items: found.map(({ own, byUnit, ...role }) => ({
      ...role,
      userCount: Number(own) + Number(byUnit),
      unitUserCount: Number(byUnit),
    })),
  };
}

export const pageForm = z.object({
  keyword: z.string().trim().max(256).nullish(),
  sorting: z.string().max(100).nullish(),
  maxResultCount: z.coerce.number().int().min(1).max(1_000_000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

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
