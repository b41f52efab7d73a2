import { groupBy } from '@kangmai/server/platform/group-by';
import {
  convert,
  instrumentOf,
  localDay,
  storedResult,
  type Datum,
  type MeasuredBy,
  type MeasurementKind,
} from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import {
  Contexts,
  loadPersons,
  loadTenantContext,
  prepareReading,
  tableOf,
  type PersonContext,
  type PersonLimits,
  type TenantContext,
} from '@kangmai/server/modules/main-loop/public';
import type { Database, Tx } from '@kangmai/server/platform/database/database';
import type { StoredDevice } from './load-devices.ts';
import { insertRows, type Columns } from './load-rows.ts';
import { readingsOfBinding } from '@kangmai/demo/plan';
import type { DemoBinding, DemoTenant } from '@kangmai/demo/plan-types';
import type { DemoReading } from '@kangmai/demo/samplers';

/** A reading of the demo, judged, as it is stored. */
export interface JudgedReading {
  readonly id: number;
  readonly kind: MeasurementKind;
  readonly client: number;
  readonly clientId: number;
  readonly deviceId: number;
  readonly measuredAt: number;
  readonly receivedAt: number;
  readonly level: number;
  readonly result: string | null;
  readonly quality: number;
  readonly origin: number;
  readonly by: MeasuredBy;
  readonly values: { readonly [metric: string]: unknown };
}

/** Limits of a client on the local day of an instant. */
export type LimitsAt = (clientId: number, at: number) => PersonLimits | undefined;

interface ReadingsOf {
  readonly database: Database;
  readonly tenant: DemoTenant;
  readonly clientIds: readonly number[];
  readonly stored: ReadonlyMap<string, StoredDevice>;
  readonly sourceId: number;
  readonly now: Date;
}

export interface LoadedReadings {
  readonly readings: readonly JudgedReading[];
  readonly kinds: readonly ReadingKind[];
  readonly lastReadingAt: ReadonlyMap<string, number>;
  readonly limitsAt: LimitsAt;
  readonly context: TenantContext;
}

const wearable = 0;
const bluetooth = 2;
const satellite = 1;
const wifi = 2;
const minute = 60_000;

function positionOf({ values }: DemoReading, datum: Datum): Record<string, unknown> {
  const { longitude = 0, latitude = 0, accuracy = 0 } = values;
  const shown = convert({ longitude, latitude }, 'wgs84', datum);
  return {
    ...values,
    longitude: shown.longitude.toFixed(6),
    latitude: shown.latitude.toFixed(6),
    wgsLongitude: longitude,
    wgsLatitude: latitude,
    coordType: 'wgs84',
    locationType: accuracy < 18 ? satellite : wifi,
  };
}

/** When the sleeper went to bed and got up, from the minutes of the report. */
function nightOf(reading: DemoReading): Record<string, Date> {
  const { totalMinutes = 0, awakeMinutes = 0 } = reading.values;
  const up = reading.measuredAt - 6 * minute;
  const wake = up - 8 * minute;
  const asleep = wake - (totalMinutes + awakeMinutes) * minute;
  return {
    inBedTime: new Date(asleep - 14 * minute),
    sleepTime: new Date(asleep),
    wakeTime: new Date(wake),
    outBedTime: new Date(up),
  };
}

interface Placing extends ReadingsOf {
  readonly context: TenantContext;
  readonly limitsAt: LimitsAt;
}

interface Made {
  readonly values: { readonly [metric: string]: unknown };
  readonly level: number;
  readonly result: string | null;
  readonly quality: number;
}

function judgedValues(
  reading: DemoReading,
  placing: Placing,
  input: { readonly clientId: number; readonly by: MeasuredBy },
): Made | undefined {
  if (reading.kind === 'location')
    return { values: positionOf(reading, placing.context.datum as Datum), level: 0, result: null, quality: 0 };
  const prepared = prepareReading({
    kind: reading.kind,
    values: reading.values,
    time: { measuredAt: new Date(reading.measuredAt) },
    zone: placing.context.zone,
    datums: { given: placing.context.datum, shown: placing.context.datum },
    measuredBy: input.by,
    place: 1,
    contact: undefined,
    oxygenState: undefined,
    person: placing.limitsAt(input.clientId, reading.measuredAt),
  });
  if ('refused' in prepared) return undefined;
  const level = prepared.judgement?.level ?? 0;
  const values = reading.kind === 'sleep' ? { ...prepared.values, ...nightOf(reading) } : prepared.values;
  return { values, level, result: storedResult(prepared.judgement), quality: prepared.quality };
}

