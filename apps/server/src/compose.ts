import { join } from 'node:path';
import { localDay, parseInstant } from '@kangmai/domain';
import type { PermissionEntry } from '@kangmai/model/reference';
import type { Model } from '@kangmai/resource';
import { buildApp, type App, type AppParts } from './app.ts';
import { inTenant, type Surroundings } from './access/in-tenant.ts';
import { permissionCatalogue } from './access/permission-catalogue.ts';
import { Sessions, type Session } from './access/session.ts';
import { Settings } from './access/settings.ts';
import { TokenIssuer } from './access/tokens-issue.ts';
import { withRepositories } from './crud/call-ctx.ts';
import { exportsOfOneUser } from './crud/export-file.ts';
import { planner } from './crud/plan.ts';
import { serveDownlink } from './http/downlink-door.ts';
import { excelAnswer, serveFiles } from './http/files.ts';
import { serveHealth } from './http/health.ts';
import type { IdentityParts } from './http/identify.ts';
import { serveIngest } from './http/ingest-door.ts';
import type { CallRates } from './http/limits.ts';
import { openApi, serveOpenApi } from './http/openapi.ts';
import { Realtime } from './http/realtime.ts';
import { otherwise, serveWeb } from './http/static-web.ts';
import { tenantFinder } from './http/tenant-finder.ts';
import { serveUploads } from './http/uploads.ts';
import { knownRegions } from './data/known-regions.ts';
import { loadRegions } from './data/regions.ts';
import { listAreas, shownIf } from './modules/index.ts';
import { totalFrom } from './modules/measurements/index.ts';
import type { ServerModule } from './modules/module.ts';
import type { Release, Services } from './modules/services.ts';
import { Follower } from './outbox/follower.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { isLoopback, type Config } from './platform/config.ts';
import type { Database, DatabaseUrls } from './platform/database/database.ts';
import type { Migration } from './platform/database/migrate.ts';
import { openSpread } from './platform/database/open.ts';
import { Places } from './platform/database/places.ts';
import { FileStore } from './platform/file-store.ts';
import { Gate } from './platform/gate.ts';
import { TenantKeys, type MasterKey } from './platform/keys.ts';
import { LiveBus, type LockedAlarms } from './platform/live-bus.ts';
import { LiveRelay, missedLive } from './platform/live-relay.ts';
import type { Log } from './platform/log.ts';
import { tenantConnections } from './platform/secret-text.ts';
import { createMetrics } from './platform/metrics.ts';
import { checkedSockets, outsideRule } from './platform/outside-address.ts';
import { Passwords } from './platform/passwords.ts';
import { TempFiles } from './platform/temp-files.ts';
import { SigningKeys } from './platform/signing-keys.ts';
import { Tokens } from './platform/tokens.ts';
import { UrgentWork } from './platform/urgent-work.ts';

/** What the process is started with. */
export interface ComposeParts {
  readonly config: Config;
  readonly urls: DatabaseUrls;
  readonly master: MasterKey;
  /** Tables of the databases in which tenants live. */
  readonly migrations: readonly Migration[];
  readonly log: Log;
  readonly model: Model;
  readonly release: Release;
  /** Folder of the built browser client, if there is one. */
  readonly webFolder?: string;
  readonly now?: Clock;
  /** Told of the steps of a tenant's move; for tests. */
  readonly moveStep?: (step: string) => Promise<void>;
  readonly rates?: CallRates;
  /** Other areas than the product's; for tests. */
  readonly areas?: typeof listAreas;
}

/** The whole server, put together and not yet listening. */
export interface Composition {
  readonly app: App;
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly modules: readonly ServerModule[];
  readonly follower: Follower;
  /** Begins what runs beside the calls. */
  readonly start: () => void;
  /** Ends after the calls and the work at hand, and after what else still needs the data; everything else goes on at the next start. */
  readonly close: (others?: Promise<unknown>) => Promise<void>;
}

const sweepMs = 60_000;
/** How long an export waits for its turn. */
const exportWaitMs = 30_000;

interface Base {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly identity: IdentityParts;
}

