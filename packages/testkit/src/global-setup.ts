import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '@kangmai/server/platform/database/embedded';
import { loadMigrations, migrate } from '@kangmai/server/platform/database/migrate';
import { ensureRoles } from '@kangmai/server/platform/database/roles';
import type { DatabaseUrls } from '@kangmai/server/platform/database/database';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { templateName, urlsOf } from './database.ts';
import { makeRunFolder } from './run-folder.ts';

const migrations = fileURLToPath(new URL('../../../apps/server/src/migrations', import.meta.url));

let stop: (() => Promise<void>) | undefined;

/** Starts one PostgreSQL for the whole run, migrates the template and passes its connections to the tests. */
export async function setup(project: TestProject): Promise<DatabaseUrls> {
  const home = makeRunFolder('kangmai-test');
  const server = await startEmbedded({ folder: join(home, 'postgres'), shelf: join(home, 'shelf'), durable: false });
  stop = async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  };
  const client = new Client({ connectionString: server.adminUrl });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  const adminUrl = urlsOf(
    { migrator: server.adminUrl, app: server.adminUrl, directory: server.adminUrl, platform: server.adminUrl },
    templateName,
  ).migrator;
  const urls = await ensureRoles({ adminUrl, secret: randomBytes(32), ours: true });
  await migrate(adminUrl, loadMigrations(migrations));
  project.provide('databaseTemplate', urls);
  return urls;
}

export async function teardown(): Promise<void> {
  await stop?.();
}
