import { join } from 'node:path';
import { model } from '@kangmai/model';
import { compose, type Composition } from '../src/compose.ts';
import { queues } from '../src/modules/queues.ts';
import { readConfig } from '../src/platform/config.ts';
import type { DatabaseUrls } from '../src/platform/database/database.ts';
import { loadMigrations } from '../src/platform/database/migrate.ts';
import { prepareDatabase } from '../src/platform/database/start.ts';
import { loadMasterKey } from '../src/platform/keys.ts';
import { createLog } from '../src/platform/log.ts';
import { knownUsers, makeHost, makeTenant } from '../src/start/seed.ts';
import { productFolder } from './server-process.ts';
import type { World } from './world.ts';

export const password = 'Right-Horse-7';

/** A server in this process on its own database, without a port: calls are injected, statements intercepted. */
export interface InsideServer {
  readonly server: Composition;
  readonly tenants: { readonly Alpha: number; readonly Beta: number };
  readonly urls: DatabaseUrls;
  readonly log: () => readonly string[];
  readonly close: () => Promise<void>;
}

const free = { burst: 1_000_000, perSecond: 1_000_000 };

/** The migrations of the product, in their order. */
export const productMigrations = (): ReturnType<typeof loadMigrations> =>
  loadMigrations(join(productFolder(), 'apps/server/src/migrations'));

/**
 * Starts a server with the tenants Alpha and Beta on a new database of an idle cluster; nothing but its calls runs
 * there.
 */
export async function startInside(world: World, databaseName: string): Promise<InsideServer> {
  const cluster = await world.keepDatabase();
  const databaseUrl = await world.makeDatabase(databaseName);
  const master = loadMasterKey({ secretKey: undefined, dataDir: world.dataDir });
  await world.quiet(databaseUrl);
  const { urls } = await prepareDatabase({
    databaseUrl,
    dataDir: world.dataDir,
    master,
    migrations: productMigrations(),
    queues,
  });
  const config = readConfig({
    DATA_DIR: world.file(databaseName),
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LOG_LEVEL: 'warn',
  });
  const log = createLog({ level: config.logLevel, write: () => undefined });
  const server = await compose({
    config,
    urls,
    master,
    migrations: productMigrations(),
    log,
    model,
    release: { version: '0.0.0', releasedAt: new Date(0) },
    rates: { user: free, tenant: free, address: free },
  });
  await makeHost(server, password);
  const tenant = (tenancyName: string): Promise<number> =>
    makeTenant(server, { tenancyName, name: `${tenancyName} 健康中心`, users: knownUsers(tenancyName) }, password);
  const tenants = { Alpha: await tenant('Alpha'), Beta: await tenant('Beta') };
  await server.app.http.ready();
  await server.follower.stop();
  return {
    server,
    tenants,
    urls,
    log: log.recent,
    close: async () => {
      await server.close();
      await cluster.stop();
    },
  };
}
