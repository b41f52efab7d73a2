import { localDay, parseInstant } from '@kangmai/domain';
import { model } from '@kangmai/model';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { knownRegions } from '../src/engine/codes/known-regions.ts';
import { planner } from '../src/engine/crud/plan.ts';
import type { Surroundings } from '../src/access/in-tenant.ts';
import type { Follow } from '../src/engine/module.ts';
import { Follower, type FollowerParts } from '../src/modules/main-loop/outbox/follower.ts';
import type { Database } from '../src/platform/database/database.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { loadMasterKey, TenantKeys } from '../src/platform/keys.ts';
import { LiveBus } from '../src/platform/live-bus.ts';
import { UrgentWork } from '../src/platform/urgent-work.ts';

interface Event {
  readonly topic?: string;
  readonly lane?: number;
  readonly weight?: number;
  readonly urgent?: boolean;
}

/** The outbox of one tenant, and followers of it. */
export interface Outbox {
  readonly tenantId: number;
  readonly clone: TestDatabase;
  readonly database: Database;
  readonly surroundings: Surroundings;
  readonly faults: unknown[];
  readonly write: (events: Readonly<Record<string, Event>>) => Promise<void>;
  readonly left: () => Promise<readonly { topic: string }[]>;
  readonly follower: (
    follow: Readonly<Record<string, Follow>>,
    more?: Partial<Pick<FollowerParts, 'work' | 'idleMs'>>,
  ) => Follower;
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const namesOf = (payloads: readonly unknown[]): readonly string[] =>
  payloads.map((payload) => (payload as { readonly name: string }).name);

const tenantId = 1;

function surroundingsOf(database: Database): Surroundings {
  const keys = new TenantKeys(database, loadMasterKey({ secretKey: 'x'.repeat(40), dataDir: '/nonexistent' }));
  return {
    database,
    model,
    bus: new LiveBus(),
    now: () => new Date(),
    sealerOf: (id) => keys.of(id),
    dayOf: (instant, where) => localDay(instant.getTime(), where),
    regions: knownRegions,
    outboxFilled: () => undefined,
    urgentWork: new UrgentWork(),
    toInstant: (text, where) => {
      const ms = parseInstant(text, where);
      return ms === undefined ? undefined : new Date(ms);
    },
  };
}

export async function openOutbox(): Promise<Outbox> {
  const clone = await cloneDatabase();
  const database = openDatabase({ urls: clone.urls });
  await database.platform((tx) => tx.execute("insert into tenant (id, tenancy_name, name) values (1, 'Alpha', '甲')"));
  const surroundings = surroundingsOf(database);
  const faults: unknown[] = [];
  return {
    tenantId,
    clone,
    database,
    surroundings,
    faults,
    write: (events) =>
      database.withTenant(tenantId, async (tx) => {
        for (const [name, { topic = 'prompt', lane = 0, weight = 1, urgent = false }] of Object.entries(events)) {
          await tx.execute(
            'insert into outbox (tenant_id, topic, lane, weight, urgent, payload) values ($1, $2, $3, $4, $5, $6)',
            [tenantId, topic, lane, weight, urgent, JSON.stringify({ name })],
          );
        }
      }),
    left: () =>
      database.withTenant(tenantId, (tx) => tx.query('select topic from outbox where tenant_id = $1', [tenantId])),
    follower: (follow, more) =>
      new Follower({
        surroundings,
        planOf: planner(model),
        follow: new Map(Object.entries(follow)),
        report: (error) => faults.push(error),
        ...more,
      }),
    clear: async () => {
      faults.length = 0;
      await database.withTenant(tenantId, (tx) => tx.execute('delete from outbox where tenant_id = $1', [tenantId]));
    },
    close: async () => {
      await database.close();
      await clone.drop();
    },
  };
}
