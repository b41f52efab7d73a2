import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roleSeeds } from '@kangmai/model/reference';
import { model } from '@kangmai/model';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compose, type Composition } from '../compose.ts';
import { listAreas } from '../modules/index.ts';
import { readConfig } from '../platform/config.ts';
import { loadMasterKey } from '../platform/keys.ts';
import { createLog } from '../platform/log.ts';
import { knownUsers, seed, type Demo } from './seed.ts';

const demo =
  (load: () => Promise<void> = async () => undefined) =>
  (): Demo => ({
    tenants: ['Default', 'Second', 'Third'].map((tenancyName) => ({
      tenancyName,
      name: tenancyName,
      users: knownUsers(tenancyName),
    })),
    load,
  });

let clone: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'kangmai-seed-'));
const open: Composition[] = [];

beforeEach(async () => {
  clone = await cloneDatabase();
});
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
  await clone.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function server(env: Record<string, string>, provision?: (tenantId: number) => void): Promise<Composition> {
  const config = readConfig({ DATA_DIR: folder, ...env });
  const made = await compose({
    migrations: [],
    config,
    urls: clone.urls,
    model,
    master: loadMasterKey({ secretKey: 'a secret of the tests, long enough', dataDir: folder }),
    log: createLog({ level: 'silent' }),
    release: { version: '0', releasedAt: new Date(0) },
    areas: (services, around) => ({
      modules: [
        ...listAreas(services, around).modules,
        { name: 'probe', ...(provision && { provision: async (ctx) => provision(ctx.tenantId) }) },
      ],
    }),
  });
  open.push(made);
  return made;
}

const signsIn = async (
  { app }: Composition,
  login: { readonly user: string; readonly tenant?: number; readonly password: string },
): Promise<boolean> => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/TokenAuth/Authenticate',
    headers: login.tenant === undefined ? {} : { 'abp.tenantid': String(login.tenant) },
    payload: { userNameOrEmailAddress: login.user, password: login.password },
  });
  return answer.statusCode === 200;
};

const tenantsOf = ({ services }: Composition): Promise<{ id: number; name: string }[]> =>
  services.database.platform((tx) => tx.query('select id, tenancy_name as name from tenant order by id'));
const namesOf = async (made: Composition): Promise<string[]> => (await tenantsOf(made)).map(({ name }) => name);

test('the first start on this machine makes host and demo tenants with one printed password; the second changes nothing', async () => {
  const seen: number[] = [];
  const first = await server({}, (tenantId) => seen.push(tenantId));
  const loads: string[] = [];
  const answer = await seed(
    first,
    demo(async () => {
      loads.push('loaded');
    }),
  );
  const password = answer.demoPassword ?? '';
  expect(answer.isFirst).toBe(true);
  expect(loads).toEqual(['loaded']);
  expect(await namesOf(first)).toEqual(['Default', 'Second', 'Third']);
  const tenants = await tenantsOf(first);
  expect(seen).toEqual([0, ...tenants.map(({ id }) => id)]);
  expect(await signsIn(first, { user: 'admin', password })).toBe(true);
  for (const user of ['admin', 'manager', 'doctor', 'nurse'])
    expect(await signsIn(first, { user, tenant: tenants[2]?.id ?? 0, password }), user).toBe(true);
  const second = await seed(
    await server({}),
    demo(async () => {
      loads.push('again');
    }),
  );
  expect(second).toMatchObject({ isFirst: false, demoPassword: password });
  expect(loads).toEqual(['loaded']);
  expect(await namesOf(first)).toHaveLength(3);
});

test('without the demo there is one tenant with its administrator', async () => {
  const made = await server({ DEMO: '0' });
  await seed(made, () => {
    throw new Error('not wanted');
  });
  expect(await namesOf(made)).toEqual(['Default']);
  const users = await made.services.database.withTenant(1, (tx) =>
    tx.query('select user_name as name from app_user where tenant_id = 1'),
  );
  expect(users).toEqual([{ name: 'admin' }]);
});

test('where others can reach the server, somebody has to choose the password', async () => {
  const reachable = { HOST: '0.0.0.0' };
  await expect(seed(await server(reachable), demo())).rejects.toThrow('Set ADMIN_PASSWORD');
  const chosen = await server({ ...reachable, ADMIN_PASSWORD: 'Chosen-Horse-1' });
  expect((await seed(chosen, demo())).demoPassword).toBeUndefined();
  expect(await signsIn(chosen, { user: 'admin', tenant: 1, password: 'Chosen-Horse-1' })).toBe(true);
  expect((await seed(await server(reachable), demo())).isFirst).toBe(false);
});

test('the demo’s password does not get onto the network: refused, or replaced by the chosen one', async () => {
  const local = await server({});
  const { demoPassword = '' } = await seed(local, demo());
  await expect(seed(await server({ HOST: '0.0.0.0' }), demo())).rejects.toThrow('the password of the demo');
  const chosen = await server({ HOST: '0.0.0.0', ADMIN_PASSWORD: 'Chosen-Horse-1' });
  expect((await seed(chosen, demo())).demoPassword).toBeUndefined();
  for (const tenant of [0, 1, 2]) {
    expect(await signsIn(chosen, { user: 'admin', tenant, password: demoPassword })).toBe(false);
    expect(await signsIn(chosen, { user: 'admin', tenant, password: 'Chosen-Horse-1' })).toBe(true);
  }
});

