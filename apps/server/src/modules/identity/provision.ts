import { permissionsOfRole, roleSeeds, type PermissionEntry, type RoleSeed } from '@kangmai/model/reference';
import type { Tx } from '../../platform/database/database.ts';

interface ProvisionedRoles {
  readonly version: number;
  readonly names: readonly string[];
}

const settingName = 'App.Reference.Roles';

async function readKnown(tx: Tx): Promise<ProvisionedRoles | undefined> {
  const row = await tx.one<{ value: string | null }>(
    'select value from setting where tenant_id = $1 and user_id is null and name = $2',
    [tx.tenantId, settingName],
  );
  return row?.value ? (JSON.parse(row.value) as ProvisionedRoles) : undefined;
}

const writeKnown = (tx: Tx, known: ProvisionedRoles): Promise<number> =>
  tx.execute(
    `insert into setting (tenant_id, name, value) values ($1, $2, $3) on conflict (tenant_id, user_id, name) do update set value = excluded.value, updated_at = now()`,
    [tx.tenantId, settingName, JSON.stringify(known)],
  );

/** Adds a role where it is missing and was never deleted. Answers whether it was added. */
const addRole = async (tx: Tx, role: RoleSeed): Promise<boolean> =>
  (await tx.execute(
    `insert into app_role (tenant_id, name, display_name, is_static, is_default, data_scope) select $1, $2, $3, $4, $5, $6
     where not exists (select 1 from app_role r where r.tenant_id = $1 and r.name_key = lower($2) and r.is_deleted) on conflict (tenant_id, name_key) where not is_deleted do nothing`,
    [tx.tenantId, role.name, role.displayName, role.isStatic, role.isDefault ?? false, role.dataScope],
  )) > 0;

const grant = (tx: Tx, role: RoleSeed, names: readonly string[]): Promise<number> =>
  tx.execute(
    `insert into role_permission (tenant_id, role_id, permission) select $1, r.id, p.name from app_role r cross join unnest($3::text[]) p(name)
   where r.tenant_id = $1 and r.name_key = lower($2) and not r.is_deleted on conflict do nothing`,
    [tx.tenantId, role.name, names],
  );

const goneSql = `with own as (delete from user_permission where tenant_id = $1 and not permission = any($2::text[]))
  delete from role_permission where tenant_id = $1 and not permission = any($2::text[])`;

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

const rolesFor = (tenantId: number, version: number | undefined): readonly RoleSeed[] =>
  roleSeeds.rows.filter(
    (role) =>
      role.side === (tenantId === 0 ? 'host' : 'tenant') &&
      (version === undefined || role.isStatic || (role.since ?? 0) > version),
  );

/**
 * Creates the roles of a tenant that are missing. A role that exists gets only names that are new to the product; what
 * an administrator gave or took away stays. Names that the product no longer has are removed.
 */
export async function provisionRoles(tx: Tx, catalogue: readonly PermissionEntry[]): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('roles', $1))", [tx.tenantId]);
  const known = await readKnown(tx);
  const names = catalogue.map(({ name }) => name);
  if (known?.version === roleSeeds.version && sameNames(known.names, names)) return;
  const seen = new Set(known?.names);
  const newNames = (wanted: readonly string[]): readonly string[] => wanted.filter((name) => !seen.has(name));
  for (const role of rolesFor(tx.tenantId, known?.version)) {
    const wanted = permissionsOfRole(role, catalogue);
    if (await addRole(tx, role)) await grant(tx, role, wanted);
    else if (role.since === undefined || !known) await grant(tx, role, newNames(wanted));
  }
  await tx.execute(goneSql, [tx.tenantId, names]);
  await writeKnown(tx, { version: roleSeeds.version, names });
}

export interface NewUser {
  readonly userName: string;
  readonly name: string;
  readonly surname?: string;
  readonly emailAddress: string;
  readonly role: string;
  readonly passwordHash: string;
}

export async function provisionUsers(tx: Tx, users: readonly NewUser[]): Promise<void> {
  for (const user of users) {
    await tx.execute(
      `with made as (insert into app_user (tenant_id, user_name, name, surname, email_address, is_email_confirmed, password_hash, password_changed_at) values ($1, $2, $3, $4, $5, true, $6, now())
         on conflict (tenant_id, user_name_key) where not is_deleted do nothing returning id)
       insert into user_role (tenant_id, user_id, role_id) select $1, made.id, r.id from made join app_role r on r.tenant_id = $1 and r.name_key = lower($7) and not r.is_deleted`,
      [tx.tenantId, user.userName, user.name, user.surname ?? '', user.emailAddress, user.passwordHash, user.role],
    );
  }
}
