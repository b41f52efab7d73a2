import type { Composition } from '../compose.ts';
import { provisionUsers, type NewUser } from '../modules/identity/provision.ts';
import { provisionTenant, tenantsToProvision, type ProvisionParts } from '../modules/tenants/provision-tenant.ts';
import { isLoopback, type Config } from '../platform/config.ts';

/** A sentence for the person who starts the server; not a fault of the program. */
export class StartProblem extends Error {}

/** What the first start creates in an empty database. */
export interface SeedTenant {
  readonly tenancyName: string;
  readonly name: string;
  readonly users: readonly Omit<NewUser, 'passwordHash'>[];
}

interface SeedState {
  readonly isDone: true;
  /** The accounts have the demo password, which is public. */
  readonly hasDemoPassword: boolean;
}

export interface SeedAnswer {
  readonly isFirst: boolean;
  /** The demo password while the first accounts have it, for the message at the start. */
  readonly demoPassword: string | undefined;
}

const demoPassword = 'Kangmai@2026';
const stateName = 'App.Seed.State';
type SeedParts = Pick<Composition, 'app' | 'services' | 'surroundings' | 'modules'>;

const provisionParts = ({ app, services, surroundings, modules }: SeedParts): ProvisionParts => ({
  services,
  surroundings,
  modules,
  planOf: app.planOf,
});

const posts = [
  ['admin', '系统管理员', 'Admin'],
  ['manager', '健康管理师', 'HealthManager'],
  ['doctor', '医生', 'Doctor'],
  ['nurse', '护理人员', 'Nurse'],
] as const;

/** The four known users of a tenant. */
export const knownUsers = (tenancyName: string): SeedTenant['users'] =>
  posts.map(([userName, name, role]) => ({
    userName,
    name,
    role,
    emailAddress: `${userName}@${tenancyName.toLowerCase()}.example`,
  }));

const plainTenant: SeedTenant = { tenancyName: 'Default', name: '默认机构', users: knownUsers('Default').slice(0, 1) };

/** The demo: its tenants with their users, and its loader. */
export interface Demo {
  readonly tenants: readonly SeedTenant[];
  /** Fills the tenants; resumes after an interruption. */
  readonly load: () => Promise<void>;
}

async function readState({ services }: SeedParts): Promise<SeedState | undefined> {
  const row = await services.database.withTenant(0, (tx) =>
    tx.one<{ value: string }>('select value from setting where tenant_id = 0 and user_id is null and name = $1', [
      stateName,
    ]),
  );
  return row && (JSON.parse(row.value) as SeedState);
}

const writeState = ({ services }: SeedParts, state: SeedState): Promise<number> =>
  services.database.withTenant(0, (tx) =>
    tx.execute(
      'insert into setting (tenant_id, name, value) values (0, $1, $2) on conflict (tenant_id, user_id, name) do update set value = excluded.value, updated_at = now()',
      [stateName, JSON.stringify(state)],
    ),
  );

/** The password of the first accounts. Where other machines can reach the server, it must be configured. */
function firstPassword(config: Config): { readonly password: string; readonly isDemo: boolean } {
  if (config.adminPassword !== undefined) return { password: config.adminPassword, isDemo: false };
  if (!isLoopback(config.host))
    throw new StartProblem(
      `Set ADMIN_PASSWORD: the server would listen on ${config.host}, where others can reach it, with a password that is in the manual.`,
    );
  return { password: demoPassword, isDemo: true };
}

async function idOfTenant({ services }: SeedParts, tenant: SeedTenant): Promise<number> {
  return services.database.platform(async (tx) => {
    await tx.execute(
      'insert into tenant (tenancy_name, name) values ($1, $2) on conflict (tenancy_name_key) where not is_deleted do nothing',
      [tenant.tenancyName, tenant.name],
    );
    const row = await tx.one<{ id: number }>(
      'select id from tenant where tenancy_name_key = lower($1) and not is_deleted',
      [tenant.tenancyName],
    );
    return row?.id ?? 0;
  });
}

/** Creates a tenant with its roles, users and the initial data of every area. Changes nothing that exists. */
export async function makeTenant(parts: SeedParts, tenant: SeedTenant, password: string): Promise<number> {
  const { services } = parts;
  const id = await idOfTenant(parts, tenant);
  // The first accounts share one password, and its hash takes a while.
  const passwordHash = await services.passwords.hash(password);
  const users = tenant.users.map((user) => ({ ...user, passwordHash }));
  await provisionTenant(provisionParts(parts), id);
  await services.database.withTenant(id, (tx) => provisionUsers(tx, users));
  return id;
}