function surroundingsOf(services: Services): Surroundings {
  return {
    database: services.database, model: services.model, now: services.now, bus: services.bus, outboxFilled: services.outboxFilled,
    sealerOf: (tenantId) => services.tenantKeys.of(tenantId),
    toInstant: (text, zone) => {
      const at = parseInstant(text, zone);
      return at === undefined ? undefined : new Date(at);
    },
    regions: knownRegions, urgentWork: new UrgentWork(),
    dayOf: (at, zone) => localDay(at.getTime(), zone),
  };
}

function makeServices(parts: ComposeParts, late: { readonly permissions: () => readonly PermissionEntry[]; readonly outboxFilled: (tenantId: number) => void }): Services {
  const { config, log } = parts;
  const now = parts.now ?? systemClock;
  const report = (fault: unknown): void => log.warn({ part: 'database', fault }, 'a connection failed');
  const secrets = tenantConnections(parts.master);
  const stream = checkedSockets(outsideRule({ hosts: config.tenantDatabaseHosts, mayBeLocal: isLoopback(config.host) }));
  const adopt = { roleSecret: parts.master.derive('database roles'), migrations: parts.migrations, fill: loadRegions, stream };
  const places = new Places({ home: { urls: parts.urls, pooler: config.databasePooler, ...(config.databasePoolSize !== undefined && { poolSize: config.databasePoolSize }), report }, secrets, adopt, report });
  const database = openSpread(places, report);
  const gate = new Gate({ inAll: database.sizeOf('export'), ofOneKey: exportsOfOneUser });
  const tokens = new Tokens(parts.master, now, new SigningKeys(database, parts.master));
  const files = new FileStore(join(config.dataDir, 'files'), now);
  return {
    config, log, now, database, places, tenantDatabases: { secrets, adopt, homeUrl: parts.urls.migrator }, ...(parts.moveStep && { moveStep: parts.moveStep }), tokens, files, model: parts.model, metrics: createMetrics(database), bus: new LiveBus(), settings: new Settings(database), sessions: new Sessions(database, now),
    tokenIssuer: new TokenIssuer(tokens, now), passwords: new Passwords(), tenantKeys: new TenantKeys(database, parts.master), tempFiles: new TempFiles(database, files),
    exportTurns: { gate, waitMs: exportWaitMs }, release: parts.release, ...late,
  };
}

function makeBase(parts: ComposeParts, late: Parameters<typeof makeServices>[1]): Base {
  const services = makeServices(parts, late);
  const { config } = parts;
  const identity: IdentityParts = {
    sessions: services.sessions, verify: (token) => services.tokenIssuer.verifyAccess(token), hostZone: 'Asia/Shanghai', ...tenantFinder(services.database, config.tenantDomain),
  };
  return { services, surroundings: surroundingsOf(services), identity };
}

/** The public address's sockets by name: 'self' does not cover them in older Safari. */
const socketOrigins = ({ publicUrl }: Config): readonly string[] => (publicUrl === undefined ? [] : [new URL(publicUrl).origin.replace(/^http/, 'ws')]);

async function buildEdge(parts: ComposeParts, base: Base, made: Pick<AppParts, 'modules' | 'planOf'>): Promise<App> {
  const { services, surroundings, identity } = base;
  const { config, log } = parts;
  return buildApp({
    ...made, surroundings, totalFrom, model: parts.model, identity, log, excel: excelAnswer({ ...services, surroundings, planOf: made.planOf }), observe: (seen) => services.metrics.observeCall(seen),
    ...(parts.rates && { rates: parts.rates }), exportTurns: services.exportTurns,
    server: { trustProxy: config.trustProxy, origins: config.corsOrigins, secure: config.publicUrl?.startsWith('https:') ?? !isLoopback(config.host), connects: socketOrigins(config), otherwise: otherwise(parts.webFolder) },
  });
}

/** Those of the persons whose rows lie in the sight of a session's user. */
const seesClientsOf = (base: Base, app: App) => async (session: Session, clientIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const client = base.services.model.find('client');
  if (!client) return new Set();
  const caller = { ...session.user, culture: 'zh-Hans', ip: '', client: 'realtime' } as const;
  const rows = await inTenant(base.surroundings, { caller }, (ctx) => withRepositories(ctx, app.planOf).rows(client).find({ where: { id: { in: clientIds } }, take: clientIds.length }));
  return new Set(rows.map(({ id }) => id));
};

