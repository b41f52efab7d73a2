import { provisionUsers } from '@kangmai/server/modules/identity/provision';
import { client, type Client } from './client.ts';
import { password, type TenancyName, type TestApp } from './app.ts';

/** A caller with its permissions. */
export interface Caller {
  readonly client: Client;
  readonly tenantId: number;
  readonly permissions: ReadonlySet<string>;
  readonly isSignedIn: boolean;
}

const roleSql = `with made as (insert into app_role (tenant_id, name, display_name, data_scope) values ($1, $2, $2, $3) returning id)
  insert into role_permission (tenant_id, role_id, permission)
  select $1, made.id, p.permission from made join app_role a on a.tenant_id = $1 and a.name_key = 'admin' join role_permission p on p.tenant_id = a.tenant_id and p.role_id = a.id where $4`;

const heldSql =
  'select distinct p.permission as name from role_permission p join user_role r on r.tenant_id = p.tenant_id and r.role_id = p.role_id join app_user u on u.tenant_id = r.tenant_id and u.id = r.user_id where u.tenant_id = $1 and u.user_name = $2';

/** The permissions that a user's roles hold. */
export async function permissionsOf(app: TestApp, tenantId: number, userName: string): Promise<ReadonlySet<string>> {
  const rows = await app.server.services.database.withTenant(tenantId, (tx) =>
    tx.query<{ name: string }>(heldSql, [tenantId, userName]),
  );
  return new Set(rows.map(({ name }) => name));
}

/** A user with a role of its own: all permissions of the administrator or none, and its own sight. */
export async function addUser(
  app: TestApp,
  tenancyName: TenancyName,
  user: {
    readonly userName: string;
    readonly dataScope: 'all' | 'own' | 'team' | 'unit';
    readonly allPermissions: boolean;
  },
): Promise<Caller> {
  const { services } = app.server;
  const tenantId = app.tenants[tenancyName];
  const role = `Role${user.userName}`;
  const passwordHash = await services.passwords.hash(password);
  await services.database.withTenant(tenantId, async (tx) => {
    await tx.execute(roleSql, [tenantId, role, user.dataScope, user.allPermissions]);
    await provisionUsers(tx, [
      {
        userName: user.userName,
        name: user.userName,
        emailAddress: `${user.userName}@example.com`,
        role,
        passwordHash,
      },
    ]);
  });
  const answer = await app
    .visitor(tenancyName)
    .post<{ accessToken: string }>('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: user.userName, password });
  if (answer.status !== 200) throw new Error(`${user.userName} cannot sign in: ${answer.text}`);
  return {
    client: client(app.url, { authorization: `Bearer ${answer.result.accessToken}` }),
    tenantId,
    permissions: await permissionsOf(app, tenantId, user.userName),
    isSignedIn: true,
  };
}

/** The administrator of a tenant, or of the host. */
export async function administrator(app: TestApp, tenancyName?: TenancyName): Promise<Caller> {
  const tenantId = tenancyName === undefined ? 0 : app.tenants[tenancyName];
  return {
    client: await app.as('admin', tenancyName),
    tenantId,
    permissions: await permissionsOf(app, tenantId, 'admin'),
    isSignedIn: true,
  };
}

async function tokenOf(
  app: TestApp,
  tenancyName: TenancyName,
  input: { readonly userName: string; readonly seconds: number },
): Promise<Client> {
  const tenantId = app.tenants[tenancyName];
  const { database, tokenIssuer } = app.server.services;
  const { accessToken } = await database.withTenant(tenantId, async (tx) => {
    const user = await tx.one<{ id: number; stamp: string }>(
      'select id, security_stamp as stamp from app_user where tenant_id = $1 and user_name = $2',
      [tenantId, input.userName],
    );
    return tokenIssuer.access(
      tx,
      { tenantId, userId: user?.id ?? 0, securityStamp: user?.stamp ?? '', ip: '', client: 'test' },
      input.seconds,
    );
  });
  return client(app.url, { authorization: `Bearer ${accessToken}` });
}

/** The administrator with an expired bearer. */
export const expiredClient = (app: TestApp, tenancyName: TenancyName): Promise<Client> =>
  tokenOf(app, tenancyName, { userName: 'admin', seconds: -60 });

/** A user with all rights and a valid bearer whose account was deactivated since. */
export async function lockedClient(app: TestApp, tenancyName: TenancyName): Promise<Client> {
  const { tenantId } = await addUser(app, tenancyName, { userName: 'locked', dataScope: 'all', allPermissions: true });
  const token = await tokenOf(app, tenancyName, { userName: 'locked', seconds: 3600 });
  await app.server.services.database.withTenant(tenantId, (tx) =>
    tx.execute(
      "update app_user set is_active = false, lockout_end_at = now() + interval '1 day' where tenant_id = $1 and user_name = 'locked'",
      [tenantId],
    ),
  );
  return token;
}

/** Tables whose rows change independently of calls. */
const passing = ['outbox', 'temp_file'];

const tablesAStatement = 20;

/** Checksums of every row of a tenant, by table: `table|sum` for each row. */
export async function fingerprints(app: TestApp, tenantId: number): Promise<readonly string[]> {
  return app.server.services.database.withTenant(tenantId, async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and has_table_privilege(c.oid, 'select') and not c.relname = any($1::text[]) order by 1`,
      [passing],
    );
    const found: string[] = [];
    for (let at = 0; at < tables.length; at += tablesAStatement) {
      const some = tables
        .slice(at, at + tablesAStatement)
        .map(({ name }) => `select '${name}|' || md5(t::text) as sum from "${name}" t where tenant_id = $1`);
      const rows = await tx.query<{ sum: string }>(some.join(' union all '), [tenantId]);
      for (const { sum } of rows) found.push(sum);
    }
    return found;
  });
}
