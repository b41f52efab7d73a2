import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseUrls } from '@kangmai/server/platform/database/database';
import type { TestProject } from 'vitest/node';
import { asAdmin, templateName, urlsOf } from './database.ts';
import { setup as startDatabase, teardown } from './global-setup.ts';
import { composeNode, quietLog, seedTenants, type TenantIds } from './node.ts';
import { seededName } from './seeded.ts';

export { teardown };

/** Creates the second template of a run: the tenants of every test, seeded once. */
async function seedTemplate(template: DatabaseUrls): Promise<TenantIds> {
  await asAdmin(template, `create database ${seededName} template ${templateName}`);
  const folder = mkdtempSync(join(tmpdir(), 'kangmai-seed-'));
  const server = await composeNode({ urls: urlsOf(template, seededName), folder, log: quietLog() });
  const tenants = await seedTenants(server);
  await server.close();
  rmSync(folder, { recursive: true, force: true });
  return tenants;
}

/** Starts one PostgreSQL with the migrated and the seeded template. */
export async function setup(project: TestProject): Promise<void> {
  const template = await startDatabase(project);
  project.provide('seededTenants', await seedTemplate(template));
}
