import type { PermissionEntry } from '@kangmai/model/reference';
import { z } from 'zod';
import { entriesOfSide, flatPermissions } from '../../access/permission-catalogue.ts';
import { requireRightsWithin } from '../../access/rights-within.ts';
import { rightsOf } from '../../access/session.ts';
import { arrayOf, type CallCtx, type Services, whole } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { defaultAdminName, emitSessionChange } from '../identity/public.ts';
import { recordUserChange } from './history.ts';
import { lockedAccount, requireMayManage } from './save-user.ts';

export const grantsOutput = z.object({
  permissions: arrayOf(
    z.object({
      level: whole,
      parentName: z.string().nullable(),
      name: z.string(),
      displayName: z.string(),
      description: z.null(),
      isGrantedByDefault: z.boolean(),
    }),
  ),
  grantedPermissionNames: arrayOf(z.string()),
  /** The names that the roles of the user give. */
  rolePermissionNames: arrayOf(z.string()),
});

const byRolesSql = `select distinct p.permission as name from role_permission p join app_role r on r.tenant_id = p.tenant_id and r.id = p.role_id and not r.is_deleted
  where p.tenant_id = $1 and p.role_id in (select role_id from user_role where tenant_id = $1 and user_id = $2
    union select o.role_id from organization_unit_role o join user_organization_unit m on m.tenant_id = o.tenant_id and m.organization_unit_id = o.organization_unit_id where o.tenant_id = $1 and m.user_id = $2)`;

const namesByRoles = async ({ tx, tenantId }: CallCtx, userId: number): Promise<ReadonlySet<string>> =>
  new Set((await tx.query<{ name: string }>(byRolesSql, [tenantId, userId])).map(({ name }) => name));

const ofSide = ({ permissions }: Services, { tenantId }: CallCtx): readonly PermissionEntry[] =>
  entriesOfSide(permissions(), tenantId === 0);

export async function userGrants(services: Services, ctx: CallCtx, id: number): Promise<z.output<typeof grantsOutput>> {
  await lockedAccount(ctx, id);
  const entries = ofSide(services, ctx);
  const { permissions } = await rightsOf(ctx.tx, { tenantId: ctx.tenantId, userId: id });
  const byRoles = await namesByRoles(ctx, id);
  const known = entries.map(({ name }) => name);
  return {
    permissions: flatPermissions(entries, ctx.caller.culture),
    grantedPermissionNames: known.filter((name) => permissions.has(name)),
    rolePermissionNames: known.filter((name) => byRoles.has(name)),
  };
}

const replaceSql = `with gone as (delete from user_permission where tenant_id = $1 and user_id = $2 and not permission = any($3::text[] || $4::text[]))
  insert into user_permission (tenant_id, user_id, permission, is_granted) select $1, $2, name, granted
  from (select unnest($3::text[]) as name, true as granted union all select unnest($4::text[]), false) given
  on conflict (tenant_id, user_id, permission) do update set is_granted = excluded.is_granted`;

interface Own {
  readonly granted: readonly string[];
  readonly refused: readonly string[];
}

/** Writes the user's own grants and refusals, within what the caller may give. */
async function writeOwn(
  services: Services,
  ctx: CallCtx,
  { id, own }: { readonly id: number; readonly own: (byRoles: ReadonlySet<string>) => Own },
): Promise<null> {
  const { userName } = await lockedAccount(ctx, id);
  if (userName.toLowerCase() === defaultAdminName) throw notAllowed('user.admin-keeps-rights');
  const before = await requireMayManage(ctx, id);
  const { granted, refused } = own(await namesByRoles(ctx, id));
  await ctx.tx.execute(replaceSql, [ctx.tenantId, id, granted, refused]);
  const after = await rightsOf(ctx.tx, { tenantId: ctx.tenantId, userId: id });
  requireRightsWithin(ctx.caller, { before, after });
  const added = [...after.permissions].filter((name) => !before.permissions.has(name)).toSorted();
  const removed = [...before.permissions].filter((name) => !after.permissions.has(name)).toSorted();
  if (added.length + removed.length > 0)
    await recordUserChange(ctx, id, { before: { permissions: removed }, after: { permissions: added } });
  emitSessionChange(services, ctx.tx, id);
  return null;
}

/** Stores how the permissions of a user differ from those of the roles. */
export function saveGrants(
  services: Services,
  ctx: CallCtx,
  given: { readonly id: number; readonly names: readonly string[] },
): Promise<null> {
  const known = new Set(ofSide(services, ctx).map(({ name }) => name));
  const unknown = given.names.find((name) => !known.has(name));
  if (unknown !== undefined) throw invalid('grantedPermissionNames', 'user.unknown-permission', { name: unknown });
  const wanted = new Set(given.names);
  return writeOwn(services, ctx, {
    id: given.id,
    own: (byRoles) => ({
      granted: [...wanted].filter((name) => !byRoles.has(name)),
      refused: [...byRoles].filter((name) => known.has(name) && !wanted.has(name)),
    }),
  });
}

/** Takes away the user's own grants and refusals: the roles alone decide again. */
export const resetGrants = (services: Services, ctx: CallCtx, id: number): Promise<null> =>
  writeOwn(services, ctx, { id, own: () => ({ granted: [], refused: [] }) });
