import { parsePhone } from '@kangmai/domain';
import { user } from '@kangmai/model/organization';
import { z } from 'zod';
import {
  arrayOf,
  type CallCtx,
  contains,
  maskPhone,
  membersHeld,
  page,
  type Page,
  sql,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { accounts } from '../identity/public.ts';
import { idForm } from './account-form.ts';
import { rolesOfMembers } from './links.ts';

const flag = z.union([z.boolean(), z.stringbool()]);
const oneOrMany = z.union([z.string().max(256), z.array(z.string().max(256)).max(2000)]);

/** The filters of the list of users; an empty text filters nothing. */
export const listForm = z.object({
  filter: z.string().trim().max(256).nullish(),
  permissions: oneOrMany.transform((given) => [given].flat().filter((name) => name !== '')).nullish(),
  role: z.union([z.literal(''), idForm]).nullish(),
  organizationUnit: z.union([z.literal(''), idForm]).nullish(),
  withUnitsBelow: flag.default(false),
  withoutUnit: flag.default(false),
  isActive: z.union([z.literal(''), flag]).nullish(),
  onlyLockedUsers: flag.default(false),
  sorting: z.string().max(100).nullish(),
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

type ListForm = z.output<typeof listForm>;

export const userRow = z.object({
  id: whole,
  name: z.string(),
  surname: z.string(),
  fullName: z.string(),
  userName: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string().nullable(),
  profilePictureId: z.string().nullable(),
  isEmailConfirmed: z.boolean(),
  roles: arrayOf(z.object({ roleId: whole, roleName: z.string(), inheritedFromOrganizationUnit: z.boolean() })),
  isActive: z.boolean(),
  isLockoutEnabled: z.boolean(),
  lockoutEndDateUtc: timestamp.nullable(),
  lastLoginTime: timestamp.nullable(),
  creationTime: timestamp,
});

type UserRow = z.output<typeof userRow>;

const holders = (tenantId: number, names: readonly string[]) => {
  const given = sql`role_permission p join app_role r on r.tenant_id = p.tenant_id and r.id = p.role_id and not r.is_deleted`;
  const named = sql`p.tenant_id = ${tenantId} and p.permission = any(${names}::text[])`;
  return sql<boolean>`u.id in (
  select held.user_id from (
    select user_id, permission from user_permission where tenant_id = ${tenantId} and is_granted and permission = any(${names}::text[])
    union
    select x.user_id, p.permission from ${given} join user_role x on x.tenant_id = p.tenant_id and x.role_id = p.role_id where ${named}
    union
    select m.user_id, p.permission from ${given} join organization_unit_role o on o.tenant_id = p.tenant_id and o.role_id = p.role_id
      join user_organization_unit m on m.tenant_id = o.tenant_id and m.organization_unit_id = o.organization_unit_id where ${named}
  ) held where not exists (
    select 1 from user_permission refused where refused.tenant_id = ${tenantId} and refused.user_id = held.user_id and refused.permission = held.permission and not refused.is_granted))`;
};

const members = (tenantId: number, unit: number, isWide: boolean) => sql<boolean>`u.id in (
  select m.user_id from user_organization_unit m join organization_unit d on d.tenant_id = m.tenant_id and d.id = m.organization_unit_id
    join organization_unit o on o.tenant_id = d.tenant_id and (d.id = o.id or (${isWide} and d.code ~>=~ (o.code || '.') and d.code ~<~ (o.code || '/')))
  where m.tenant_id = ${tenantId} and o.id = ${unit} and not o.is_deleted and not d.is_deleted)`;

const unassigned = (tenantId: number) =>
  sql<boolean>`not exists (select 1 from user_organization_unit m where m.tenant_id = ${tenantId} and m.user_id = u.id)`;

const ofRole = (tenantId: number, role: number) =>
  sql<boolean>`u.id in (select user_id from user_role where tenant_id = ${tenantId} and role_id = ${role}
    union all select m.user_id from organization_unit_role o join user_organization_unit m on m.tenant_id = o.tenant_id and m.organization_unit_id = o.organization_unit_id
    where o.tenant_id = ${tenantId} and o.role_id = ${role})`;

const fewestDigits = 4;
const mobileLength = 11;

/** Words in names and addresses; four or more digits also find the phones that end like them, as their masks show. */
const found = (filter: string) => {
  const digits = parsePhone(filter) ?? (/^\d+$/.test(filter) ? filter : '');
  const words = contains(filter, 'u.fullName', 'u.surname', 'u.userName', 'u.emailAddress');
  if (digits.length < fewestDigits) return words;
  const head = digits.length === mobileLength ? digits.slice(0, 3) : '';
  return sql<boolean>`(${words} or (right(u.phone_number, 4) = ${digits.slice(-4)} and starts_with(u.phone_number, ${head})))`;
};

const sortable = {
  name: 'u.name',
  surname: 'u.surname',
  fullName: 'u.fullName',
  userName: 'u.userNameKey',
  emailAddress: 'u.emailKey',
  isActive: 'u.isActive',
  lockoutEndDateUtc: 'u.lockoutEndAt',
  lastLoginTime: 'u.lastLoginAt',
  creationTime: 'u.createdAt',
} as const;

export const lockedUntil = sql<Date | null>`case when u.lockout_end_at > now() then u.lockout_end_at end`;

export function usersOf(ctx: CallCtx, form: ListForm) {
  const { tenantId } = ctx;
  const { filter, permissions, role, organizationUnit, isActive } = form;
  return {
    from: ctx.from(accounts, 'u').query,
    where: () => [
      filter ? found(filter) : undefined,
      permissions && permissions.length > 0 ? holders(tenantId, permissions) : undefined,
      role ? ofRole(tenantId, role) : undefined,
      organizationUnit ? members(tenantId, organizationUnit, form.withUnitsBelow) : undefined,
      form.withoutUnit ? unassigned(tenantId) : undefined,
      typeof isActive === 'boolean' ? sql<boolean>`u.is_active = ${isActive}` : undefined,
      form.onlyLockedUsers ? sql<boolean>`u.lockout_end_at > now()` : undefined,
    ],
    sort: { by: sortable, asked: form.sorting ?? undefined, usual: 'fullName', last: ['u.id' as const] },
  };
}

interface ShownRole {
  readonly id: number;
  readonly shown: string;
}

function rolesShown(own: readonly ShownRole[], byUnits: readonly ShownRole[]): UserRow['roles'] {
  const ids = new Set(own.map(({ id }) => id));
  const row = (isByUnit: boolean, { id, shown }: ShownRole) => ({
    roleId: id,
    roleName: shown,
    inheritedFromOrganizationUnit: isByUnit,
  });
  return [
    ...own.map((role) => row(false, role)),
    ...byUnits.filter(({ id }) => !ids.has(id)).map((role) => row(true, role)),
  ];
}

/** The users of a tenant; `lockoutEndDateUtc` is when the latest lock of a user ends. */
export async function listUsers(ctx: CallCtx, form: ListForm): Promise<Page<UserRow>> {
  const found = await page(ctx, {
    ...usersOf(ctx, form),
    columns: [
      'u.id',
      'u.name',
      'u.surname',
      sql<string>`u.full_name`.as('fullName'),
      'u.userName',
      'u.emailAddress',
      'u.phoneNumber',
      'u.profilePictureId',
      'u.isEmailConfirmed',
      'u.isActive',
      'u.isLockoutEnabled',
      lockedUntil.as('lockoutEndDateUtc'),
      'u.lastLoginAt as lastLoginTime',
      'u.createdAt as creationTime',
    ],
    skip: form.skipCount,
    take: form.maxResultCount,
  });
  const ids = found.items.map(({ id }) => id);
  const [held, byUnits] = await Promise.all([
    membersHeld(ctx, [user, 'roles'], { ids, field: 'displayName' }),
    rolesOfMembers(ctx, ids),
  ]);
  return {
    totalCount: found.totalCount,
    items: found.items.map((row) => ({
      ...row,
      phoneNumber: row.phoneNumber && maskPhone(row.phoneNumber),
      roles: rolesShown(held.get(row.id) ?? [], byUnits.get(row.id) ?? []),
    })),
  };
}
