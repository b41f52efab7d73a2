import type { Datum, MeasurementKind } from '@kangmai/domain';
import type { DeviceContext } from './device-context.ts';
import type { IngestItem } from './ingest-item.ts';
import type { QuarantineReason } from './quarantine.ts';

/** Who delivers: a gateway or platform with a key of its own, or our own staff's form. */
export interface Deliverer {
  readonly sourceId: number;
  readonly sourceCode: string;
  /** 0 for a source of the host, which may deliver for every tenant. */
  readonly tenantId: number;
  readonly zone: string;
  /** Coordinate system of positions that do not name theirs. */
  readonly datum: Datum;
  readonly acceptsImei: (imei: string) => boolean;
  /** Imports and replays may bring readings of any age; they never notify for old ones. */
  readonly anyAge: boolean;
  /** Rows of the quarantine run again: what still cannot be placed stays where it is. */
  readonly isReplay?: boolean;
  /** Staff named the wearer of readings whose wearer nobody else can tell. */
  readonly wearerId?: number | undefined;
}

/** An item and its place in the delivery. */
export interface Numbered {
  readonly index: number;
  readonly item: IngestItem;
}

/** An item whose device the tenant knows. */
export interface OnDevice extends Numbered {
  readonly device: DeviceContext;
}

/** An item that is kept aside instead of stored under a person. */
export interface Aside extends Numbered {
  readonly reason: QuarantineReason;
  readonly details?: string;
}

/** What follows a commit: whose readings, of which kind, when. The follower reads the rows themselves. */
export interface StoredEvent {
  readonly readings: readonly (readonly [kind: MeasurementKind, clientId: number | null, deviceId: number | null, measuredAtMs: number, level: number, supersedes: number | null])[];
  readonly contacts: readonly (readonly [deviceId: number, atMs: number, battery: number | null, signal: number | null, charging: boolean | null, sourceId: number])[];
}

type Contact = StoredEvent['contacts'][number];

/** Signs of life of the devices of a delivery, one each. */
export function contactsOf(among: readonly OnDevice[], deliverer: Deliverer, at: number): readonly Contact[] {
  const latest = new Map<number, Contact>();
  for (const { item, device } of among) latest.set(device.deviceId, [device.deviceId, at, item.battery ?? null, item.signal ?? null, item.charging ?? null, deliverer.sourceId]);
  return [...latest.values()];
}