function judgedOf(binding: DemoBinding, placing: Placing): readonly Omit<JudgedReading, 'id'>[] {
  const { tenant, clientIds, stored, now } = placing;
  const device = stored.get(binding.device.imei);
  const clientId = clientIds[binding.client];
  if (!device || clientId === undefined) return [];
  const found: Omit<JudgedReading, 'id'>[] = [];
  const newest = new Map<string, number>();
  for (const reading of readingsOfBinding(tenant, binding)) {
    const by = { instrument: instrumentOf(binding.device.typeCode, reading.kind), registered: device.registered };
    if (newest.get(reading.kind) === reading.measuredAt || reading.measuredAt < binding.boundAt.getTime()) continue;
    newest.set(reading.kind, reading.measuredAt);
    const result = judgedValues(reading, placing, { clientId, by });
    if (!result) continue;
    const { measuredAt } = reading;
    const receivedAt = Math.min(now.getTime(), measuredAt + 2000 + (measuredAt % 29) * 1000);
    found.push({
      kind: reading.kind,
      client: binding.client,
      clientId,
      deviceId: device.id,
      measuredAt,
      receivedAt,
      origin: binding.device.typeCode === 'watch' ? wearable : bluetooth,
      by,
      ...result,
    });
  }
  return found;
}

function limitsOf(
  contexts: Contexts,
  input: { readonly tenantId: number; readonly context: TenantContext; readonly persons: readonly PersonContext[] },
): LimitsAt {
  const byId = new Map(input.persons.map((person) => [person.clientId, person]));
  const kept = new Map<string, PersonLimits>();
  return (clientId, at) => {
    const person = byId.get(clientId);
    if (!person) return undefined;
    const key = `${clientId}|${localDay(at, input.context.zone)}`;
    const limits = kept.get(key) ?? contexts.limitsOf({ tenantId: input.tenantId, tenant: input.context, person, at });
    kept.set(key, limits);
    return limits;
  };
}

function columnsOfReadings(kind: ReadingKind, rows: readonly JudgedReading[], sourceId: number): Columns {
  const table = tableOf(kind);
  const shared: Readonly<Record<string, (row: JudgedReading) => unknown>> = {
    ['device_id']: (row) => row.deviceId,
    ['client_id']: (row) => row.clientId,
    ['measured_at']: (row) => new Date(row.measuredAt),
    ['received_at']: (row) => new Date(row.receivedAt),
    ['source_id']: () => sourceId,
    origin: (row) => row.origin,
    flag: (row) => (row.level > 0 ? 1 : 0),
    level: (row) => row.level,
    result: (row) => row.result,
    ['time_quality']: () => 0,
    quality: (row) => row.quality,
    slot: () => 1,
  };
  const common = table.shared.flatMap(({ name, type }) =>
    shared[name] ? [[name, [type, rows.map(shared[name])] as const] as const] : [],
  );
  const own = table.own.map(
    ({ key, name, type, usual }) => [name, [type, rows.map(({ values }) => values[key] ?? usual)] as const] as const,
  );
  return { id: ['bigint', rows.map(({ id }) => id)], ...Object.fromEntries([...common, ...own]) };
}

/** The given number of ids for readings, ascending. */
async function nextIds(tx: Tx, count: number): Promise<readonly number[]> {
  const row = await tx.one<{ ids: number[] }>(
    "select array_agg(nextval('reading_id')) as ids from generate_series(1, $1)",
    [count],
  );
  return row?.ids ?? [];
}

/** Judges and stores the readings of a tenant, kind by kind. Their months must exist. */
export async function loadReadings(tx: Tx, input: ReadingsOf): Promise<LoadedReadings> {
  const [context, persons] = await Promise.all([loadTenantContext(tx), loadPersons(tx, input.clientIds)]);
  const limitsAt = limitsOf(new Contexts(input.database, loadTenantContext), {
    tenantId: tx.tenantId,
    context,
    persons,
  });
  const judged = input.tenant.bindings
    .flatMap((binding) => judgedOf(binding, { ...input, context, limitsAt }))
    .toSorted((one, other) => one.measuredAt - other.measuredAt);
  const ids = await nextIds(tx, judged.length);
  const readings = judged.map((each, place) => ({ ...each, id: Number(ids[place]) }));
  const byKind = groupBy(readings, ({ kind }) => kind as ReadingKind);
  for (const [kind, rows] of byKind)
    await insertRows(tx, tableOf(kind).resource.table, columnsOfReadings(kind, rows, input.sourceId));
  const lastReadingAt = new Map<string, number>();
  const imeiOf = new Map([...input.stored].map(([imei, { id }]) => [id, imei]));
  for (const { deviceId, measuredAt } of readings) lastReadingAt.set(imeiOf.get(deviceId) ?? '', measuredAt);
  return { readings, kinds: [...byKind.keys()], lastReadingAt, limitsAt, context };
}
