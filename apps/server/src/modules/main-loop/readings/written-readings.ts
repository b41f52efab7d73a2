import type { Statement } from '../../../platform/database/database.ts';
import { hasColumn, type StoredReading, type ReadingTable } from './reading-table.ts';

/** A row that an insert really wrote. */
export interface WrittenReading {
  readonly id: number;
  readonly deviceId: number | null;
  readonly clientId: number | null;
  readonly slot: number;
  readonly measuredAt: Date;
  readonly childImei?: string | null;
}

/** What an insert of readings answers: the rows that it wrote, a column an array; all null where there are none. */
interface WrittenColumns {
  readonly id: readonly number[] | null;
  readonly device: readonly (number | null)[];
  readonly client: readonly (number | null)[];
  readonly at: readonly number[];
  /** Null where all are of the first slot. */
  readonly slot: readonly number[] | null;
  /** Null where no sub-device measured. */
  readonly child: readonly (string | null)[] | null;
  /** Keys that were new although their rows found others in their place; null where there are none. */
  readonly crowded?: readonly string[] | null;
}

/**
 * The keys that an insert of readings took although it found another row in the place of theirs, of its answer: such a message is no repetition,
 * whatever that row says.
 */
export function crowdedOf(answer: readonly object[]): ReadonlySet<string> {
  const [columns] = answer as readonly WrittenColumns[];
  return new Set(columns?.crowded);
}

/** The rows that an insert of readings wrote, of its answer. */
export function writtenOf(answer: readonly object[]): readonly WrittenReading[] {
  const [columns] = answer as readonly WrittenColumns[];
  if (!columns?.id) return [];
  const { id, device, client, at, slot, child } = columns;
  return id.map((each, row) => ({
    id: each,
    deviceId: device[row] ?? null,
    clientId: client[row] ?? null,
    slot: slot?.[row] ?? 1,
    measuredAt: new Date(at[row] ?? 0),
    childImei: child?.[row] ?? null,
  }));
}

/** Finds the rows that an insert found in its way, with their values, by their natural key. */
export function findExisting(table: ReadingTable, tenantId: number, readings: readonly StoredReading[]): Statement {
  const own = table.own.map(({ name, key }) => `r."${name}" as "${key}"`).join(', ');
  return {
    sql: `select k.ordinal as "ordinal", r.id, r.device_id as "deviceId", r.client_id as "clientId", r.slot, r.measured_at as "measuredAt", r.child_imei as "childImei", r.seq${hasColumn(table, 'level') ? ', r.level' : ''}${own === '' ? '' : `, ${own}`}
      from (select k.ordinal, k.device_id, k.client_id, k.slot, coalesce(d.measured_at, k.measured_at) as measured_at, k.source_id, k.child_imei
        from unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::timestamptz[], $6::bigint[], $7::text[], $8::integer[], $9::text[])
          as k(device_id, client_id, slot, measured_at, source_id, dedup_key, ordinal, child_imei)
        left join ingest_dedup d on d.tenant_id = $1 and d.key = k.dedup_key) k
      join "${table.resource.table}" r on r.tenant_id = $1 and r.measured_at = k.measured_at and r.slot = k.slot and r.supersedes is null
        and r.device_id is not distinct from k.device_id and r.source_id is not distinct from k.source_id and r.child_imei is not distinct from k.child_imei and (k.device_id is not null or r.client_id is not distinct from k.client_id)`,
    values: [
      tenantId,
      readings.map(({ deviceId }) => deviceId),
      readings.map(({ clientId }) => clientId),
      readings.map(({ slot }) => slot),
      readings.map(({ measuredAt }) => measuredAt),
      readings.map(({ sourceId }) => sourceId),
      readings.map(({ dedupKey }) => dedupKey),
      [...readings.keys()],
      readings.map(({ childImei }) => childImei ?? null),
    ],
  };
}

type ReadingKey = Pick<StoredReading, 'deviceId' | 'clientId' | 'slot' | 'measuredAt' | 'childImei'>;

/** The natural key of a reading within one source. */
export const keyOf = (reading: ReadingKey): string =>
  `${reading.deviceId ?? `c${reading.clientId ?? ''}`}|${reading.slot}|${reading.measuredAt.getTime()}|${reading.childImei ?? ''}`;

/** True when a stored row says the same as a reading that came again. Figures that were derived may differ. */
export function saysSame(
  stored: { readonly [metric: string]: unknown },
  reading: Pick<StoredReading, 'values'>,
): boolean {
  return Object.entries(reading.values).every(
    ([metric, value]) =>
      typeof value !== 'number' ||
      stored[metric] === undefined ||
      stored[metric] === null ||
      Number(stored[metric]) === value,
  );
}
