import { fileURLToPath } from 'node:url';
import { loadMigrations, migrate } from '@kangmai/server/platform/database/migrate';
import { ensureRoles } from '@kangmai/server/platform/database/roles';
import { loadMasterKey } from '@kangmai/server/platform/keys';
import type { TestProject } from 'vitest/node';
import { startCluster, type Cluster } from './cluster.ts';
import { secret } from './secret.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Owner's connection to the migrated template of a second database server, which holds tenant Alpha; absent with
     * one server.
     */
    tenantTemplate: string;
  }
}

const migrations = fileURLToPath(new URL('../../../apps/server/src/migrations', import.meta.url));

let cluster: Cluster | undefined;

/** Starts a second PostgreSQL: the project's tests run with their tenants split over two servers. */
export async function setup(project: TestProject): Promise<void> {
  cluster = await startCluster();
  const template = await cluster.database();
  await ensureRoles({
    adminUrl: template,
    secret: loadMasterKey({ secretKey: secret, dataDir: '/nonexistent' }).derive('database roles'),
    ours: true,
  });
  await migrate(template, loadMigrations(migrations));
  project.provide('tenantTemplate', template);
}

export async function teardown(): Promise<void> {
  await cluster?.stop();
}
