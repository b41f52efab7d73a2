import type { Model } from '@kangmai/resource';
import type { PermissionEntry } from '@kangmai/model/reference';
import type { Surroundings } from '../access/in-tenant.ts';
import type { PhoneSessions } from '../access/phone-session.ts';
import type { Sessions } from '../access/session.ts';
import type { Settings } from '../access/settings.ts';
import type { TokenIssuer } from '../access/tokens-issue.ts';
import type { Config } from '../platform/config.ts';
import type { AdoptParts } from '../platform/database/adopt.ts';
import type { Database } from '../platform/database/database.ts';
import type { Places } from '../platform/database/places.ts';
import type { FileStore } from '../platform/file-store.ts';
import type { TenantKeys } from '../platform/keys.ts';
import type { LiveBus } from '../platform/live-bus.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { SecretTexts } from '../platform/secret-text.ts';
import type { Passwords } from '../platform/passwords.ts';
import type { ExportTurns } from './export/export-file.ts';
import type { TempFiles } from '../platform/temp-files.ts';
import type { Tokens } from '../platform/tokens.ts';

/** The build of the product. */
export interface Release {
  readonly version: string;
  readonly releasedAt: Date;
}

/** The parts of the process that modules may need besides the context of a call. */
export interface Services {
  readonly config: Config;
  readonly model: Model;
  readonly now: () => Date;
  readonly database: Database;
  /** The database of each tenant. */
  readonly places: Places;
  readonly tenantDatabases: {
    readonly secrets: SecretTexts;
    readonly adopt: AdoptParts;
    /** Owner's connection to the platform's own database. */ readonly homeUrl: string;
  };
  readonly log: Log;
  readonly metrics: Metrics;
  readonly bus: LiveBus;
  readonly settings: Settings;
  readonly sessions: Sessions;
  readonly phoneSessions: PhoneSessions;
  readonly tokenIssuer: TokenIssuer;
  /** Called at each step of a tenant's move; for tests. */
  readonly moveStep?: (step: string) => Promise<void>;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly tenantKeys: TenantKeys;
  readonly files: FileStore;
  readonly tempFiles: TempFiles;
  readonly exportTurns: ExportTurns;
  readonly release: Release;
  /** Notifies the follower that events of a tenant were committed. */
  readonly outboxFilled: Surroundings['outboxFilled'];
  /** Scheme, host and port at which this node answers itself; throws before it listens. */
  readonly ownAddress: () => string;
  /** Every permission of the product; known once all modules are listed. */
  readonly permissions: () => readonly PermissionEntry[];
}
