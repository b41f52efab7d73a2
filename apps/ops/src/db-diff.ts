import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { model } from '@kangmai/model';
import { Client } from 'pg';
import { startEmbedded } from '@kangmai/server/platform/database/embedded';
import { loadMigrations, migrate } from '@kangmai/server/platform/database/migrate';
import { ensureRoles } from '@kangmai/server/platform/database/roles';
import { readCatalogue, type Catalogue } from '@kangmai/server/engine/schema/catalogue';
import { migrationFolder } from '@kangmai/server/start/product';
import { draftMissing } from '@kangmai/server/engine/schema/schema-diff';

async function catalogueOf(url: string): Promise<Catalogue> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await readCatalogue(client);
  } finally {
    await client.end();
  }
}

/** The catalogue of a new database that ran all migrations. */
async function migratedCatalogue(): Promise<Catalogue> {
  const home = mkdtempSync(join(tmpdir(), 'kangmai-diff-'));
  chmodSync(home, 0o711);
  const server = await startEmbedded({ folder: join(home, 'postgres'), shelf: join(home, 'shelf'), durable: false });
  try {
    await ensureRoles({ adminUrl: server.adminUrl, secret: randomBytes(32), ours: true });
    await migrate(server.adminUrl, loadMigrations(migrationFolder()));
    return await catalogueOf(server.adminUrl);
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

const [url] = process.argv.slice(2);
const draft = draftMissing(model, await (url === undefined ? migratedCatalogue() : catalogueOf(url)));
process.stdout.write(
  draft === ''
    ? '-- The tables hold everything that the definitions describe.\n'
    : `-- A draft: read it, then add it as a new file to apps/server/src/migrations.\n\n${draft}\n`,
);
