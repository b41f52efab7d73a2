import { readingOfKind, type ReadingKind } from '@kangmai/model';
import type { Client } from 'pg';
import { recountTotals } from '@kangmai/server/modules/main-loop/public';
import type { Database } from '@kangmai/server/platform/database/database';
import { addMonths, dropMonth } from '@kangmai/server/platform/database/partitions';

interface Parts {
  readonly owner: Pick<Client, 'query'>;
  readonly database: Database;
  readonly dropped: (table: string, ms: number) => void;
}

const dayMs = 86_400_000;
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

interface Tenant {
  readonly id: number;
  readonly zone: string;
}

const kinds = Object.keys(readingOfKind) as readonly ReadingKind[];

/**
 * The day after the month has ended in every zone: from it on the statistics of days are complete, before it the rows
 * are counted.
 */
async function setKept(database: Database, tenants: readonly Tenant[], month: Date): Promise<void> {
  const since = dayText(addMonths(month, 1).getTime() + dayMs);
  for (const { id } of tenants) {
    await database.withTenant(id, (tx) =>
      tx.execute(
        'insert into reading_kept (tenant_id, kind, since) select $1, kind, $3::date from unnest($2::text[]) as kind on conflict (tenant_id, kind) do update set since = greatest(reading_kept.since, excluded.since)',
        [id, kinds, since],
      ),
    );
  }
}

/** Recounts the days that lie in the month or overlap it, for the totals of lists of everybody. */
async function recount(database: Database, tenants: readonly Tenant[], month: Date): Promise<void> {
  const [first, last] = [dayText(month.getTime() - dayMs), dayText(addMonths(month, 1).getTime())];
  for (const { id, zone } of tenants) {
    for (const kind of kinds) await database.withTenant(id, (tx) => recountTotals(tx, kind, { first, last, zone }));
  }
}

/**
 * Drops all tenants' readings of a month (UTC; its first instant), kind by kind; statistics by hour and day stay,
 * totals of lists follow. Can be repeated after an interruption.
 */
export async function dropReadings({ owner, database, dropped }: Parts, month: Date): Promise<void> {
  const tenants = await database.platform((tx) =>
    tx.query<Tenant>('select id, time_zone as zone from tenant order by id'),
  );
  await setKept(database, tenants, month);
  for (const { table } of Object.values(readingOfKind)) {
    const began = performance.now();
    if (await dropMonth(owner, table, month)) dropped(table, performance.now() - began);
  }
  await recount(database, tenants, month);
}