test('a start that broke off is completed by the next', async () => {
  const made = await server({});
  await expect(
    seed(
      made,
      demo(async () => {
        throw new Error('the power went');
      }),
    ),
  ).rejects.toThrow('the power went');
  const again = await server({});
  const answer = await seed(again, demo());
  expect(answer.isFirst).toBe(true);
  expect(await namesOf(again)).toHaveLength(3);
  const [roles] = await again.services.database.withTenant(1, (tx) =>
    tx.query<{ count: number }>('select count(*) from app_role where tenant_id = 1'),
  );
  expect(roles?.count).toBe(roleSeeds.rows.filter(({ side }) => side === 'tenant').length);
});

/** As if an older release had provisioned the tenants: a start of the same release would skip them. */
const asOfAnOlderRelease = ({ services }: Composition): Promise<number> =>
  services.database.platform((tx) => tx.execute("update tenant set provisioned = 'older'"));

test('a second start of the same release goes through no tenant but the host', async () => {
  const made = await server({ DEMO: '0' });
  await seed(made, demo());
  const again = await server({ DEMO: '0' });
  const seen: number[] = [];
  const { database } = again.services;
  const withTenant = database.withTenant.bind(database);
  Object.assign(database, {
    withTenant: ((tenantId, ...rest) => {
      seen.push(tenantId);
      return withTenant(tenantId, ...rest);
    }) as typeof withTenant,
  });
  await seed(again, demo());
  expect(new Set(seen)).toEqual(new Set([0]));
});

test('roles hold what their patterns grant; what was taken stays taken, what is new is added', async () => {
  const made = await server({ DEMO: '0' });
  await seed(made, demo());
  const permissionsOfRole = (role: string) =>
    made.services.database.withTenant(1, async (tx) =>
      (
        await tx.query<{ name: string }>(
          'select p.permission as name from role_permission p join app_role r on r.tenant_id = p.tenant_id and r.id = p.role_id where p.tenant_id = 1 and r.name = $1',
          [role],
        )
      ).map(({ name }) => name),
    );
  const admin = await permissionsOfRole('Admin');
  expect(new Set(admin)).toEqual(
    new Set(
      made.services
        .permissions()
        .filter(({ side }) => side !== 'host')
        .map(({ name }) => name),
    ),
  );
  const doctor = await permissionsOfRole('Doctor');
  expect(doctor).toContain('Pages.CustomerManage.Clients.Edit');
  expect(doctor).not.toContain('Pages.CustomerManage.Clients.Delete');
  await made.services.database.withTenant(1, (tx) =>
    Promise.all([
      tx.execute(
        "delete from role_permission where tenant_id = 1 and permission = 'Pages.CustomerManage.Clients.Edit'",
      ),
      tx.execute(
        "update setting set value = replace(value, '\"Pages.HealthService.AbnormalData\",', '') where tenant_id = 1 and name = 'App.Reference.Roles'",
      ),
      tx.execute("delete from role_permission where tenant_id = 1 and permission = 'Pages.HealthService.AbnormalData'"),
    ]),
  );
  await asOfAnOlderRelease(made);
  await seed(await server({ DEMO: '0' }), demo());
  const later = await permissionsOfRole('Doctor');
  expect(later).not.toContain('Pages.CustomerManage.Clients.Edit');
  expect(later).toContain('Pages.HealthService.AbnormalData');
});

test('when the patterns of the roles change, roles keep what an administrator gave or took', async () => {
  const made = await server({ DEMO: '0' });
  await seed(made, demo());
  const rows = (role: string) =>
    made.services.database.withTenant(1, (tx) =>
      tx.query<{ name: string }>(
        'select p.permission as name from role_permission p join app_role r on r.tenant_id = p.tenant_id and r.id = p.role_id where p.tenant_id = 1 and r.name = $1 order by 1',
        [role],
      ),
    );
  const [nurse, user] = await Promise.all([rows('Nurse'), rows('User')]);
  await made.services.database.withTenant(1, (tx) =>
    Promise.all([
      tx.execute(
        "insert into role_permission (tenant_id, role_id, permission) select 1, id, 'Pages.CustomerManage.Clients.Delete' from app_role where tenant_id = 1 and name in ('Nurse', 'User')",
      ),
      tx.execute(
        "update setting set value = replace(value, '\"version\":', '\"version\":9') where tenant_id = 1 and name = 'App.Reference.Roles'",
      ),
    ]),
  );
  await asOfAnOlderRelease(made);
  await seed(await server({ DEMO: '0' }), demo());
  expect((await rows('Nurse')).length).toBe(nurse.length + 1);
  expect((await rows('User')).length).toBe(user.length + 1);
});
