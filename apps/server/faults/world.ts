import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Database } from '../src/platform/database/database.ts';
import { startEmbedded, type EmbeddedServer } from '../src/platform/database/embedded.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { loadMasterKey, TenantKeys } from '../src/platform/keys.ts';
import { adminUrl, builtServer, databasePid, isDatabaseRunning, ServerProcess } from './server-process.ts';

/** A person with a device. */
export interface Wearer {
  readonly tenantId: number;
  readonly clientId: number;
  readonly deviceId: number;
  readonly imei: string;
}

/** A key for the readings' door. */
export interface SourceKey {
  readonly id: number;
  readonly code: string;
  readonly key: string;
}

const dayMs = 86_400_000;

/** Servers on one data folder of their own, and direct access to the database. */
export class World {
  readonly dataDir: string;
  private readonly home: string;
  private readonly built: string;
  private readonly servers = new Set<ServerProcess>();
  private opened: { readonly database: Database; readonly keys: TenantKeys } | undefined;
  private imeis = randomInt(10_000_000, 90_000_000);

  constructor() {
    this.home = mkdtempSync(join(tmpdir(), 'kangmai-faults-'));
    // The database's account has to pass through.
    chmodSync(this.home, 0o711);
    this.dataDir = join(this.home, 'data');
    this.built = builtServer();
  }

  /** A file beside the data, such as a journal. */
  file(name: string): string {
    return join(this.home, name);
  }

  /** Starts a server; `more` are settings of this one alone. */
  async start(more?: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const server = await ServerProcess.start(this.built, this.dataDir, more);
    this.servers.add(server);
    return server;
  }

  /** The latest output of the servers of this world. */
  outputs(): readonly string[] {
    return [...this.servers].map(({ output }) => output.slice(-3000)).filter((output) => output !== '');
  }

  /** Errors that the servers of this world logged. */
  faultLines(): readonly string[] {
    return this.outputs().flatMap((output) => output.split('\n').filter((line) => line.includes('"level":"error"')));
  }

  /** kill -9 of the database server, leaving its children. */
  killDatabase(): void {
    process.kill(databasePid(this.dataDir), 'SIGKILL');
  }

  /** Runs the database under the driver instead of a server, until stopped. Servers find and use it. */
  keepDatabase(): Promise<EmbeddedServer> {
    return startEmbedded({ folder: join(this.dataDir, 'postgres') });
  }

  /** True when the database takes connections. */
  async isDatabaseUp(): Promise<boolean> {
    const client = new Client({ connectionString: adminUrl(this.dataDir) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** One statement as the owner of the database, without row-level security. Retried while the database starts. */
  async sql<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.open().database.platform((tx) => tx.query<R>(text, values));
      } catch (error) {
        if (tries === 20 || (error as { reason?: string }).reason !== 'database.unreachable') throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
      }
    }
  }

  /** A further, empty database in the same cluster; answers its owner's connection. */
  async makeDatabase(name: string): Promise<string> {
    const url = new URL(await this.adminUrl());
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    url.pathname = `/${name}`;
    return url.href;
  }

