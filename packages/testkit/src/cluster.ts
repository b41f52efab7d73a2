import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '@kangmai/server/platform/database/embedded';
import { Client } from 'pg';
import { makeRunFolder } from './run-folder.ts';

/** A PostgreSQL server of its own, reached over TCP like a tenant's database server. */
export interface Cluster {
  readonly database: () => Promise<string>;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Longer than a socket's path may be, so that the server listens on a port. */
const longName = 'database-of-tenants-'.repeat(5);

/** Starts another database server besides the run's own, 1 to 2 s. */
export async function startCluster(): Promise<Cluster> {
  const home = makeRunFolder('kangmai-cluster');
  const server = await startEmbedded({ folder: join(home, longName), shelf: join(home, 'shelf'), durable: false });
  const at = (name: string): string => {
    const url = new URL(server.adminUrl);
    url.pathname = `/${name}`;
    return url.href;
  };
  return {
    database: async () => {
      const name = `tenants_${randomBytes(6).toString('hex')}`;
      const client = new Client({ connectionString: at('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return at(name);
    },
    get pid() {
      return server.pid;
    },
    stop: async () => {
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
