import { readingKey } from '../../../engine/public.ts';
import type { Statement } from '../../../platform/database/database.ts';
import { type StoredReading, type ReadingTable, type Column, figuresOf, hasColumn } from './reading-table.ts';

const arrayType = (type: string): string => (type.endsWith('[]') ? 'text[]' : `${type}[]`);
/** Arrays inside an array are sent as text. */
const cell = (type: string, value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  if (type.endsWith('[]'))
    return `{${(value as unknown[]).map((one) => `"${String(one).replaceAll(/["\\]/g, '')}"`).join(',')}}`;
  return type === 'jsonb' && typeof value !== 'string' ? JSON.stringify(value) : value;
};

export interface Delivery {
  readonly tenantId: number;
  readonly kind: string;
  readonly contacts: readonly unknown[];
  /** The insert fails with a unique violation (23505) when a reading exists: each row then costs a fifth less. */
  readonly expectsNew?: boolean | undefined;
}

/** How a column is sent: not at all when empty in every row, once when equal in all rows, else as an array. */
type Way = 'none' | 'same' | 'each';

function wayOf({ name, read, isOptional }: Column, readings: readonly StoredReading[]): Way {
  // Always an array: it determines the number of rows.
  if (name === 'device_id' || readings.length === 0) return 'each';
  const first = read(readings[0] as StoredReading) ?? null;
  for (const reading of readings) if ((read(reading) ?? null) !== first) return 'each';
  return first === null && isOptional ? 'none' : 'same';
}

const deviceVersion: Column = {
  name: 'device_version',
  type: 'integer',
  isOptional: false,
  read: (reading) => reading.deviceVersion,
};
const dedupKey: Column = { name: 'dedup_key', type: 'text', isOptional: true, read: (reading) => reading.dedupKey };

/**
 * Inserts readings of a kind with their outbox events. Existing rows, repeated messages and rows whose device changed
 * since it was read (compared by its version) are skipped and are not in the result.
 */
export function insertReadings(table: ReadingTable, delivery: Delivery, readings: readonly StoredReading[]): Statement {
  const picks = picksOf(table);
  const { ways, sql } = insertOf(
    table,
    delivery,
    picks.map((pick) => wayOf(pick, readings)),
  );
  const values: unknown[] = [delivery.tenantId, delivery.kind, JSON.stringify(delivery.contacts)];
  for (const [at, { read }] of picks.entries()) {
    if (ways[at] === 'each') values.push(readings.map(read));
    else if (ways[at] === 'same') values.push(read(readings[0] as StoredReading));
  }
  return { sql, values };
}

const picked = new WeakMap<ReadingTable, readonly Column[]>();

function picksOf(table: ReadingTable): readonly Column[] {
  const known = picked.get(table);
  if (known) return known;
  const made = [
    deviceVersion,
    dedupKey,
    ...table.shared,
    ...table.own.map(({ key, name, type, usual }): Column => ({
      name,
      type,
      isOptional: false,
      read: (reading) => cell(type, reading.values[key] ?? usual),
    })),
  ];
  picked.set(table, made);
  return made;
}

interface Insert {
  readonly ways: readonly Way[];
  readonly sql: string;
}

const inserts = new WeakMap<ReadingTable, Map<string, Insert>>();
const mostInserts = 200;

/** Caches statements by the way of each column; above the limit every column is sent as an array. */
function insertOf(table: ReadingTable, delivery: Delivery, ways: readonly Way[]): Insert {
  const known = inserts.get(table) ?? new Map<string, Insert>();
  inserts.set(table, known);
  const keyOf = (of: readonly Way[]): string => `${delivery.expectsNew === true} ${of.join()}`;
  const used = known.has(keyOf(ways)) || known.size < mostInserts ? ways : ways.map((): Way => 'each');
  const made = known.get(keyOf(used)) ?? { ways: used, sql: composed(table, delivery, used) };
  known.set(keyOf(used), made);
  return made;
}

interface Part {
  readonly column: string;
  readonly type: string;
  readonly way: Way;
  /** Number of the parameter; 0 for none. */
  readonly place: number;
}

function partsOf(table: ReadingTable, ways: readonly Way[]): readonly Part[] {
  let place = 3;
  return picksOf(table).map(({ name, type }, at) => ({
    column: name,
    type,
    way: ways[at] ?? 'each',
    place: ways[at] === 'none' ? 0 : (place += 1),
  }));
}

const valueOf = ({ column, type, way, place }: Part): string => {
  if (way === 'same')
    return `$${place}::${type.endsWith('[]') ? 'text' : type}${type.endsWith('[]') ? `::${type}` : ''}`;
  return type.endsWith('[]') ? `u."${column}"::${type}` : `u."${column}"`;
};

