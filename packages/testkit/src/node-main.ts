import type { AddressInfo } from 'node:net';
import { compose } from '@kangmai/server/compose';
import { startJobs } from '@kangmai/server/platform/jobs';
import { loadMigrations } from '@kangmai/server/platform/database/migrate';
import { loadMasterKey } from '@kangmai/server/platform/keys';
import { createLog } from '@kangmai/server/platform/log';
import { readConfig } from '@kangmai/server/platform/config';
import type { DatabaseUrls } from '@kangmai/server/platform/database/database';
import { model } from '@kangmai/model';

/** One node of the server in its own process: like `startApp`, configured by its environment. */
const { NODE_URLS = '{}', NODE_SECRET = '', NODE_MIGRATIONS = '', DATA_DIR = '', STOP_AT, NODE_JOBS } = process.env;
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const free = { burst: 1_000_000, perSecond: 1_000_000 };

const config = readConfig({ DATA_DIR, PORT: '0', LOG_LEVEL: 'info' });
const urls = JSON.parse(NODE_URLS) as DatabaseUrls;
const server = await compose({
  config,
  model,
  urls,
  master: loadMasterKey({ secretKey: NODE_SECRET, dataDir: DATA_DIR }),
  migrations: loadMigrations(NODE_MIGRATIONS),
  log: createLog({ level: config.logLevel, write: (line) => process.stderr.write(line) }),
  release: { version: '0.0.0', releasedAt: new Date(0) },
  rates: { user: free, tenant: free, address: free },
  moveStep: async (step) => {
    if (step !== STOP_AT) return;
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  },
});
server.start();
await server.app.http.listen({ host: '127.0.0.1', port: 0 });
const jobs =
  NODE_JOBS === undefined
    ? undefined
    : await startJobs({
        platformUrl: urls.platform,
        database: server.services.database,
        jobs: server.modules.flatMap((module) => module.jobs ?? []),
        report: (fault) => server.services.log.warn({ fault }, 'a job failed'),
      });
say(`listening http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}`);
process.once('SIGTERM', () => {
  Promise.resolve(jobs?.stop())
    .then(() => server.close())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
});
