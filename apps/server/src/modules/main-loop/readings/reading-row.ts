import { createHash } from 'node:crypto';
import { storedResult, type MeasurementKind } from '@kangmai/domain';
import type { TenantContext } from '../intake/contexts.ts';
import type { Aside, Deliverer, Numbered, OnDevice } from '../intake/delivery.ts';
import { isWearerUncertain, wearerAt, type DeviceContext } from '../intake/device-context.ts';
import { timeOf, type IngestItem, type ItemTime } from '../intake/ingest-item.ts';
import type { Prepared } from './prepare.ts';
import { skewOf } from '../intake/skew.ts';
import { childOf, stranger, type SubDevice } from '../intake/sub-devices.ts';
import { keyOf, type WrittenReading } from './written-readings.ts';
import type { StoredReading } from './reading-table.ts';

export interface Placed extends OnDevice {
  readonly kind: MeasurementKind;
  readonly time: ItemTime;
  readonly clientId: number | undefined;
  /** Undefined when the device itself measured. */
  readonly childImei: string | undefined;
  readonly by: Pick<DeviceContext, 'typeCode' | 'registered'>;
}

export interface Ready extends Placed {
  readonly row: StoredReading;
  readonly level: number;
}

/** The first reading of a delivery under each key; repetitions are answered after it is written. */
export function firstsOf(ready: readonly Ready[]): readonly Ready[] {
  const seen = new Set<string>();
  return ready.filter(({ row }) => {
    const key = keyOf(row);
    const { dedupKey } = row;
    const isFirst = !seen.has(key) && (dedupKey === null || !seen.has(dedupKey));
    seen.add(key);
    if (dedupKey !== null) seen.add(dedupKey);
    return isFirst;
  });
}

/** True for a message without a time whose dedup key is new while its row exists: two messages in one millisecond. */
export const isCrowded = ({ item, row }: Ready, newKeys: ReadonlySet<string>): boolean =>
  item.measuredAt === undefined && newKeys.has(row.dedupKey ?? '');

const timeQualities = { asSent: 0, corrected: 1, receiveTime: 2, late: 3 } as const;
const kioskOrigin = 3;
const bluetoothOrigin = 2;
const originOf: Readonly<Record<string, number>> = {
  wearable: 0,
  meter: 2,
  cuff: 2,
  oximeter: 2,
  kiosk: kioskOrigin,
  other: 0,
};

interface PlaceInput {
  readonly kind: MeasurementKind;
  readonly deliverer: Deliverer;
  readonly tenant: Pick<TenantContext, 'acceptDays' | 'lateHours'>;
  readonly receivedAt: Date;
  readonly elsewhere: ReadonlySet<string>;
}

export const knownChild = (device: DeviceContext, childImei: string | undefined): SubDevice | undefined =>
  childImei === undefined ? undefined : device.children.find((child) => child.childImei === childImei);

export function unpairedOf(
  group: readonly Numbered[],
  devices: ReadonlyMap<string, DeviceContext>,
): ReadonlySet<string> {
  const numbers = new Set<string>();
  for (const { item } of group) {
    const childImei = item.childImei === undefined ? undefined : childOf(item);
    const device = devices.get(item.imei);
    if (device && childImei !== undefined && !knownChild(device, childImei)?.isPaired) numbers.add(childImei);
  }
  return numbers;
}

type WearerOrUnknown = { readonly clientId: number | undefined } | 'uncertain';

function wearerOf(
  { item, device }: OnDevice,
  at: number,
  { childImei, elsewhere }: { readonly childImei: string | undefined; readonly elsewhere: ReadonlySet<string> },
): WearerOrUnknown {
  const child = knownChild(device, childImei);
  if (child?.isPaired && child.clientId !== null) return at < child.from ? 'uncertain' : { clientId: child.clientId };
  // The cuff is paired to another watch: the wearer is unknown.
  if (childImei !== undefined && !child?.isPaired && elsewhere.has(childImei)) return 'uncertain';
  return isWearerUncertain(device, at, item.userSlot) ? 'uncertain' : { clientId: wearerAt(device, at, item.userSlot) };
}

/** Staff may name any person for a sub-device, otherwise only a wearer of the device. */
const mayBeNamed = (device: DeviceContext, clientId: number, childImei: string | undefined): boolean =>
  childImei !== undefined || device.wears.some((wear) => wear.clientId === clientId);

