import type { Statement } from '../../../platform/database/database.ts';
import { hasColumn, type StoredReading, type ReadingTable } from './reading-table.ts';

export interface WrittenReading {
  readonly id: number;
  readonly deviceId: number | null;
  readonly clientId: number | null;
  readonly slot: number;
  readonly measuredAt: Date;
  readonly childImei?: string | null;
}

/** Result of an insert of readings: one array per column; null without rows. */
interface WrittenColumns {
  readonly id: readonly number[] | null;
  readonly device: readonly (number | null)[];
  readonly client: readonly (number | null)[];
  readonly at: readonly number[];
  readonly slot: readonly number[] | null;
  readonly child: readonly (string | null)[] | null;
  /** New dedup keys whose rows already existed; null for none. */
  readonly crowded?: readonly string[] | null;
}

/** New dedup keys whose rows conflicted with an existing row; such messages are not repetitions. */
export function crowdedOf(answer: readonly object[]): ReadonlySet<string> {
  const [columns] = answer as readonly WrittenColumns[];
  return new Set(columns?.crowded);
}

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

export const keyOf = (reading: ReadingKey): string =>
  `${reading.deviceId ?? `c${reading.clientId ?? ''}`}|${reading.slot}|${reading.measuredAt.getTime()}|${reading.childImei ?? ''}`;

/** True when a repeated reading has the figures of the stored row. Derived values may differ. */
export function hasSameFigures(
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