  /** Switches autovacuum off in the cluster until its next start. */
  async quiet(url: string): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
    await client.query('alter system reset autovacuum');
    await client.end();
  }

  /** The connection of the database's owner; starts a server first where none has run yet. */
  async adminUrl(): Promise<string> {
    if (!isDatabaseRunning(this.dataDir)) await this.start();
    return adminUrl(this.dataDir);
  }

  private open(): { readonly database: Database; readonly keys: TenantKeys } {
    if (!this.opened) {
      const url = adminUrl(this.dataDir);
      const database = openDatabase({ urls: { migrator: url, app: url, directory: url, platform: url } });
      this.opened = {
        database,
        keys: new TenantKeys(database, loadMasterKey({ secretKey: undefined, dataDir: this.dataDir })),
      };
    }
    return this.opened;
  }

  private async idOf(text: string, values: readonly unknown[]): Promise<number> {
    const [row] = await this.sql<{ id: number }>(text, values);
    if (!row) throw new Error('nothing was written');
    return row.id;
  }

  tenant(name: string): Promise<number> {
    const unique = `${name}${randomBytes(3).toString('hex')}`;
    return this.idOf('insert into tenant (tenancy_name, name) values ($1, $2) returning id', [unique, unique]);
  }

  /** The host's source, which may deliver for every device of this world. */
  async source(): Promise<SourceKey> {
    const code = `faults-${randomBytes(4).toString('hex')}`;
    const key = randomBytes(32).toString('base64url');
    const sealed = (await this.open().keys.of(0)).seal(key);
    const id = await this.idOf(
      `insert into ingest_source (tenant_id, source_name, source_code, protocol, authentication, api_key_sealed, imei_prefix, rate_per_minute) values (0, $1, $1, 'gateway', 'hmac', $2, '8699', 1000000) returning id`,
      [code, sealed],
    );
    return { id, code, key };
  }

  private async product(tenantId: number): Promise<{ readonly typeId: number; readonly productId: number }> {
    const [known] = await this.sql<{ typeId: number; productId: number }>(
      `select p.type_id as "typeId", p.id as "productId" from device_product p where p.tenant_id = $1 and p.product_code = 'faults'`,
      [tenantId],
    );
    if (known) return known;
    await this.sql(
      `insert into device_type (tenant_id, type_name, type_code, category, measures) select $1, '手表', 'watch', 'wearable', '{heart,bp,spo2,temperature}' where not exists (select 1 from device_type where tenant_id = $1 and type_code = 'watch')`,
      [tenantId],
    );
    const typeId = await this.idOf(`select id from device_type where tenant_id = $1 and type_code = 'watch'`, [
      tenantId,
    ]);
    const productId = await this.idOf(
      `insert into device_product (tenant_id, product_name, product_code, type_id, model, registration_no) values ($1, '试验手表', 'faults', $2, 'F1', '20260001') returning id`,
      [tenantId, typeId],
    );
    return { typeId, productId };
  }

  async person(tenantId: number): Promise<number> {
    const { keys } = this.open();
    return this.idOf(
      `insert into client (tenant_id, name, gender, birthday, phone_sealed, region_code) values ($1, '试验人', '1', '1960-05-01', $2, '110101') returning id`,
      [tenantId, (await keys.of(tenantId)).seal('13800000000')],
    );
  }

  async device(tenantId: number): Promise<{ readonly deviceId: number; readonly imei: string }> {
    const { typeId, productId } = await this.product(tenantId);
    this.imeis += 1;
    const imei = `8699${String(this.imeis).padStart(11, '0')}`;
    await this.sql(`insert into dir_imei (tenant_id, imei, valid_from) values ($1, $2, now() - interval '400 days')`, [
      tenantId,
      imei,
    ]);
    const deviceId = await this.idOf(
      'insert into device (tenant_id, imei, type_id, product_id, lifecycle) values ($1, $2, $3, $4, 3) returning id',
      [tenantId, imei, typeId, productId],
    );
    return { deviceId, imei };
  }

  /** Binds a device for a period, with everything that ingestion needs after a change of wearer. */
  async bind(input: {
    readonly tenantId: number;
    readonly deviceId: number;
    readonly clientId: number;
    readonly from: Date;
    readonly to: Date | null;
  }): Promise<void> {
    await this.sql(
      `with b as (insert into device_binding (tenant_id, device_id, client_id, relation, state, slot, bound_at, unbound_at) values ($1, $2, $3, 0, $4, 1, $5, $6) returning id),
        o as (insert into outbox (tenant_id, topic, payload) select $1, 'device.bound', jsonb_build_object('bindingId', b.id, 'deviceId', d.id, 'imei', d.imei, 'clientId', $3::bigint, 'slot', 1, 'from', $5::timestamptz, 'to', $6::timestamptz) from b, device d where d.tenant_id = $1 and d.id = $2)
       update device set row_version = row_version + 1 where tenant_id = $1 and id = $2`,
      [input.tenantId, input.deviceId, input.clientId, input.to ? 0 : 1, input.from, input.to],
    );
  }

  /** Ends what a device's wearer has now. */
  async unbind(input: { readonly tenantId: number; readonly deviceId: number; readonly at: Date }): Promise<void> {
    await this.sql(
      `with b as (update device_binding set state = 0, unbound_at = $3 where tenant_id = $1 and device_id = $2 and unbound_at is null returning id)
       update device set row_version = row_version + 1 where tenant_id = $1 and id = $2`,
      [input.tenantId, input.deviceId, input.at],
    );
  }

  /** A person with a device on since long ago. */
  async wearer(tenantId: number): Promise<Wearer> {
    const clientId = await this.person(tenantId);
    const { deviceId, imei } = await this.device(tenantId);
    await this.bind({ tenantId, deviceId, clientId, from: new Date(Date.now() - 300 * dayMs), to: null });
    return { tenantId, clientId, deviceId, imei };
  }

  async wearers(tenantId: number, count: number): Promise<Wearer[]> {
    const made: Wearer[] = [];
    for (let at = 0; at < count; at += 1) made.push(await this.wearer(tenantId));
    return made;
  }

  /** A world of its own, with the same built server. */
  another(): World {
    return new World();
  }

  /** Ends all processes of this world and removes its files; `before` runs when nothing uses the folders any more. */
  async close(before: () => void = () => undefined): Promise<void> {
    await this.opened?.database.close();
    for (const server of this.servers) if (server.isRunning) await server.end();
    // A database whose server was killed keeps running; a new server takes it over and ends it.
    if (isDatabaseRunning(this.dataDir)) await (await this.start()).end();
    before();
    rmSync(this.home, { recursive: true, force: true });
    rmSync(this.built, { recursive: true, force: true });
  }
}
