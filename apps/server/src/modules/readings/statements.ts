import { columnsOf, columnsOfField, jsonKeyOf, kindOf, type AnyResource } from '@kangmai/resource';
import type { Statement } from '../../platform/database/database.ts';

/** A reading ready to be written: its columns by name, as the table keeps them. */
export interface StoredReading {
  readonly deviceId: number | null;
  readonly deviceVersion: number | null;
  readonly clientId: number | null;
  readonly measuredAt: Date;
  readonly receivedAt: Date;
  readonly deviceTime: Date | null;
  readonly origin: number;
  readonly level: number;
  readonly result: string | null;
  readonly timeQuality: number;
  readonly quality: number;
  readonly slot: number;
  readonly sourceId: number | null;
  readonly operatorId: number | null;
  readonly remark: string | null;
  readonly supersedes: number | null;
  /** Key under which a repeated message is known; null for readings that their own time tells apart. */
  readonly dedupKey: string | null;
  /** Values of the kind's own columns, by the metric's key. */
  readonly values: { readonly [metric: string]: unknown };
}

interface OwnColumn {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** What is stored when nothing was said. */
  readonly usual: unknown;
}

/** The table of one kind of reading, with the columns that only this kind has. */
export interface ReadingTable {
  readonly resource: AnyResource;
  readonly own: readonly OwnColumn[];
  /** The columns that it shares with other kinds. */
  readonly shared: readonly Column[];
}

const common = new Set(['device', 'client', 'measuredAt', 'receivedAt', 'deviceTime', 'origin', 'flag', 'level', 'result', 'timeQuality', 'quality', 'supersedes', 'operator', 'remark', 'slot', 'source']);

/** Reads the table of a kind from its definition; metrics and fields meet by their wire name. */
export function readingTable(resource: AnyResource): ReadingTable {
  const own = Object.entries(resource.fields).filter(([name]) => !common.has(name)).flatMap(([name, field]): OwnColumn[] => {
    const column = columnsOfField(name, field)[0];
    return column ? [{ key: jsonKeyOf(name, field), name: column.name, type: kindOf(field).storage(field).type, usual: kindOf(field).toStore(field.options.default ?? null, field) }] : [];
  });
  return { resource, own, shared: shared.filter(([column]) => columnsOf(resource).some(({ name }) => name === column)) };
}

type Column = readonly [column: string, type: string, read: (reading: StoredReading) => unknown];

const shared: readonly Column[] = [
  ['device_id', 'bigint', (reading) => reading.deviceId], ['client_id', 'bigint', (reading) => reading.clientId], ['measured_at', 'timestamptz', (reading) => reading.measuredAt],
  ['received_at', 'timestamptz', (reading) => reading.receivedAt], ['device_time', 'timestamptz', (reading) => reading.deviceTime], ['origin', 'smallint', (reading) => reading.origin],
  ['flag', 'smallint', (reading) => (reading.level > 0 ? 1 : 0)], ['level', 'smallint', (reading) => reading.level], ['result', 'text', (reading) => reading.result],
  ['time_quality', 'smallint', (reading) => reading.timeQuality], ['quality', 'smallint', (reading) => reading.quality], ['slot', 'smallint', (reading) => reading.slot],
  ['source_id', 'bigint', (reading) => reading.sourceId], ['operator_id', 'bigint', (reading) => reading.operatorId], ['remark', 'text', (reading) => reading.remark],
  ['supersedes', 'bigint', (reading) => reading.supersedes],
];

const arrayType = (type: string): string => (type.endsWith('[]') ? 'text[]' : `${type}[]`);
/** Arrays travel inside an array as their text form. */
const cell = (type: string, value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  if (type.endsWith('[]')) return `{${(value as unknown[]).map((one) => `"${String(one).replaceAll(/["\\]/g, '')}"`).join(',')}}`;
  return type === 'jsonb' && typeof value !== 'string' ? JSON.stringify(value) : value;
};

/** What an insert of readings answers for each row that it really wrote. */
export interface WrittenReading {
  readonly id: number;
  readonly deviceId: number | null;
  readonly clientId: number | null;
  readonly slot: number;
  readonly measuredAt: Date;
}

/** What a delivery tells besides its readings; it goes with the event to the follower. */
export interface Delivery {
  readonly tenantId: number;
  readonly kind: string;
  readonly contacts: readonly unknown[];
}

/**
 * One insert for any number of readings of a kind, with the event that the follower works off. Left out of the answer and of the event are rows
 * that are there already, messages whose key was used, and rows whose device changed since it was looked up: its version is compared in the statement.
 */