/** Creates the host: its roles and its administrator. */
export async function makeHost(parts: SeedParts, password: string): Promise<void> {
  const { services } = parts;
  const passwordHash = await services.passwords.hash(password);
  await provisionTenant(provisionParts(parts), 0);
  await services.database.withTenant(0, async (tx) => {
    await provisionUsers(tx, [
      { userName: 'admin', name: '平台管理员', emailAddress: 'admin@host.example', role: 'Admin', passwordHash },
    ]);
  });
}

/**
 * Updates roles and reference data after an upgrade; a tenant whose database is unreachable is updated at a later
 * start.
 */
async function refreshAll(parts: SeedParts): Promise<void> {
  const { services } = parts;
  for (const id of await tenantsToProvision(provisionParts(parts))) {
    await provisionTenant(provisionParts(parts), id).catch((fault: unknown) => {
      if (services.database.placeOf(id) === '0') throw fault;
      services.log.warn({ part: 'seed', tenantId: id, fault }, 'a tenant elsewhere could not be brought up to date');
    });
  }
}

/** Accounts with the demo password get the configured one before others can reach the server. */
async function replaceDemoPassword(
  parts: SeedParts,
  { password, userNames }: { readonly password: string; readonly userNames: readonly string[] },
): Promise<void> {
  const { database, passwords } = parts.services;
  const present = await database.platform((tx) =>
    tx.query<{ id: number }>('select id from tenant where not is_deleted'),
  );
  for (const tenantId of [0, ...present.map(({ id }) => id)]) {
    const users = await database.withTenant(tenantId, (tx) =>
      tx.query<{ id: number; hash: string | null }>(
        'select id, password_hash as hash from app_user where tenant_id = $1 and not is_deleted and password_hash is not null and user_name_key = any($2::text[])',
        [tenantId, userNames],
      ),
    );
    for (const { id, hash } of users) {
      if (!(await passwords.verify(hash, demoPassword))) continue;
      const better = await passwords.hash(password);
      await database.withTenant(tenantId, (tx) =>
        tx.execute(
          'update app_user set password_hash = $3, security_stamp = gen_random_uuid()::text where tenant_id = $1 and id = $2',
          [tenantId, id, better],
        ),
      );
    }
  }
}

/** The users of the demo, whether or not it was loaded, and of every tenant. */
const firstUserNames = (makeDemo: () => Demo): readonly string[] => [
  ...new Set([...makeDemo().tenants, plainTenant].flatMap(({ users }) => users.map(({ userName }) => userName))),
];

async function resumeSeed(parts: SeedParts, state: SeedState, makeDemo: () => Demo): Promise<SeedAnswer> {
  const { config } = parts.services;
  let { hasDemoPassword } = state;
  if (hasDemoPassword && config.adminPassword !== undefined) {
    await replaceDemoPassword(parts, { password: config.adminPassword, userNames: firstUserNames(makeDemo) });
    await writeState(parts, { isDone: true, hasDemoPassword: false });
    hasDemoPassword = false;
  }
  if (hasDemoPassword && !isLoopback(config.host))
    throw new StartProblem(
      `Set ADMIN_PASSWORD: the accounts still have the password of the demo, and the server would listen on ${config.host}, where others can reach it.`,
    );
  await refreshAll(parts);
  return { isFirst: false, demoPassword: hasDemoPassword ? demoPassword : undefined };
}

/** Fills an empty database, or updates a filled one to this release. Can be interrupted and repeated at any point. */
export async function seed(parts: SeedParts, makeDemo: () => Demo): Promise<SeedAnswer> {
  const state = await readState(parts);
  if (state) return resumeSeed(parts, state, makeDemo);
  const { config } = parts.services;
  const { password, isDemo } = firstPassword(config);
  const demo = config.demo ? makeDemo() : undefined;
  await makeHost(parts, password);
  for (const tenant of demo?.tenants ?? [plainTenant]) await makeTenant(parts, tenant, password);
  await demo?.load();
  await writeState(parts, { isDone: true, hasDemoPassword: isDemo });
  return { isFirst: true, demoPassword: isDemo ? demoPassword : undefined };
}
