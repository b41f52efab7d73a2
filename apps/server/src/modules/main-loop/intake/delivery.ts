import { groupBy } from '../../../platform/group-by.ts';
import type { Datum, MeasurementKind } from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { DeviceContext } from './device-context.ts';
import type { IngestItem } from './ingest-item.ts';
import type { QuarantineReason } from '../quarantine/quarantine.ts';

export interface Deliverer {
  readonly sourceId: number;
  readonly sourceCode: string;
  /** 0 for a source of the host, which may deliver for every tenant. */
  readonly tenantId: number;
  readonly zone: string;
  readonly datum: Datum;
  readonly acceptsImei: (imei: string) => boolean;
  readonly anyAge: boolean;
  /** Quarantined rows delivered again: what still cannot be placed stays quarantined. */
  readonly isReplay?: boolean;
  /** The wearer named by staff, for readings whose wearer is not known otherwise. */
  readonly wearerId?: number | undefined;
}

export interface Numbered {
  readonly index: number;
  readonly item: IngestItem;
}

export interface OnDevice extends Numbered {
  readonly device: DeviceContext;
}

export interface Aside extends Numbered {
  readonly reason: QuarantineReason;
  readonly details?: string;
}

/**
 * Whose readings of which kind were stored, and when; the follower reads the rows. A doubtful value has level 1 or
 * more.
 */
export interface StoredEvent {
  readonly readings: readonly (readonly [
    kind: MeasurementKind,
    clientId: number | null,
    deviceId: number | null,
    measuredAtMs: number,
    level: number,
    supersedes: number | null,
    /** Whether the rhythm was irregular; null or undefined where unknown. */
    isIrregular?: boolean | null | undefined,
  ])[];
  readonly contacts: readonly (readonly [
    deviceId: number,
    atMs: number,
    battery: number | null,
    signal: number | null,
    charging: boolean | null,
    sourceId: number,
  ])[];
}

interface StoredColumns {
  readonly kind: MeasurementKind;
  /** By these the case logic leaves out what still waits; absent in events of older versions. */
  readonly id?: readonly number[];
  readonly client: readonly (number | null)[];
  readonly device: readonly (number | null)[];
  readonly at: readonly number[];
  readonly level: readonly number[];
  /** Null or absent where all are good. */
  readonly quality?: readonly number[] | null;
  /** Null where no row replaced another. */
  readonly replaced: readonly (number | null)[] | null;
  /** Null where no rhythm was irregular; absent in other kinds and in events of older versions. */
  readonly irregular?: readonly boolean[] | null;
  readonly contacts: StoredEvent['contacts'];
}

const doubtful = 1;

export function storedEvent(payload: unknown): StoredEvent {
  const event = payload as StoredColumns | StoredEvent;
  if (!('kind' in event)) return event;
  const { kind, client, device, at, level, quality, replaced, irregular, contacts } = event;
  const levelOf = (row: number): number => Math.max(level[row] ?? 0, quality?.[row] === doubtful ? 1 : 0);
  return {
    contacts,
    readings: at.map(
      (measured, row) =>
        [
          kind,
          client[row] ?? null,
          device[row] ?? null,
          measured,
          levelOf(row),
          replaced?.[row] ?? null,
          irregular === undefined ? undefined : (irregular?.[row] ?? false),
        ] as const,
    ),
  };
}

/** The same event split by person, with the signs of life of the devices separate. */
export function storedByPerson(payload: unknown): readonly StoredEvent[] {
  const { readings, contacts } = storedEvent(payload);
  const persons = [...groupBy(readings, ([, clientId]) => clientId).values()];
  return [
    ...persons.map((own) => ({ readings: own, contacts: [] })),
    ...(contacts.length > 0 ? [{ readings: [], contacts }] : []),
  ];
}

/** Rows that a delivery wrote, by column, for the statistics. Without values the hours are counted from the table. */
export interface CountedEvent {
  readonly kind: ReadingKind;
  /** New rows, not replacements. */
  readonly added: number;
  readonly id?: readonly number[];
  readonly client: readonly (number | null)[];
  readonly at: readonly number[];
  readonly level?: readonly number[];
  /** Null where all are good. */
  readonly quality?: readonly number[] | null;
  /** Null where no row replaced another. */
  readonly replaced: readonly (number | null)[] | null;
  readonly figures?: { readonly [metric: string]: readonly (number | null)[] };
}

type Contact = StoredEvent['contacts'][number];

export function contactsOf(among: readonly OnDevice[], deliverer: Deliverer, at: number): readonly Contact[] {
  const latest = new Map<number, Numbered['item']>();
  for (const { device, item } of among) latest.set(device.deviceId, item);
  // The battery value of a sub-device belongs to the sub-device, not to its parent.
  return [...latest].map(([deviceId, { battery, signal, charging, childImei }]) =>
    childImei === undefined
      ? [deviceId, at, battery ?? null, signal ?? null, charging ?? null, deliverer.sourceId]
      : [deviceId, at, null, null, null, deliverer.sourceId],
  );
}