interface Running {
  readonly app: App;
  readonly follower: Follower;
  readonly realtime: Realtime;
  readonly clocks: NonNullable<ServerModule['clocks']>;
  /** Ends requests that wait for something to happen. */
  readonly endWaits: () => void;
}

function sweep({ tempFiles, log }: Services): void {
  tempFiles.sweep().catch((fault: unknown) => log.warn({ part: 'sweep', fault }, 'old files could not be removed'));
}

function lifeOf(services: Services, { app, follower, realtime, clocks, endWaits }: Running): Pick<Composition, 'start' | 'close'> {
  let timer: NodeJS.Timeout | undefined;
  const relay = new LiveRelay({ database: services.database, bus: services.bus, report: (fault) => services.log.warn({ part: 'live', fault }, 'events of other nodes could not be read') });
  return {
    start: () => {
      follower.start();
      relay.start();
      for (const clock of clocks) clock.start();
      timer = setInterval(() => sweep(services), sweepMs).unref();
    },
    close: async (others) => {
      clearInterval(timer);
      endWaits();
      const stopped = Promise.all(clocks.map((clock) => clock.stop()));
      await realtime.close();
      await app.http.close();
      await stopped;
      await follower.stop();
      await relay.stop();
      await others;
      await services.database.close();
    },
  };
}

const reachable = (database: Database): Promise<boolean> => database.platform((tx) => tx.one('select 1')).then(() => true, () => false);

async function serveBeside(parts: ComposeParts, base: Base, app: App): Promise<void> {
  const { services, identity } = base;
  const { config } = parts;
  serveHealth(app.http, { isReady: () => reachable(services.database), metrics: () => services.metrics.text(), metricsToken: config.metricsToken, trustProxy: config.trustProxy });
  serveFiles(app.http, { identity, tempFiles: services.tempFiles });
  serveUploads(app.http, { identity, surroundings: base.surroundings, planOf: app.planOf, files: services.files, tempFiles: services.tempFiles });
  await serveOpenApi(app.http, () => openApi(app.entries, parts.model.resources, parts.release.version));
  await serveWeb(app.http, parts.webFolder);
}

/** Puts the server together: parts, modules, calls, doors. Throws when something does not fit together. */
export async function compose(parts: ComposeParts): Promise<Composition> {
  let catalogue: readonly PermissionEntry[] = [];
  const wakes: { follower?: Follower } = {};
  const base = makeBase(parts, { permissions: () => catalogue, outboxFilled: (tenantId) => wakes.follower?.wake(tenantId) });
  const { services, surroundings } = base;
  const planOf = planner(parts.model, shownIf);
  const { modules, door, downlink } = (parts.areas ?? listAreas)(services, { surroundings, planOf });
  const asked = modules.flatMap(({ calls }) => calls ?? []).flatMap(({ permissions, title }) => permissions.map((name) => ({ name, title })));
  catalogue = permissionCatalogue(parts.model, asked);
  const app = await buildEdge(parts, base, { modules, planOf });
  await serveBeside(parts, base, app);
  if (door) await serveIngest(app.http, door);
  if (downlink) await serveDownlink(app.http, downlink);
  const follow = new Map(modules.flatMap((module) => Object.entries(module.follow ?? {})));
  const follower = new Follower({ surroundings, planOf, follow, report: (fault, topic) => parts.log.error({ topic, fault }, 'what follows an event failed') });
  wakes.follower = follower;
  const realtime = new Realtime({
    server: app.http.server, bus: services.bus, sessions: services.sessions, verifyHub: (token) => services.tokenIssuer.verifyHub(token), audiences: modules.flatMap(({ audiences }) => audiences ?? []),
    seesClients: seesClientsOf(base, app), origins: parts.config.corsOrigins, alarms: Object.assign({}, ...modules.map((module) => module.alarms)) as LockedAlarms,
    missed: (tenantId, told) => services.database.withTenant(tenantId, (tx) => missedLive(tx, told)),
  });
  const endWaits = (): void => {
    downlink?.stop();
    services.exportTurns.gate.close();
  };
  return { app, services, surroundings, modules, follower, ...lifeOf(services, { app, follower, realtime, clocks: modules.flatMap((module) => module.clocks ?? []), endWaits }) };
}
