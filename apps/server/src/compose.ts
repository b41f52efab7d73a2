import type { PermissionEntry } from '@kangmai/model/reference';
import { buildApp, type App, type AppParts } from './app.ts';
import { inTenant, type Surroundings } from './access/in-tenant.ts';
import { permissionCatalogue } from './access/permission-catalogue.ts';
import { keepTitles } from './access/permission-words.ts';
import type { Session } from './access/session.ts';
import { withRepositories } from './engine/crud/call-ctx.ts';
import type { Implementation } from './engine/crud/implement.ts';
import { planner } from './engine/crud/plan.ts';
import { traits } from './engine/traits/index.ts';
import { serveDownlink } from './http/downlink-door.ts';
import { excelAnswer, serveFiles } from './http/files.ts';
import { serveHealth } from './http/health.ts';
import { serveReceipts } from './http/receipt-door.ts';
import { serveIngest } from './http/ingest-door.ts';
import { serveOpenApi } from './http/openapi-page.ts';
import { openApi } from './http/openapi.ts';
import { Realtime } from './http/realtime.ts';
import { otherwise, serveWeb } from './http/static-web.ts';
import { serveUploads } from './http/uploads.ts';
import { listAreas, shownIf } from './modules/index.ts';
import { totalFrom } from './modules/measurements/index.ts';
import type { ServerModule } from './engine/module.ts';
import type { Services } from './engine/services.ts';
import { Follower } from './modules/main-loop/public.ts';
import { isLoopback, type Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import type { LockedAlarms } from './platform/live-bus.ts';
import { LiveRelay, missedLive } from './platform/live-relay.ts';
import { type Base, makeBase } from './compose-services.ts';
import type { ComposeParts } from './compose-parts.ts';

export type { ComposeParts } from './compose-parts.ts';

export interface Composition {
  readonly app: App;
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly modules: readonly ServerModule[];
  readonly follower: Follower;
  /** Starts background work. */
  readonly start: () => void;
  /**
   * Stops after running calls and work, and after `others` that still need the data; the rest continues at the next
   * start.
   */
  readonly close: (others?: Promise<unknown>) => Promise<void>;
}

const sweepMs = 60_000;

/** The public address's sockets by name: 'self' does not cover them in older Safari. */
const socketOrigins = ({ publicUrl }: Config): readonly string[] =>
  publicUrl === undefined ? [] : [new URL(publicUrl).origin.replace(/^http/, 'ws')];

async function buildEdge(parts: ComposeParts, base: Base, made: Pick<AppParts, 'modules' | 'planOf'>): Promise<App> {
  const { services, surroundings, identity } = base;
  const { config, log } = parts;
  return buildApp({
    ...made,
    surroundings,
    totalFrom,
    model: parts.model,
    identity,
    log,
    excel: excelAnswer({ ...services, surroundings, planOf: made.planOf }),
    observe: (seen) => services.metrics.observeCall(seen),
    ...(parts.rates && { rates: parts.rates }),
    exportTurns: services.exportTurns,
    tempFiles: services.tempFiles,
    server: {
      trustProxy: config.trustProxy,
      origins: config.corsOrigins,
      secure: config.publicUrl?.startsWith('https:') ?? !isLoopback(config.host),
      connects: socketOrigins(config),
      otherwise: otherwise(parts.webFolder),
    },
  });
}

/** Those of the persons whose rows are in the sight of a session's user. */
const seesClientsOf =
  (base: Base, app: App) =>
  async (session: Session, clientIds: readonly number[]): Promise<ReadonlySet<number>> => {
    const client = base.services.model.find('client');
    if (!client) return new Set();
    const caller = { ...session.user, culture: 'zh-Hans', ip: '', client: 'realtime' } as const;
    const rows = await inTenant(base.surroundings, { caller }, (ctx) =>
      withRepositories(ctx, app.planOf)
        .rows(client)
        .find({ where: { id: { in: clientIds } }, take: clientIds.length }),
    );
    return new Set(rows.map(({ id }) => id));
  };

interface Running {
  readonly app: App;
  readonly follower: Follower;
  readonly realtime: Realtime;
  readonly clocks: NonNullable<ServerModule['clocks']>;
  /** Ends requests that wait for an event. */
  readonly endWaits: () => void;
}

function sweep({ tempFiles, log }: Services): void {
  tempFiles.sweep().catch((fault: unknown) => log.warn({ part: 'sweep', fault }, 'old files could not be removed'));
}

function lifeOf(
  services: Services,
  { app, follower, realtime, clocks, endWaits }: Running,
): Pick<Composition, 'start' | 'close'> {
  let timer: NodeJS.Timeout | undefined;
  const relay = new LiveRelay({
    database: services.database,
    bus: services.bus,
    report: (fault) => services.log.warn({ part: 'live', fault }, 'events of other nodes could not be read'),
  });
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

const reachable = (database: Database): Promise<boolean> =>
  database
    .platform((tx) => tx.one('select 1'))
    .then(
      () => true,
      () => false,
    );

async function serveBeside(parts: ComposeParts, base: Base, app: App): Promise<void> {
  const { services, identity } = base;
  const { config } = parts;
  serveHealth(app.http, {
    isReady: () => reachable(services.database),
    metrics: () => services.metrics.text(),
    metricsToken: config.metricsToken,
    trustProxy: config.trustProxy,
  });
  serveFiles(app.http, { identity, tempFiles: services.tempFiles });
  serveUploads(app.http, {
    identity,
    surroundings: base.surroundings,
    planOf: app.planOf,
    files: services.files,
    tempFiles: services.tempFiles,
  });
  await serveOpenApi(app.http, () => openApi(app.entries, parts.model, parts.release.version));
  await serveWeb(app.http, parts.webFolder);
}

const realtimeOf = (base: Base, app: App, modules: readonly ServerModule[]): Realtime =>
  new Realtime({
    server: app.http.server,
    bus: base.services.bus,
    sessions: base.services.sessions,
    verifyHub: (token) => base.services.tokenIssuer.verifyHub(token),
    audiences: modules.flatMap(({ audiences }) => audiences ?? []),
    seesClients: seesClientsOf(base, app),
    origins: base.services.config.corsOrigins,
    alarms: Object.assign({}, ...modules.map((module) => module.alarms)) as LockedAlarms,
    missed: (tenantId, told) => base.services.database.withTenant(tenantId, (tx) => missedLive(tx, told)),
  });

const everyAddress = new Set(['0.0.0.0', '::']);

function addressOf(app: App | undefined): string {
  const listened = app?.http.server.address();
  if (!listened || typeof listened === 'string') throw new Error('the server does not listen yet');
  const { address, port } = listened;
  if (everyAddress.has(address)) return `http://127.0.0.1:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Composes the server: parts, modules, calls, endpoints. Throws when they do not fit together. */
export async function compose(parts: ComposeParts): Promise<Composition> {
  let catalogue: readonly PermissionEntry[] = [];
  const wakes: { follower?: Follower; app?: App } = {};
  const base = makeBase(parts, {
    permissions: () => catalogue,
    outboxFilled: (tenantId, lanes) => wakes.follower?.wake(tenantId, lanes),
    ownAddress: () => addressOf(wakes.app),
  });
  const { services, surroundings } = base;
  const codes = new Map<string, Implementation>();
  const planOf = planner(parts.model, shownIf, [...traits, { codeOf: ({ name }) => codes.get(name) }]);
  const { modules, door, downlink, receipts } = (parts.areas ?? listAreas)(services, { surroundings, planOf });
  for (const code of modules.flatMap(({ implementations }) => implementations ?? []))
    codes.set(code.resource.name, code);
  const asked = modules
    .flatMap(({ calls }) => calls ?? [])
    .flatMap(({ permissions, title }) => permissions.map((name) => ({ name, title })));
  catalogue = permissionCatalogue(parts.model, asked);
  keepTitles(catalogue);
  const app = await buildEdge(parts, base, { modules, planOf });
  wakes.app = app;
  await serveBeside(parts, base, app);
  if (door) await serveIngest(app.http, door);
  if (downlink) await serveDownlink(app.http, downlink);
  if (receipts) await serveReceipts(app.http, receipts);
  const follow = new Map(modules.flatMap((module) => Object.entries(module.follow ?? {})));
  const follower = new Follower({
    surroundings,
    planOf,
    follow,
    apart: new Map(modules.flatMap((module) => Object.entries(module.apart ?? {}))),
    work: Object.assign({}, ...modules.map(({ work }) => work)) as Readonly<Record<string, number>>,
    report: (fault, topic) => parts.log.error({ topic, fault }, 'what follows an event failed'),
  });
  wakes.follower = follower;
  const realtime = realtimeOf(base, app, modules);
  const endWaits = (): void => {
    downlink?.stop();
    services.exportTurns.gate.close();
  };
  return {
    app,
    services,
    surroundings,
    modules,
    follower,
    ...lifeOf(services, {
      app,
      follower,
      realtime,
      clocks: modules.flatMap((module) => module.clocks ?? []),
      endWaits,
    }),
  };
}
