import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { model } from '@kangmai/model';
import { z } from 'zod';
import { compose } from '../src/compose.ts';
import { call, nothing } from '../src/engine/public.ts';
import { listAreas } from '../src/modules/index.ts';
import { readConfig } from '../src/platform/config.ts';
import type { DatabaseUrls } from '../src/platform/database/database.ts';
import { loadMasterKey } from '../src/platform/keys.ts';
import { createLog } from '../src/platform/log.ts';

const names = 1200;

/** Permissions of calls that nobody makes. */
export const moreNames: readonly string[] = Array.from({ length: names }, (_, at) => `Pages.Bench${at % 60}.Name${at}`);

const calls = moreNames.map((permission, at) =>
  call({
    wire: `GET BenchNames/Name${at}`,
    title: permission,
    permission,
    input: z.object({}),
    output: nothing,
    run: () => Promise.resolve(null),
  }),
);

/** A node on the database of the bench that knows these permissions besides its own. Runs in a process of its own. */
export async function serveManyNames(): Promise<void> {
  const { NAMES_DATA_DIR: dataDir = '', NAMES_URLS: urls = '', NAMES_PORT: port } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'kangmai-names-'));
  const server = await compose({
    config: readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' }),
    urls: JSON.parse(urls) as DatabaseUrls,
    master: loadMasterKey({ secretKey: undefined, dataDir }),
    migrations: [],
    log: createLog({ level: 'warn', write: () => undefined }),
    model,
    release: { version: '0.0.0', releasedAt: new Date(0) },
    areas: (services, around) => {
      const areas = listAreas(services, around);
      return { ...areas, modules: [...areas.modules, { name: 'names', calls }] };
    },
  });
  await server.app.http.listen({ host: '127.0.0.1', port: Number(port) });
  process.send?.('ready');
  process.once('SIGTERM', () => {
    void server.close().finally(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(0);
    });
  });
}
