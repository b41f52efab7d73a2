import type { Model } from '@kangmai/resource';
import type { CallRates } from './http/limits.ts';
import type { listAreas } from './modules/index.ts';
import type { Release } from './engine/services.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { DatabaseUrls } from './platform/database/database.ts';
import type { Migration } from './platform/database/migrate.ts';
import type { MasterKey } from './platform/keys.ts';
import type { Log } from './platform/log.ts';

export interface ComposeParts {
  readonly config: Config;
  readonly urls: DatabaseUrls;
  readonly master: MasterKey;
  /** Tables of the databases of tenants. */
  readonly migrations: readonly Migration[];
  readonly log: Log;
  readonly model: Model;
  readonly release: Release;
  /** Folder of the built browser client, if there is one. */
  readonly webFolder?: string;
  readonly now?: Clock;
  /** Called at each step of a tenant's move; for tests. */
  readonly moveStep?: (step: string) => Promise<void>;
  readonly rates?: CallRates;
  /** Areas in place of the product's; for tests. */
  readonly areas?: typeof listAreas;
}
