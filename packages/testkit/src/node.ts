import { fileURLToPath } from 'node:url';
import { model } from '@kangmai/model';
import { compose, type ComposeParts, type Composition } from '@kangmai/server/compose';
import { readConfig } from '@kangmai/server/platform/config';
import type { DatabaseUrls } from '@kangmai/server/platform/database/database';
import { loadMigrations } from '@kangmai/server/platform/database/migrate';
import { loadMasterKey } from '@kangmai/server/platform/keys';
import { createLog, type Log } from '@kangmai/server/platform/log';
import { knownUsers, makeHost, makeTenant } from '@kangmai/server/start/seed';
import { secret } from './secret.ts';

export type TenancyName = 'Alpha' | 'Beta';
export type TenantIds = Readonly<Record<TenancyName, number>>;

export const password = 'Right-Horse-7';

export type NodeOptions = Partial<Pick<ComposeParts, 'model' | 'areas' | 'rates' | 'now' | 'webFolder'>> & {
  readonly env?: Readonly<Record<string, string>>;
};

interface Place {
  readonly urls: DatabaseUrls;
  readonly folder: string;
  readonly log: Log;
}

const migrations = loadMigrations(fileURLToPath(new URL('../../../apps/server/src/migrations', import.meta.url)));
const free = { burst: 1_000_000, perSecond: 1_000_000 };

export const quietLog = (): Log => createLog({ level: 'info', write: () => undefined });

/** The server on a database, not yet listening. */
export function composeNode({ urls, folder, log }: Place, { env, ...options }: NodeOptions = {}): Promise<Composition> {
  return compose({
    config: readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'info', ...env }),
    urls,
    master: loadMasterKey({ secretKey: secret, dataDir: folder }),
    migrations,
    log,
    model,
    release: { version: '0.0.0', releasedAt: new Date(0) },
    rates: { user: free, tenant: free, address: free },
    ...options,
  });
}

/** Creates the host and the tenants Alpha and Beta, each with admin, manager, doctor and nurse. */
export async function seedTenants(server: Composition): Promise<TenantIds> {
  await makeHost(server, password);
  const tenant = (tenancyName: TenancyName): Promise<number> =>
    makeTenant(server, { tenancyName, name: `${tenancyName} 健康中心`, users: knownUsers(tenancyName) }, password);
  return { Alpha: await tenant('Alpha'), Beta: await tenant('Beta') };
}
