import { readingOfKind, type ReadingKind } from '@kangmai/model';
import type { Samples } from '@kangmai/testkit/samples';
import { followed } from '@kangmai/testkit/still';
import { metricsOf } from '../src/modules/main-loop/public.ts';
import type { Tx } from '../src/platform/database/database.ts';

/** A reading by the columns of its table. */
export interface StoredRow {
  readonly at: string;
  readonly deviceId: number | null;
  readonly clientId: number | null;
  readonly values: Readonly<Record<string, unknown>>;
  /** Its event for the statistics comes only in the far future. */
  readonly waits?: boolean;
}

const placesOf = (values: readonly unknown[]): string => values.map((_value, place) => `$${place + 1}`).join(', ');

async function writeEvents(
  tx: Tx,
  { kind, id, row }: { readonly kind: ReadingKind; readonly id: number; readonly row: StoredRow },
): Promise<void> {
  const {
    level = 0,
    quality = 0,
    supersedes = null,
  } = row.values as { readonly level?: number; readonly quality?: number; readonly supersedes?: number };
  const at = new Date(row.at).getTime();
  const figures = Object.fromEntries(
    metricsOf(kind).map(({ key, column }) => [key, [Number(row.values[column] ?? Number.NaN)]]),
  );
  await tx.execute(
    "insert into outbox (tenant_id, topic, lane, payload, available_at) values ($1, 'readings.stored', 0, $2, now()), ($1, 'readings.counted', 1, $3, now() + case when $4 then interval '1 day' else interval '0' end)",
    [
      tx.tenantId,
      JSON.stringify({ contacts: [], readings: [[kind, row.clientId, row.deviceId, at, level, supersedes]] }),
      JSON.stringify({
        kind,
        added: supersedes === null ? 1 : 0,
        id: [id],
        client: [row.clientId],
        at: [at],
        level: [level],
        quality: [quality],
        replaced: supersedes === null ? null : [supersedes],
        figures,
      }),
      row.waits ?? false,
    ],
  );
}

/** Stores readings with the events that the follower works off, and waits until it did; answers their ids. */
export async function storeReadings(
  samples: Samples,
  kind: ReadingKind,
  rows: readonly StoredRow[],
): Promise<readonly number[]> {
  const { table } = readingOfKind[kind];
  const { server } = samples.app;
  for (const { at } of rows) await server.services.database.ensurePartitions(table, new Date(at), new Date(at));
  const ids = await samples.inTenant(async ({ tx, tenantId }) => {
    const stored: number[] = [];
    for (const row of rows) {
      const all = {
        tenant_id: tenantId,
        device_id: row.deviceId,
        client_id: row.clientId,
        measured_at: new Date(row.at),
        received_at: new Date(row.at),
        ...(kind === 'location' ? {} : { origin: 0 }),
        ...row.values,
      };
      const made = await tx.one<{ id: number }>(
        `insert into "${table}" (${Object.keys(all).join(', ')}) values (${placesOf(Object.values(all))}) returning id`,
        Object.values(all),
      );
      stored.push(made?.id ?? 0);
      await writeEvents(tx, { kind, id: made?.id ?? 0, row });
    }
    return stored;
  });
  await followed({ server }, samples.tenantId);
  return ids;
}
