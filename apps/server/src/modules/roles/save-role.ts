import { role as roleDefinition } from '@kangmai/model/organization';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DataScope } from '../../access/caller.ts';
import { entriesOfSide } from '../../access/permission-catalogue.ts';
import { noRights, requireRightsWithin } from '../../access/rights-within.ts';
import { rightsOf } from '../../access/session.ts';
import { type CallCtx, namesHeld, type Services, setNames, refuseStale } from '../../engine/public.ts';
import { forbidden, invalid, notAllowed, notFound } from '../../platform/errors.ts';
import { recordChange } from '../record-change.ts';

export const idForm = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
export const oneForm = z.object({ id: idForm });
const names = z.array(z.string().max(256)).max(5000);

export const roleForm = z.object({
  id: idForm.nullish(),
  rowVersion: z.number().int().nullish(),
  displayName: z.string().trim().min(1).max(64),
  description: z.string().trim().max(500).nullish(),
  isDefault: z.boolean().nullish(),
  dataScope: z.enum(['all', 'unit', 'team', 'own']).nullish(),
});

export const saveForm = z.object({
  role: roleForm,
  /** Left out, the permissions stay. */
  grantedPermissionNames: names.nullish(),
});

type RoleForm = z.output<typeof roleForm>;

interface StoredRole {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly isStatic: boolean;
  readonly isDefault: boolean;
  readonly dataScope: DataScope;
  readonly rowVersion: number;
  readonly createdAt: Date;
  readonly createdBy: number | null;
  readonly updatedAt: Date | null;
  readonly updatedBy: number | null;
}

type Content = Pick<StoredRole, 'displayName' | 'description' | 'isDefault' | 'dataScope'>;

const roleSql = `select id, name, display_name as "displayName", description, is_static as "isStatic", is_default as "isDefault", data_scope as "dataScope", row_version as "rowVersion",
    created_at as "createdAt", created_by as "createdBy", updated_at as "updatedAt", updated_by as "updatedBy"
  from app_role where tenant_id = $1 and id = $2 and not is_deleted for update`;

/** The role, locked; not found when it is another tenant's or deleted. */
export async function lockedRole({ tx, tenantId }: CallCtx, id: number): Promise<StoredRole> {
  const role = await tx.one<StoredRole>(roleSql, [tenantId, id]);
  if (!role) throw notFound('row');
  return role;
}

export const namesOf = (ctx: CallCtx, id: number): Promise<readonly string[]> =>
  namesHeld(ctx, [roleDefinition, 'permissions'], id);

/** Only one transaction of a tenant at a time names roles, so that names stay unique. */
const lockNames = ({ tx, tenantId }: CallCtx): Promise<number> =>
  tx.execute("select pg_advisory_xact_lock(hashtextextended('roles', $1))", [tenantId]);

const takenSql =
  'select 1 from app_role where tenant_id = $1 and id <> $2 and not is_deleted and (lower(display_name) = lower($3) or name_key = lower($4)) limit 1';

async function requireFree(
  { tx, tenantId }: CallCtx,
  given: { readonly id: number; readonly displayName: string; readonly name: string },
): Promise<void> {
  if (await tx.one(takenSql, [tenantId, given.id, given.displayName, given.name]))
    throw invalid('displayName', 'role.name-taken');
}

function requireKnown({ permissions }: Services, { tenantId }: CallCtx, wanted: readonly string[]): void {
  const known = new Set(entriesOfSide(permissions(), tenantId === 0).map(({ name }) => name));
  const unknown = wanted.find((name) => !known.has(name));
  if (unknown !== undefined) throw invalid('grantedPermissionNames', 'role.unknown-permission', { name: unknown });
}

const requireHeld = ({ caller }: CallCtx, names: readonly string[]): void =>
  requireRightsWithin(caller, { before: noRights, after: { ...noRights, permissions: new Set(names) } });

/** Nobody gives or takes a wider view of the tenant than his own roles give him. */
async function requireScope(ctx: CallCtx, scope: DataScope): Promise<void> {
  if (ctx.caller.sight.all || scope === 'own') return;
  const { roles } = await rightsOf(ctx.tx, { tenantId: ctx.tenantId, userId: ctx.caller.userId ?? 0 });
  if (roles.some(({ dataScope }) => dataScope === scope)) return;
  const wide = { ...noRights, sight: { ...noRights.sight, all: true } };
  requireRightsWithin(ctx.caller, { before: noRights, after: wide });
}

const managing = ['Pages.Administration.Roles', 'Pages.Administration.Users'].flatMap((name) => [name, `${name}.Edit`]);

/** The administrator role stays able to manage users and roles, so that nobody locks a tenant out. */
function requireManaging({ name, isStatic }: StoredRole, dataScope: DataScope, granted: readonly string[]): void {
  if (!isStatic || name.toLowerCase() !== 'admin') return;
  if (dataScope !== 'all' || !managing.every((needed) => granted.includes(needed)))
    throw notAllowed('role.admin-keeps');
}

/**
 * Nobody changes the view of a role from or to one beyond his own. All new users get the default roles, so nobody makes
 * one of a role that gives more than he holds.
 */
async function requireMayChange(
  ctx: CallCtx,
  {
    before,
    content,
    names,
  }: { readonly before: StoredRole; readonly content: Content; readonly names: readonly string[] },
): Promise<void> {
  const isNewDefault = content.isDefault && !before.isDefault;
  const isOtherScope = content.dataScope !== before.dataScope;
  if (isNewDefault || isOtherScope) await requireScope(ctx, content.dataScope);
  if (isOtherScope) await requireScope(ctx, before.dataScope);
  if (isNewDefault) requireHeld(ctx, names);
}