/** Resolves time, instrument and wearer of a reading, or the reason for quarantine. */
export function place(
  each: Numbered,
  device: DeviceContext,
  { kind, deliverer, tenant, receivedAt, elsewhere }: PlaceInput,
): Placed | Aside {
  const { index, item } = each;
  const time = timeOf(item, {
    receivedAt,
    zone: deliverer.zone,
    skewMs: skewOf(item, device, { deliverer, receivedAt }),
    acceptDays: tenant.acceptDays,
    lateHours: tenant.lateHours,
    anyAge: deliverer.anyAge,
  });
  if ('problem' in time) return { index, item, reason: time.problem };
  const childImei = childOf(item);
  const by = childImei === undefined ? device : (knownChild(device, childImei) ?? stranger);
  const named = deliverer.wearerId;
  if (named !== undefined && mayBeNamed(device, named, childImei))
    return { index, item, device, kind, time, clientId: named, childImei, by };
  const person = wearerOf({ index, item, device }, time.measuredAt.getTime(), { childImei, elsewhere });
  if (person === 'uncertain') return { index, item, reason: 'bind_uncertain' };
  return { index, item, device, kind, time, clientId: person.clientId, childImei, by };
}

/** Dedup key of a message with its own id or without a time; the latter are compared within a minute. */
function dedupKeyOf(item: IngestItem, deliverer: Deliverer, time: ItemTime): string | null {
  const source = deliverer.sourceId;
  if (item.messageId !== undefined) return `m|${source}|${item.messageId}`;
  if (time.quality === 'corrected')
    return `t|${source}|${item.imei}|${item.childImei ?? ''}|${item.dataType}|${String(item.measuredAt)}`;
  if (item.measuredAt !== undefined) return null;
  const figures = JSON.stringify(Object.entries(item.values).toSorted(([one], [other]) => one.localeCompare(other)));
  return `v|${createHash('sha256')
    .update(`${source}|${item.imei}|${item.childImei ?? ''}|${item.dataType}|${figures}`)
    .digest('base64url')}|${Math.floor(time.measuredAt.getTime() / 60_000)}`;
}

function originOfPlaced({ by, childImei }: Placed, instrument: string): number {
  if (by.typeCode === 'kiosk') return kioskOrigin;
  return childImei === undefined ? (originOf[instrument] ?? 0) : bluetoothOrigin;
}

export function rowOf(
  each: Placed,
  prepared: Prepared,
  input: { readonly instrument: string; readonly deliverer: Deliverer; readonly receivedAt: Date },
): StoredReading {
  const { device, time, item } = each;
  const { judgement } = prepared;
  const { remark } = prepared.values;
  const level = judgement?.level ?? 0;
  return {
    deviceId: device.deviceId,
    deviceVersion: device.version,
    clientId: each.clientId ?? null,
    measuredAt: time.measuredAt,
    receivedAt: input.receivedAt,
    deviceTime: time.deviceTime ?? null,
    origin: originOfPlaced(each, input.instrument),
    level,
    result: storedResult(judgement),
    timeQuality: timeQualities[time.quality],
    quality: prepared.quality,
    slot: item.userSlot,
    sourceId: input.deliverer.sourceId,
    operatorId: null,
    dedupKey: dedupKeyOf(item, input.deliverer, time),
    remark: typeof remark === 'string' ? remark : null,
    supersedes: null,
    childImei: each.childImei ?? null,
    seq: item.seq ?? null,
    values: prepared.values,
  };
}

const isRowOf = ({ row }: Ready, written: WrittenReading): boolean =>
  row.deviceId === written.deviceId &&
  row.slot === written.slot &&
  row.measuredAt.getTime() === written.measuredAt.getTime() &&
  row.clientId === written.clientId &&
  (row.childImei ?? null) === (written.childImei ?? null);

/** The ids of written rows, in order if all were written, otherwise by key. */
export function idsOf(firsts: readonly Ready[], written: readonly WrittenReading[]): ReadonlyMap<Ready, number> {
  if (firsts.length === written.length && written.every((row, at) => isRowOf(firsts[at] as Ready, row)))
    return new Map(written.map((row, at) => [firsts[at] as Ready, row.id]));
  const ids = new Map(written.map((row) => [keyOf(row), row.id]));
  return new Map(
    firsts.flatMap((each) => {
      const id = ids.get(keyOf(each.row));
      return id === undefined ? [] : [[each, id] as const];
    }),
  );
}
