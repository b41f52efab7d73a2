import type { Composition } from '@kangmai/server/compose';
import { readyDatabase, placeNewTenant } from '@kangmai/server/modules/tenants/connection';
import { Client } from 'pg';
import { inject } from 'vitest';
import { copyOf } from './database.ts';

/** Makes the ids of the second server different: tests that request another tenant's row expect different ids. */
async function spreadIds(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    "select setval(c.oid::regclass, greatest(1000000, s.seqstart)) from pg_class c join pg_sequence s on s.seqrelid = c.oid where c.relname <> 'tenant_database_id_seq' and c.relnamespace = 'public'::regnamespace",
  );
  await client.end();
}

/** In runs with two database servers: creates a tenant on the second one. */
export async function settleElsewhere(
  { services }: Composition,
  tenancyName: string,
): Promise<{ readonly drop: () => Promise<void> } | undefined> {
  const template = (inject as (key: string) => unknown)('tenantTemplate') as string | undefined;
  if (template === undefined) return undefined;
  const { url, drop } = await copyOf(template);
  await spreadIds(url);
  const ready = await readyDatabase(services, url);
  const id = await services.database.platform(async (tx) => {
    const row = await tx.one<{ id: number }>('insert into tenant (tenancy_name, name) values ($1, $2) returning id', [
      tenancyName,
      `${tenancyName} 健康中心`,
    ]);
    await placeNewTenant(tx, row?.id ?? 0, ready);
    return row?.id ?? 0;
  });
  await services.places.reach(id);
  return { drop };
}
