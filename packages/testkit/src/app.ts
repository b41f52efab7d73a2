import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Composition } from '@kangmai/server/compose';
import type { DatabaseUrls } from '@kangmai/server/platform/database/database';
import { watchConnections } from '@kangmai/server/platform/database/held';
import { cloneDatabase } from './database.ts';
import { client, type Client } from './client.ts';
import {
  composeNode,
  type NodeOptions,
  password,
  quietLog,
  seedTenants,
  type TenancyName,
  type TenantIds,
} from './node.ts';
import { seededName, seededTenants } from './seeded.ts';
import { settleElsewhere } from './split.ts';

/** The users that every tenant of a test has. */
export type UserName = 'admin' | 'manager' | 'doctor' | 'nurse';
export { password, type TenancyName };

/** The whole server on its own database, listening on a free port. */
export interface TestApp {
  readonly server: Composition;
  readonly url: string;
  readonly urls: DatabaseUrls;
  readonly tenants: TenantIds;
  /** Lines of the log, newest last. */
  readonly log: () => readonly string[];
  /** A signed-in client, cached after the first sign-in. `as('admin')` is the host's administrator. */
  readonly as: (userName: UserName, tenancyName?: TenancyName) => Promise<Client>;
  /** A client that is not signed in, at a tenant or at the host. */
  readonly visitor: (tenancyName?: TenancyName) => Client;
  /** A client signed in at another node of the same server. */
  readonly at: (url: string, userName: UserName, tenancyName?: TenancyName) => Promise<Client>;
  /** Rows of a statement inside a tenant; its first value is the tenant's id. */
  readonly query: <R>(tenancyName: TenancyName, sql: string, values?: readonly unknown[]) => Promise<R[]>;
  /** Another server on the same database, listening on a port of its own. */
  readonly secondNode: () => Promise<{
    readonly server: Composition;
    readonly url: string;
    readonly close: () => Promise<void>;
  }>;
  readonly close: () => Promise<void>;
}

/** What samples need of an application. */
export type SampledApp = Pick<TestApp, 'server' | 'tenants'>;

export type TestAppOptions = NodeOptions;

async function listen(started: Composition): Promise<string> {
  started.start();
  await started.app.http.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(started.app.http.server.address() as AddressInfo).port}`;
}

function clientsOf(url: string, tenants: TestApp['tenants']): Pick<TestApp, 'as' | 'at' | 'visitor'> {
  const signedIn = new Map<string, Promise<Client>>();
  const visitorAt = (node: string, tenancyName?: TenancyName): Client =>
    client(node, tenancyName === undefined ? {} : { 'abp.tenantid': String(tenants[tenancyName]) });
  const visitor = (tenancyName?: TenancyName): Client => visitorAt(url, tenancyName);
  const at: TestApp['at'] = async (node, userName, tenancyName) => {
    const answer = await visitorAt(node, tenancyName).post<{ accessToken: string }>('/api/TokenAuth/Authenticate', {
      userNameOrEmailAddress: userName,
      password,
    });
    if (answer.status !== 200) throw new Error(`${userName} cannot sign in: ${answer.text}`);
    return client(node, { authorization: `Bearer ${answer.result.accessToken}` });
  };
  const as = (userName: UserName, tenancyName?: TenancyName): Promise<Client> => {
    const key = `${userName}@${tenancyName ?? 'host'}`;
    const known = signedIn.get(key) ?? at(url, userName, tenancyName);
    signedIn.set(key, known);
    return known;
  };
  return { as, at, visitor };
}

/**
 * Builds the server on a cloned database with the tenants Alpha and Beta, each with admin, manager, doctor and nurse,
 * and the host's admin.
 * @example const app = await startApp(); afterAll(() => app.close()); const doctor = await app.as('doctor', 'Alpha');
 * await doctor.get('C_client/GetAll');
 */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  watchConnections();
  // Options may change what the seed writes, so only a plain server starts on the seeded copy.
  const seeded = Object.keys(options).length === 0 ? seededTenants() : undefined;
  const clone = await cloneDatabase(seeded && seededName);
  const folder = mkdtempSync(join(tmpdir(), 'kangmai-app-'));
  const log = quietLog();
  const node = (): Promise<Composition> => composeNode({ urls: clone.urls, folder, log }, options);
  const server = await node().catch(async (error: unknown) => {
    await clone.drop();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  const own = await settleElsewhere(server, 'Alpha');
  const tenants = seeded ?? (await seedTenants(server));
  const url = await listen(server);
  const secondNode: TestApp['secondNode'] = async () => {
    const second = await node();
    return { server: second, url: await listen(second), close: () => second.close() };
  };
  const query: TestApp['query'] = <R>(tenancyName: TenancyName, sql: string, values: readonly unknown[] = []) =>
    server.services.database.withTenant(tenants[tenancyName], (tx) => tx.query<R>(sql, [tx.tenantId, ...values]));
  const close = async (): Promise<void> => {
    await server.close();
    await own?.drop();
    await clone.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    server,
    url,
    urls: clone.urls,
    tenants,
    log: log.recent,
    ...clientsOf(url, tenants),
    query,
    secondNode,
    close,
  };
}