/** Writes the permissions of a role; what this adds or takes away must be held by the caller. */
async function writeNames(
  ctx: CallCtx,
  id: number,
  wanted: readonly string[],
): Promise<Record<'before' | 'after', readonly string[]>> {
  const { added, removed } = await setNames(ctx, [roleDefinition, 'permissions'], { id, members: wanted });
  requireHeld(ctx, [...added, ...removed]);
  return { before: removed, after: added };
}

const contentOf = (form: RoleForm, before: Content): Content => ({
  displayName: form.displayName,
  description: form.description === undefined ? before.description : form.description || null,
  isDefault: form.isDefault ?? before.isDefault,
  dataScope: form.dataScope ?? before.dataScope,
});

const insertSql =
  'insert into app_role (tenant_id, name, display_name, description, is_default, data_scope, created_by) values ($1, $2, $3, $4, $5, $6, $7) returning id';
const updateSql = `update app_role set display_name = $3, description = $4, is_default = $5, data_scope = $6, name = $8, updated_at = now(), updated_by = $7, row_version = row_version + 1
  where tenant_id = $1 and id = $2`;

interface RoleSave {
  readonly form: RoleForm;
  /** Left out, the permissions stay. */
  readonly wanted: readonly string[] | undefined;
  /** Made up when left out of a new role; left out of another, it stays. */
  readonly name?: string;
}

export async function createRole(
  services: Services,
  ctx: CallCtx,
  { form, wanted = [], name }: RoleSave,
): Promise<number> {
  const { tx, tenantId, caller } = ctx;
  const content = contentOf(form, { displayName: '', description: null, isDefault: false, dataScope: 'own' });
  const ownName = name ?? randomUUID().replaceAll('-', '');
  requireKnown(services, ctx, wanted);
  await requireScope(ctx, content.dataScope);
  await lockNames(ctx);
  await requireFree(ctx, { id: 0, displayName: content.displayName, name: ownName });
  const made = await tx.one<{ id: number }>(insertSql, [
    tenantId,
    ownName,
    content.displayName,
    content.description,
    content.isDefault,
    content.dataScope,
    caller.userId,
  ]);
  const id = made?.id ?? 0;
  const { after } = await writeNames(ctx, id, wanted);
  await recordChange(ctx, 'role', { id, kind: 'created', after: { ...content, permissions: after } });
  return id;
}

/** Changes a role; its users may do what it says within two seconds. */
export async function updateRole(
  services: Services,
  ctx: CallCtx,
  { id, form, wanted, name }: RoleSave & { readonly id: number },
): Promise<void> {
  const { tx, tenantId, caller } = ctx;
  if (wanted) requireKnown(services, ctx, wanted);
  await lockNames(ctx);
  const before = await lockedRole(ctx, id);
  await refuseStale(ctx, { ...before }, form.rowVersion ?? undefined);
  const content = contentOf(form, before);
  const ownName = name ?? before.name;
  if (before.isStatic && before.name.toLowerCase() !== ownName.toLowerCase()) throw notAllowed('role.name-fixed');
  await requireFree(ctx, { id, displayName: content.displayName, name: ownName });
  const held = await namesOf(ctx, id);
  const names = wanted ?? held;
  requireManaging(before, content.dataScope, names);
  await requireMayChange(ctx, { before, content, names });
  const { displayName, description, isDefault, dataScope } = content;
  const kept = before.isStatic ? before.name : ownName;
  await tx.execute(updateSql, [tenantId, id, displayName, description, isDefault, dataScope, caller.userId, kept]);
  const changed = await writeNames(ctx, id, names);
  await recordChange(ctx, 'role', {
    id,
    before: { ...before, permissions: changed.before },
    after: { ...content, name: kept, permissions: changed.after },
  });
}

export async function deleteRole(ctx: CallCtx, id: number): Promise<null> {
  const { tx, tenantId, caller } = ctx;
  const role = await lockedRole(ctx, id);
  if (role.isStatic) throw notAllowed('role.static');
  requireHeld(ctx, await namesOf(ctx, id));
  await requireScope(ctx, role.dataScope);
  await tx.execute(
    `with users as (delete from user_role where tenant_id = $1 and role_id = $2), units as (delete from organization_unit_role where tenant_id = $1 and role_id = $2)
     update app_role set is_deleted = true, is_default = false, deleted_at = now(), deleted_by = $3, row_version = row_version + 1 where tenant_id = $1 and id = $2`,
    [tenantId, id, caller.userId],
  );
  await recordChange(ctx, 'role', { id, kind: 'deleted', before: { displayName: role.displayName }, after: {} });
  return null;
}

export async function saveRole(services: Services, ctx: CallCtx, given: z.output<typeof saveForm>): Promise<null> {
  const { role: form, grantedPermissionNames } = given;
  const needed = `Pages.Administration.Roles.${form.id ? 'Edit' : 'Create'}`;
  if (!ctx.can(needed)) throw forbidden(needed);
  const wanted = grantedPermissionNames ?? undefined;
  if (form.id) await updateRole(services, ctx, { id: form.id, form, wanted });
  else await createRole(services, ctx, { form, wanted });
  return null;
}