export function insertReadings(table: ReadingTable, delivery: Delivery, readings: readonly StoredReading[]): Statement {
  const picks: readonly Column[] = [...table.shared, ...table.own.map(({ key, name, type, usual }): Column => [name, type, (reading) => cell(type, reading.values[key] ?? usual)])];
  const columns = picks.map(([column]) => `"${column}"`).join(', ');
  const casts = picks.map(([column, type]) => (type.endsWith('[]') ? `u."${column}"::${type}` : `u."${column}"`)).join(', ');
  const values: unknown[] = [delivery.tenantId, readings.map(({ deviceVersion }) => deviceVersion), readings.map(({ dedupKey }) => dedupKey), delivery.kind, JSON.stringify(delivery.contacts)];
  const places = picks.map(([, type, read]) => `$${values.push(readings.map(read))}::${arrayType(type)}`).join(', ');
  const level = table.shared.some(([column]) => column === 'level') ? 'level' : '0::smallint as level';
  return {
    sql: `with u as (select * from unnest($2::integer[], $3::text[], ${places}) as u("device_version", "dedup_key", ${columns})
        where u."device_id" is null or exists (select 1 from device d where d.tenant_id = $1 and d.id = u."device_id" and d.row_version = u."device_version")),
      k as (insert into ingest_dedup (tenant_id, key, device_id, slot, measured_at, source_id) select $1, u.dedup_key, u.device_id, u.slot, u.measured_at, u.source_id from u where u.dedup_key is not null on conflict do nothing returning key),
      r as (insert into "${table.resource.table}" (tenant_id, ${columns}) select $1, ${casts} from u
        where u.dedup_key is null or exists (select 1 from k where k.key = u.dedup_key)
        on conflict do nothing returning id, device_id, client_id, slot, measured_at, supersedes, ${level}),
      o as (insert into outbox (tenant_id, topic, payload) select $1, 'readings.stored', jsonb_build_object('contacts', $5::jsonb, 'readings', jsonb_agg(jsonb_build_array($4::text, r.client_id, r.device_id, (extract(epoch from r.measured_at) * 1000)::bigint, r.level, r.supersedes))) from r having count(*) > 0)
      select r.id, r.device_id as "deviceId", r.client_id as "clientId", r.slot, r.measured_at as "measuredAt" from r`,
    values,
  };
}

/** Finds the rows that an insert found in its way, with their values, by their natural key. */
export function findExisting(table: ReadingTable, tenantId: number, readings: readonly StoredReading[]): Statement {
  const own = table.own.map(({ name, key }) => `r."${name}" as "${key}"`).join(', ');
  return {
    sql: `select k.ordinal as "ordinal", r.id, r.device_id as "deviceId", r.client_id as "clientId", r.slot, r.measured_at as "measuredAt"${table.shared.some(([column]) => column === 'level') ? ', r.level' : ''}${own === '' ? '' : `, ${own}`}
      from (select k.ordinal, k.device_id, k.client_id, k.slot, coalesce(d.measured_at, k.measured_at) as measured_at, k.source_id
        from unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::timestamptz[], $6::bigint[], $7::text[], $8::integer[]) as k(device_id, client_id, slot, measured_at, source_id, dedup_key, ordinal)
        left join ingest_dedup d on d.tenant_id = $1 and d.key = k.dedup_key) k
      join "${table.resource.table}" r on r.tenant_id = $1 and r.measured_at = k.measured_at and r.slot = k.slot and r.supersedes is null
        and r.device_id is not distinct from k.device_id and r.source_id is not distinct from k.source_id and (k.device_id is not null or r.client_id is not distinct from k.client_id)`,
    values: [tenantId, readings.map(({ deviceId }) => deviceId), readings.map(({ clientId }) => clientId), readings.map(({ slot }) => slot), readings.map(({ measuredAt }) => measuredAt), readings.map(({ sourceId }) => sourceId), readings.map(({ dedupKey }) => dedupKey), [...readings.keys()]],
  };
}

type ReadingKey = Pick<StoredReading, 'deviceId' | 'clientId' | 'slot' | 'measuredAt'>;

/** The natural key of a reading within one source. */
export const keyOf = (reading: ReadingKey): string => `${reading.deviceId ?? `c${reading.clientId ?? ''}`}|${reading.slot}|${reading.measuredAt.getTime()}`;

/** True when a stored row says the same as a reading that came again. Figures that were derived may differ. */
export function saysSame(stored: { readonly [metric: string]: unknown }, reading: Pick<StoredReading, 'values'>): boolean {
  return Object.entries(reading.values).every(([metric, value]) => typeof value !== 'number' || stored[metric] === undefined || stored[metric] === null || Number(stored[metric]) === value);
}
