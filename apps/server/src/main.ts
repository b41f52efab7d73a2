import { mkdirSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { model } from '@kangmai/model';
import { compose, type Composition } from './compose.ts';
import { loadRegions } from './engine/codes/regions.ts';
import type { Services } from './engine/services.ts';
import { nightlyQueues } from './modules/nightly/jobs.ts';
import { queues } from './modules/queues.ts';
import { ConfigProblem, readConfig, type Config } from './platform/config.ts';
import { DatabaseUnfit } from './platform/database/fitness.ts';
import { loadMigrations } from './platform/database/migrate.ts';
import { prepareDatabase, type PreparedDatabase } from './platform/database/start.ts';
import { RolesMissing } from './platform/database/roles.ts';
import { startJobs, type Jobs } from './platform/jobs.ts';
import { loadMasterKey, type MasterKey } from './platform/keys.ts';
import { createLog, type Log } from './platform/log.ts';
import { requireSchema, SchemaMissing } from './engine/schema/require-schema.ts';
import { migrationFolder, productFolder, releaseVersion } from './start/product.ts';
import { seed, StartProblem, type Demo, type SeedAnswer } from './start/seed.ts';

export interface Additions {
  /** The demo that the first start loads before the server listens. */
  readonly demoFor: (
    services: Services,
    around: { readonly master: MasterKey; readonly say: (line: string) => void },
  ) => Demo;
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function releaseOf(): { readonly version: string; readonly releasedAt: Date } {
  return { version: releaseVersion(), releasedAt: statSync(fileURLToPath(import.meta.url)).mtime };
}

/** One line: the server's address and how to sign in. */
function greeting(address: string, { demoPassword }: SeedAnswer, config: Config): string {
  if (demoPassword !== undefined)
    return `Kangmai is ready: ${address} — sign in at tenant Default as ${config.demo ? 'manager (or admin, doctor, nurse)' : 'admin'}, at the host as admin; password ${demoPassword}`;
  return `Kangmai is ready: ${address}`;
}

interface Running {
  readonly server: Composition;
  readonly prepared: PreparedDatabase;
  readonly log: Log;
  readonly jobs: Jobs;
}

/** Starts the jobs of the queues; missed nightly work runs at once. */
async function runJobs({ services, modules }: Composition, { urls }: PreparedDatabase, log: Log): Promise<Jobs> {
  const jobs = await startJobs({
    platformUrl: urls.platform,
    database: services.database,
    jobs: modules.flatMap((module) => module.jobs ?? []),
    report: (fault, queue) => log.warn({ part: 'jobs', fault, ...(queue !== undefined && { queue }) }, 'a job failed'),
  });
  for (const queue of [nightlyQueues.months, nightlyQueues.pruning])
    await jobs.send(queue, { tenantId: 0, userId: null }, { once: 'start' });
  return jobs;
}

/** Alarms already due in the demo are raised before anybody signs in. */
async function lookOnce({ modules }: Composition): Promise<void> {
  for (const clock of modules.flatMap(({ clocks }) => clocks ?? [])) await clock.tick();
}

/** Time for running calls and jobs to finish. Later ones are aborted and rolled back; jobs resume at the next start. */
const graceMs = 3000;
const databaseGraceMs = 1000;

const inTime = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  Promise.race([work.then(() => true), pause(ms, false)]);

/** Stops once, after running calls; a second signal does not wait. */
function endOnSignals({ server, prepared, log, jobs }: Running): void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) process.exit(1);
    isEnding = true;
    log.info({}, 'ending');
    const ended = async (): Promise<void> => {
      if (!(await inTime(server.close(jobs.stop()), graceMs))) log.warn({}, 'work at hand was cut off');
      await inTime(prepared.stop(), databaseGraceMs);
    };
    ended().then(
      () => process.exit(0),
      (fault: unknown) => {
        log.error({ fault }, 'the end was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

async function run(config: Config, log: Log, { demoFor }: Additions): Promise<void> {
  const folder = productFolder();
  // The database's account must pass through; folders below are closed individually.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
  const master = loadMasterKey(config);
  const migrations = loadMigrations(migrationFolder());
  const prepared = await prepareDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    archiveDir: config.archiveDir,
    master,
    migrations,
    queues,
    say,
  });
  try {
    const server = await compose({
      config,
      urls: prepared.urls,
      master,
      migrations,
      log,
      model,
      release: releaseOf(),
      webFolder: join(folder, 'apps/web/dist'),
    });
    await server.services.database.platform((tx) => requireSchema(tx, model));
    await server.services.database.platform(loadRegions);
    const seeded = await seed(server, () => demoFor(server.services, { master, say }));
    if (seeded.isFirst) await lookOnce(server);
    server.start();
    await server.app.http.listen({ host: config.host, port: config.port });
    const jobs = await runJobs(server, prepared, log);
    endOnSignals({ server, prepared, log, jobs });
    const { port } = server.app.http.server.address() as AddressInfo;
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    say(greeting(config.publicUrl ?? `http://${host}:${port}`, seeded, config));
  } catch (error) {
    await prepared.stop();
    throw error;
  }
}

function explain(error: unknown, log: Log): string {
  if (
    error instanceof ConfigProblem ||
    error instanceof StartProblem ||
    error instanceof DatabaseUnfit ||
    error instanceof SchemaMissing
  )
    return error.message;
  if (error instanceof RolesMissing)
    return `Run this once as an administrator of the database, then start again:\n${error.sql}`;
  if ((error as { code?: string }).code === 'EADDRINUSE')
    return 'The port is in use: choose another one with PORT, or end the other program.';
  log.error({ fault: error }, 'the start failed');
  return error instanceof Error ? error.message : 'The start failed.';
}

/** Runs the server in this process until a signal; a failed start prints the reason and exits with 1. */
export async function runServer(additions: Additions): Promise<void> {
  let log = createLog({ level: 'info' });
  try {
    const config = readConfig(process.env);
    log = createLog({ level: config.logLevel });
    await run(config, log, additions);
  } catch (error) {
    process.stderr.write(`${explain(error, log)}\n`);
    process.exit(1);
  }
}