function composed(table: ReadingTable, { kind, expectsNew = false }: Delivery, ways: readonly Way[]): string {
  const [version, dedup, ...rest] = partsOf(table, ways) as readonly [Part, Part, ...Part[]];
  const written = rest.filter(({ way }) => way !== 'none');
  const arrays = [version, dedup, ...rest].filter(({ way }) => way === 'each');
  const columns = written.map(({ column }) => `"${column}"`).join(', ');
  const isKeyed = dedup.way === 'each' || dedup.way === 'same';
  const of = (name: string): string => {
    const part = rest.find(({ column }) => column === name);
    return part && part.way !== 'none' ? valueOf(part) : 'null';
  };
  const devices = `$${rest.find(({ column }) => column === 'device_id')?.place}::bigint[]`;
  // A set of the devices is made once; a join would look for the device of every row.
  const u = `u as (select u.* from unnest(${arrays.map(({ place, type }) => `$${place}::${arrayType(type)}`).join(', ')}) as u(${arrays.map(({ column }) => `"${column}"`).join(', ')})
        where u."device_id" is null or (u."device_id", ${valueOf(version)}) in (select d.id, d.row_version from device d where d.tenant_id = $1 and d.id = any(${devices})))`;
  const k = `k as (insert into ingest_dedup (tenant_id, key, device_id, slot, measured_at, source_id) select $1, ${valueOf(dedup)}, u.device_id, ${of('slot')}, ${of('measured_at')}, ${of('source_id')} from u where ${valueOf(dedup)} is not null on conflict do nothing returning key)`;
  const unused = isKeyed
    ? ` where ${valueOf(dedup)} is null or exists (select 1 from k where k.key = ${valueOf(dedup)})`
    : '';
  // With the key named PostgreSQL does not check the other unique indexes, which only replacing rows can violate.
  const onKey = of('supersedes') === 'null' ? ` ${readingKey} where supersedes is null` : '';
  const unlessKnown = expectsNew ? '' : ` on conflict${onKey} do nothing`;
  const crowded = `(select json_agg(k.key) from k join u on ${valueOf(dedup)} = k.key where not exists (select 1 from r where r.device_id is not distinct from u.device_id and r.measured_at = ${of('measured_at')} and r.slot = ${of('slot')} and r.child_imei is not distinct from ${of('child_imei')})) as crowded`;
  return `with ${u}, ${isKeyed ? `${k}, ` : ''}r as (insert into "${table.resource.table}" (tenant_id, ${columns}) select $1, ${written.map(valueOf).join(', ')} from u${unused}${unlessKnown} returning ${returnedOf(table, kind)}),
      e as (${columnsOfRows(table, kind)}), o as (${eventsOf(table)})
      select id, device, client, at, slot, child${isKeyed ? `, ${crowded}` : ''} from e`;
}

/** Readings from this level on are processed first. */
export const urgentLevel = 3;

const rhythmOf = ({ own }: ReadingTable): string | undefined => own.find(({ key }) => key === 'irregular')?.name;

const keyColumns = ['id', 'device_id', 'client_id', 'measured_at', 'slot', 'child_imei', 'quality', 'supersedes'];

/** The columns of written rows that answer and events need; PostgreSQL keeps them until both are made. */
function returnedOf(table: ReadingTable, kind: string): string {
  const rhythm = rhythmOf(table);
  const figures = figuresOf(table, kind).map(({ name }) => name);
  const others = [...(hasColumn(table, 'level') ? ['level'] : []), ...(rhythm === undefined ? [] : [rhythm])];
  return [...new Set([...keyColumns, ...others, ...figures])].map((name) => `"${name}"`).join(', ');
}

function columnsOfRows(table: ReadingTable, kind: string): string {
  const level = hasColumn(table, 'level') ? 'r.level' : '0';
  const figures = figuresOf(table, kind)
    .map(({ key, name }) => `'${key}', json_agg(r."${name}")`)
    .join(', ');
  const rhythm = rhythmOf(table);
  const irregular =
    rhythm === undefined
      ? ''
      : `case when bool_or(r."${rhythm}") then json_agg(coalesce(r."${rhythm}", false)) end as irregular, `;
  return `select count(*) as n, count(*) filter (where r.supersedes is null) as added, max(${level}) >= ${urgentLevel} as urgent, json_agg(r.id) as id, json_agg(r.device_id) as device, json_agg(r.client_id) as client,
      json_agg((date_part('epoch', r.measured_at) * 1000)::bigint) as at, json_agg(${level}) as level, case when max(r.slot) > 1 then json_agg(r.slot) end as slot, case when count(r.child_imei) > 0 then json_agg(r.child_imei) end as child, case when max(r.quality) > 0 then json_agg(r.quality) end as quality,
      case when count(r.supersedes) > 0 then json_agg(r.supersedes) end as replaced, ${irregular}json_build_object(${figures}) as figures from r`;
}

function eventsOf(table: ReadingTable): string {
  const rows = "'client', client, 'at', at, 'level', level, 'quality', quality, 'replaced', replaced";
  const irregular = rhythmOf(table) === undefined ? '' : ", 'irregular', irregular";
  return `insert into outbox (tenant_id, topic, lane, urgent, weight, payload)
        select $1, 'readings.stored', 0, urgent, n, json_build_object('kind', $2::text, 'contacts', $3::json, 'id', id, 'device', device, ${rows}${irregular}) from e where n > 0
        union all select $1, 'readings.counted', 1, false, n, json_build_object('kind', $2::text, 'added', added, 'id', id, ${rows}, 'figures', figures) from e where n > 0`;
}
