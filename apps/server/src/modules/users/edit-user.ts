import { z } from 'zod';
import { arrayOf, type CallCtx, maskPhone, timestamp, whole } from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';
import { accounts } from '../identity/public.ts';
import { roleNamesOf, rolesOfMembers, unitCodesOf } from './links.ts';
import { units } from '../organization/public.ts';
import { roles } from '../roles/public.ts';

export const editOutput = z.object({
  profilePictureId: z.string().nullable(),
  user: z.object({
    id: whole.nullable(),
    rowVersion: whole.nullable(),
    name: z.string().nullable(),
    surname: z.string().nullable(),
    userName: z.string().nullable(),
    emailAddress: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    password: z.null(),
    isActive: z.boolean(),
    shouldChangePasswordOnNextLogin: z.boolean(),
    isTwoFactorEnabled: z.boolean(),
    isLockoutEnabled: z.boolean(),
  }),
  roles: arrayOf(
    z.object({
      roleId: whole,
      roleName: z.string(),
      roleDisplayName: z.string(),
      isAssigned: z.boolean(),
      inheritedFromOrganizationUnit: z.boolean(),
    }),
  ),
  allOrganizationUnits: arrayOf(
    z.object({
      id: whole,
      parentId: whole.nullable(),
      code: z.string(),
      displayName: z.string(),
      creationTime: timestamp,
    }),
  ),
  memberedOrganizationUnits: arrayOf(z.string()),
});

type Edited = z.output<typeof editOutput>;

const fresh: Pick<Edited, 'profilePictureId' | 'user'> = {
  profilePictureId: null,
  user: {
    id: null,
    rowVersion: null,
    name: null,
    surname: null,
    userName: null,
    emailAddress: null,
    phoneNumber: null,
    password: null,
    isActive: true,
    shouldChangePasswordOnNextLogin: true,
    isTwoFactorEnabled: false,
    isLockoutEnabled: true,
  },
};

async function storedUser(ctx: CallCtx, id: number): Promise<typeof fresh> {
  const found = await ctx.first(
    ctx
      .from(accounts, 'u')
      .select([
        'u.id',
        'u.rowVersion',
        'u.name',
        'u.surname',
        'u.userName',
        'u.emailAddress',
        'u.phoneNumber',
        'u.isActive',
        'u.shouldChangePassword as shouldChangePasswordOnNextLogin',
        'u.isTwoFactorEnabled',
        'u.isLockoutEnabled',
        'u.profilePictureId',
      ])
      .where('u.id', '=', id),
  );
  if (!found) throw notFound('user');
  const { profilePictureId, ...user } = found;
  return {
    profilePictureId,
    user: { ...user, phoneNumber: user.phoneNumber && maskPhone(user.phoneNumber), password: null },
  };
}

async function rolesFor(ctx: CallCtx, id: number | undefined): Promise<Edited['roles']> {
  const all = await ctx.all(
    ctx
      .from(roles, 'r')
      .select(['r.id as roleId', 'r.name as roleName', 'r.displayName as roleDisplayName', 'r.isDefault'])
      .orderBy('r.displayName'),
  );
  const own = new Set(id === undefined ? [] : await roleNamesOf(ctx, id));
  const byUnits = id === undefined ? undefined : (await rolesOfMembers(ctx, [id])).get(id);
  const inherited = new Set(byUnits?.map((role) => role.id));
  return all.map(({ isDefault, ...role }) => ({
    ...role,
    isAssigned: id === undefined ? isDefault : own.has(role.roleName),
    inheritedFromOrganizationUnit: inherited.has(role.roleId),
  }));
}

export async function userForEdit(ctx: CallCtx, id: number | undefined): Promise<Edited> {
  const stored = id === undefined ? fresh : await storedUser(ctx, id);
  const allOrganizationUnits = await ctx.all(
    ctx
      .from(units, 'o')
      .select(['o.id', 'o.parentId', 'o.code', 'o.displayName', 'o.createdAt as creationTime'])
      .orderBy('o.code'),
  );
  return {
    ...stored,
    roles: await rolesFor(ctx, id),
    allOrganizationUnits,
    memberedOrganizationUnits: id === undefined ? [] : [...(await unitCodesOf(ctx, id))],
  };
}
