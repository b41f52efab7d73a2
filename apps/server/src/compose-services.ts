import { join } from 'node:path';
import { localDay, parseInstant } from '@kangmai/domain';
import type { Surroundings } from './access/in-tenant.ts';
import { PhoneSessions } from './access/phone-session.ts';
import { Sessions } from './access/session.ts';
import { Settings } from './access/settings.ts';
import { TokenIssuer } from './access/tokens-issue.ts';
import { exportsOfOneUser } from './engine/export/export-file.ts';
import type { IdentityParts } from './http/identify.ts';
import { tenantFinder } from './http/tenant-finder.ts';
import { knownRegions } from './engine/codes/known-regions.ts';
import { loadRegions } from './engine/codes/regions.ts';
import type { Services } from './engine/services.ts';
import { systemClock } from './platform/clock.ts';
import { isLoopback } from './platform/config.ts';
import { openSpread } from './platform/database/open.ts';
import { Places } from './platform/database/places.ts';
import { FileStore } from './platform/file-store.ts';
import { Gate } from './platform/gate.ts';
import { TenantKeys } from './platform/keys.ts';
import { LiveBus } from './platform/live-bus.ts';
import { tenantConnections } from './platform/secret-text.ts';
import { createMetrics } from './platform/metrics.ts';
import { checkedSockets, outsideRule } from './platform/outside-address.ts';
import { Passwords } from './platform/passwords.ts';
import { TempFiles } from './platform/temp-files.ts';
import { SigningKeys } from './platform/signing-keys.ts';
import { Tokens } from './platform/tokens.ts';
import { UrgentWork } from './platform/urgent-work.ts';
import type { ComposeParts } from './compose-parts.ts';

/** How long an export waits for its turn. */
const exportWaitMs = 30_000;

export interface Base {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly identity: IdentityParts;
}

function surroundingsOf(services: Services): Surroundings {
  return {
    database: services.database,
    model: services.model,
    now: services.now,
    bus: services.bus,
    outboxFilled: services.outboxFilled,
    sealerOf: (tenantId) => services.tenantKeys.of(tenantId),
    toInstant: (text, zone) => {
      const at = parseInstant(text, zone);
      return at === undefined ? undefined : new Date(at);
    },
    regions: knownRegions,
    urgentWork: new UrgentWork(),
    dayOf: (at, zone) => localDay(at.getTime(), zone),
  };
}

function makeServices(
  parts: ComposeParts,
  late: Pick<Services, 'permissions' | 'outboxFilled' | 'ownAddress'>,
): Services {
  const { config, log } = parts;
  const now = parts.now ?? systemClock;
  const report = (fault: unknown): void => log.warn({ part: 'database', fault }, 'a connection failed');
  const secrets = tenantConnections(parts.master);
  const stream = checkedSockets(
    outsideRule({ hosts: config.tenantDatabaseHosts, mayBeLocal: isLoopback(config.host) }),
  );
  const adopt = {
    roleSecret: parts.master.derive('database roles'),
    migrations: parts.migrations,
    fill: loadRegions,
    stream,
  };
  const places = new Places({
    home: {
      urls: parts.urls,
      pooler: config.databasePooler,
      ...(config.databasePoolSize !== undefined && { poolSize: config.databasePoolSize }),
      report,
    },
    secrets,
    adopt,
    report,
  });
  const database = openSpread(places, report);
  const gate = new Gate({ inAll: database.sizeOf('export'), ofOneKey: exportsOfOneUser });
  const tokens = new Tokens(parts.master, now, new SigningKeys(database, parts.master));
  const files = new FileStore(join(config.dataDir, 'files'), now);
  return {
    config,
    log,
    now,
    database,
    places,
    tenantDatabases: { secrets, adopt, homeUrl: parts.urls.migrator },
    ...(parts.moveStep && { moveStep: parts.moveStep }),
    tokens,
    files,
    model: parts.model,
    metrics: createMetrics(database),
    bus: new LiveBus(),
    settings: new Settings(database),
    sessions: new Sessions(database, now),
    phoneSessions: new PhoneSessions({ database, tokens, now }),
    tokenIssuer: new TokenIssuer(tokens, now),
    passwords: new Passwords(),
    tenantKeys: new TenantKeys(database, parts.master),
    tempFiles: new TempFiles(database, files),
    exportTurns: { gate, waitMs: exportWaitMs },
    release: parts.release,
    ...late,
  };
}

export function makeBase(parts: ComposeParts, late: Parameters<typeof makeServices>[1]): Base {
  const services = makeServices(parts, late);
  const { config } = parts;
  const identity: IdentityParts = {
    sessions: services.sessions,
    phone: (token, purpose) => services.phoneSessions.find(token, purpose),
    verify: (token) => services.tokenIssuer.verifyAccess(token),
    hostZone: 'Asia/Shanghai',
    ...tenantFinder(services.database, config.tenantDomain),
  };
  return { services, surroundings: surroundingsOf(services), identity };
}
