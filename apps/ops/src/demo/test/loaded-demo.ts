import { randomBytes } from 'node:crypto';
import type { createDemoPlan } from '@kangmai/demo/plan';
import { copyReference } from '@kangmai/server/modules/dictionaries/public';
import { provisionRoles, provisionUsers } from '@kangmai/server/modules/identity/provision';
import type { Database, Tx } from '@kangmai/server/platform/database/database';
import { openDatabase } from '@kangmai/server/platform/database/open';
import { type MasterKey, TenantKeys } from '@kangmai/server/platform/keys';
import { cloneDatabase } from '@kangmai/testkit/database';
import { loadDemo } from '../load.ts';

type DemoPlan = ReturnType<typeof createDemoPlan>;

const secret = randomBytes(32);
const master: MasterKey = {
  derive: (purpose) => Buffer.concat([secret.subarray(0, 16), Buffer.from(purpose.padEnd(16).slice(0, 16))]),
};

/** A database of its own with the whole demo. */
export interface LoadedDemo {
  readonly database: Database;
  readonly sealerOf: TenantKeys;
  /** Tenants by their names. */
  readonly ids: ReadonlyMap<string, number>;
  readonly inFirst: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Rows of a table of the first tenant. */
  readonly count: (table: string, where?: string) => Promise<number>;
  readonly loadAgain: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

async function makeTenants(database: Database, plan: DemoPlan): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { tenancyName, name } of plan.tenants) {
    const row = await database.platform((tx) =>
      tx.one<{ id: number }>('insert into tenant (tenancy_name, name) values ($1, $2) returning id', [
        tenancyName,
        name,
      ]),
    );
    const id = row?.id ?? 0;
    ids.set(tenancyName, id);
    await database.withTenant(id, async (tx) => {
      await provisionRoles(tx, []);
      await provisionUsers(
        tx,
        [
          ['admin', 'Admin'],
          ['manager', 'HealthManager'],
          ['doctor', 'Doctor'],
          ['nurse', 'Nurse'],
        ].map(([userName = '', role = '']) => ({
          userName,
          role,
          name: role,
          emailAddress: `${userName}@${tenancyName}.example`,
          passwordHash: 'x',
        })),
      );
      await copyReference(tx);
    });
  }
  return ids;
}

export async function openLoadedDemo(plan: DemoPlan): Promise<LoadedDemo> {
  const clone = await cloneDatabase();
  const database = openDatabase({ urls: clone.urls });
  const sealerOf = new TenantKeys(database, master);
  const ids = await makeTenants(database, plan);
  const load = () => loadDemo({ database, sealerOf: (id) => sealerOf.of(id), master, plan });
  await load();
  const inFirst = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.withTenant(ids.get('Default') ?? 0, work);
  return {
    database,
    sealerOf,
    ids,
    inFirst,
    count: async (table, where = 'true') =>
      (await inFirst((tx) => tx.one<{ count: number }>(`select count(*) as count from "${table}" where ${where}`)))
        ?.count ?? -1,
    loadAgain: load,
    close: async () => {
      await database.close();
      await clone.drop();
    },
  };
}
