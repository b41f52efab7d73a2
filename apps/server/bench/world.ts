import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoDeviceProducts } from '@kangmai/model/reference';
import { Client } from 'pg';
import { deviceSource } from '@kangmai/demo/devices';
import { loadClients } from '@kangmai/ops/demo/load-clients';
import { allocateImeis, loadDevices } from '@kangmai/ops/demo/load-devices';
import { loadStaff } from '@kangmai/ops/demo/load-staff';
import { peopleSource, type Person } from '@kangmai/demo/people';
import { cities } from '@kangmai/demo/places';
import type { DemoTenant } from '@kangmai/demo/plan-types';
import { copyDeviceProducts } from '../src/modules/dictionaries/public.ts';
import type { Database, DatabaseUrls } from '../src/platform/database/database.ts';
import { startEmbedded } from '../src/platform/database/embedded.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { ensureRoles } from '../src/platform/database/roles.ts';
import { loadMasterKey, TenantKeys } from '../src/platform/keys.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** A device with its wearer, as the rows of readings name them. */
export interface Worn {
  readonly imei: string;
  readonly deviceId: number;
  readonly clientId: number;
  readonly person: Person;
}

/** A running server with people, devices and a source of readings. */
export interface World {
  server: ServerProcess;
  readonly dataDir: string;
  readonly urls: DatabaseUrls;
  /** Another connection after a restart: the embedded database ends with the server. */
  owner: Client;
  readonly database: Database;
  readonly tenantId: number;
  readonly watches: readonly Worn[];
  /** Registered cuff meters, each on somebody of its own without any case. */
  readonly cuffs: readonly Worn[];
  readonly source: { readonly code: string; readonly key: string; readonly id: number };
  readonly users: readonly { readonly userName: string; readonly id: number }[];
  readonly env: Readonly<Record<string, string>>;
  /** Ends the server and its database and starts both again. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const password = 'Bench-Horse-7';
export const doctors = 8;
const watches = 1000;
const usualCuffs = 480;
const dayMs = 86_400_000;

function tenantOf(now: number, cuffs: number): DemoTenant {
  const nextPerson = peopleSource({ seed: 7, today: new Date(now).toISOString().slice(0, 10) });
  const nextDevice = deviceSource(7);
  const kinds = [
    ...Array.from({ length: watches }, () => 'watch'),
    ...Array.from({ length: cuffs }, () => 'bp_monitor'),
  ];
  const productOf = (typeCode: string) =>
    demoDeviceProducts.find((product) => product.typeCode === typeCode && product.registrationNo !== undefined) ??
    demoDeviceProducts.find((product) => product.typeCode === typeCode);
  const rows = kinds.map((typeCode, index) => {
    const product = productOf(typeCode);
    if (!product) throw new Error(`no product of type ${typeCode}`);
    return {
      client: {
        person: nextPerson(cities.kunming),
        state: 'active' as const,
        isVip: false,
        registeredAt: new Date(now - 400 * dayMs),
        unit: 'Bench',
        team: 'Bench',
        healthManager: 'admin',
        doctor: `bench${1 + (index % doctors)}`,
      },
      binding: { device: nextDevice(product), client: index, boundAt: new Date(now - 390 * dayMs), segments: [] },
    };
  });
  return {
    tenancyName: 'Default',
    name: 'Bench',
    roles: [],
    units: [{ displayName: 'Bench' }],
    users: [],
    teams: [{ name: 'Bench', unit: 'Bench', members: [{ userName: 'admin', role: 'manager', isDefault: true }] }],
    clients: rows.map(({ client }) => client),
    bindings: rows.map(({ binding }) => binding),
    spareDevices: [],
    emergencies: [],
  };
}

/** Doctors who see the clients entrusted to them and no others. */
async function addDoctors(
  owner: Client,
  tenantId: number,
): Promise<readonly { readonly userName: string; readonly id: number }[]> {
  const { rows } = await owner.query<{ userName: string; id: string }>(
    `with made as (insert into app_user (tenant_id, user_name, name, email_address, is_email_confirmed, password_hash, password_changed_at)
       select u.tenant_id, 'bench' || n, 'Bench ' || n, 'bench' || n || '@bench.example', true, u.password_hash, now() from app_user u, generate_series(1, $2::integer) n where u.tenant_id = $1 and u.user_name_key = 'admin' returning id, user_name),
     roles as (insert into user_role (tenant_id, user_id, role_id) select $1, made.id, r.id from made, app_role r where r.tenant_id = $1 and r.name_key = 'doctor' returning user_id)
     select made.id, made.user_name as "userName" from made where exists (select from roles)`,
    [tenantId, doctors],
  );
  return rows.map(({ userName, id }) => ({ userName, id: Number(id) }));
}

async function fill(
  world: Pick<World, 'database' | 'tenantId'>,
  { keys, cuffs }: { readonly keys: TenantKeys; readonly cuffs: number },
): Promise<{ readonly watches: readonly Worn[]; readonly cuffs: readonly Worn[] }> {
  const now = new Date();
  const tenant = tenantOf(now.getTime(), cuffs);
  const sealer = await keys.of(world.tenantId);
  await world.database.directory((tx) => allocateImeis(tx, world.tenantId, tenant));
  return world.database.withTenant(world.tenantId, async (tx) => {
    await copyDeviceProducts(tx, demoDeviceProducts);
    const staff = await loadStaff(tx, tenant);
    const clientIds = await loadClients(tx, { clients: tenant.clients, sealer, staff, datum: 'gcj02' });
    const stored = await loadDevices(tx, { tenant, clientIds, sealer, staff, now });
    const worn = tenant.bindings.map(({ device, client }): Worn & { typeCode: string } => {
      const person = tenant.clients[client]?.person;
      if (!person) throw new Error('a binding without a person');
      return {
        imei: device.imei,
        deviceId: stored.get(device.imei)?.id ?? 0,
        clientId: clientIds[client] ?? 0,
        person,
        typeCode: device.typeCode,
      };
    });
    return {
      watches: worn.filter(({ typeCode }) => typeCode === 'watch'),
      cuffs: worn.filter(({ typeCode }) => typeCode !== 'watch'),
    };
  });
}

async function addSource(database: Database, keys: TenantKeys): Promise<World['source']> {
  const sealer = await keys.of(0);
  const key = 'the key of the bench, nobody else has it';
  const row = await database.withTenant(0, (tx) =>
    tx.one<{ id: number }>(
      `insert into ingest_source (tenant_id, source_code, source_name, protocol, authentication, api_key_sealed, api_key_index, imei_prefix, rate_per_minute) values (0, 'bench', 'Bench', 'json', 'hmac', $1, $2, '869081', 60000000) returning id`,
      [sealer.seal(key), sealer.index(key)],
    ),
  );
  return { code: 'bench', key, id: row?.id ?? 0 };
}

async function connectOwner(connectionString: string): Promise<Client> {
  const owner = new Client({ connectionString });
  // Without a listener the end of the database would end the bench.
  owner.on('error', () => undefined);
  await owner.connect();
  return owner;
}

/** Starts a server on a fresh database of its own and gives it people, devices and a source. */
export async function makeWorld({ cuffs = usualCuffs } = {}): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kangmai-bench-'));
  chmodSync(dataDir, 0o711);
  const env = { DATA_DIR: dataDir, DEMO: '0', ADMIN_PASSWORD: password };
  const server = await startServer(env);
  const master = loadMasterKey({ secretKey: undefined, dataDir });
  const { adminUrl } = await startEmbedded({ folder: join(dataDir, 'postgres') });
  const urls = await ensureRoles({ adminUrl, secret: master.derive('database roles'), ours: true });
  const owner = await connectOwner(adminUrl);
  const database = openDatabase({ urls });
  const keys = new TenantKeys(database, master);
  const tenant = await owner.query<{ id: string }>("select id from tenant where tenancy_name = 'Default'");
  const tenantId = Number(tenant.rows[0]?.id ?? 1);
  const users = await addDoctors(owner, tenantId);
  const filled = await fill({ database, tenantId }, { keys, cuffs });
  const source = await addSource(database, keys);
  // As after the first minute of a live system: the database knows its tables.
  await owner.query('analyze');
  const restart = async (): Promise<void> => {
    await world.owner.end();
    await world.server.stop();
    world.server = await startServer(env);
    world.owner = await connectOwner(adminUrl);
  };
  const close = async (): Promise<void> => {
    await world.owner.end();
    await database.close();
    await world.server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const world: World = {
    server,
    dataDir,
    urls,
    owner,
    database,
    tenantId,
    ...filled,
    source,
    users,
    env,
    restart,
    close,
  };
  return world;
}

/** Waits until nothing follows any more, so that one measurement does not weigh on the next. */
export async function whenSettled({ owner }: Pick<World, 'owner'>): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await owner.query<{ count: string }>(
      'select count(*) from outbox where failed_at is null and available_at <= now()',
    );
    if (rows[0]?.count === '0') return performance.now() - began;
    await pause(50);
  }
}

/** Signs a user in and gives the access token and the token of the hub. */
export async function signIn(
  { server, tenantId }: Pick<World, 'server' | 'tenantId'>,
  userName: string,
): Promise<{ readonly accessToken: string; readonly encryptedAccessToken: string }> {
  const answer = await fetch(`${server.url}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'abp.tenantid': String(tenantId) },
    body: JSON.stringify({ userNameOrEmailAddress: userName, password }),
  });
  const body = (await answer.json()) as { result?: { accessToken: string; encryptedAccessToken: string } };
  if (!body.result) throw new Error(`${userName} could not sign in: ${answer.status}`);
  return body.result;
}
