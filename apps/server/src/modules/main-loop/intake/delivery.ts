import { groupBy } from '../../../platform/group-by.ts';
import type { Datum, MeasurementKind } from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { DeviceContext } from './device-context.ts';
import type { IngestItem } from './ingest-item.ts';
import type { QuarantineReason } from '../quarantine/quarantine.ts';

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

/**
 * What follows a commit: whose readings, of which kind, when. The follower reads the rows themselves. The level of a doubtful value is at
 * least 1: it asks for another measurement even inside all limits.
 */
export interface StoredEvent {
  readonly readings: readonly (readonly [
    kind: MeasurementKind,
    clientId: number | null,
    deviceId: number | null,
    measuredAtMs: number,
    level: number,
    supersedes: number | null,
    /** Whether the rhythm was irregular; null or undefined where the event does not say. */
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

/** The same as it waits in the outbox: a column an array, one entry a row. */
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
  /** Null where no row took another one's place. */
  readonly replaced: readonly (number | null)[] | null;
  /** Null where the rhythm of none was irregular; absent in other kinds and in events of older versions. */
  readonly irregular?: readonly boolean[] | null;
  readonly contacts: StoredEvent['contacts'];
}

/** The stored quality 请复测. */
const doubtful = 1;

/** An event of stored readings as its followers take it. */
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

/** The same event person by person, with the signs of life of the devices apart. */
export function storedByPerson(payload: unknown): readonly StoredEvent[] {
  const { readings, contacts } = storedEvent(payload);
  const persons = [...groupBy(readings, ([, clientId]) => clientId).values()];
  return [
    ...persons.map((own) => ({ readings: own, contacts: [] })),
    ...(contacts.length > 0 ? [{ readings: [], contacts }] : []),
  ];
}

/**
 * What the statistics add: the rows of one kind that a delivery wrote, a column an array, with the figures as the table keeps them. Without
 * figures the hours are counted again from the table.
 */
export interface CountedEvent {
  readonly kind: ReadingKind;
  /** Rows that are new, not in place of others. */
  readonly added: number;
  readonly id?: readonly number[];
  readonly client: readonly (number | null)[];
  readonly at: readonly number[];
  readonly level?: readonly number[];
  /** Null where all are good. */
  readonly quality?: readonly number[] | null;
  /** Null where no row took another one's place. */
  readonly replaced: readonly (number | null)[] | null;
  readonly figures?: { readonly [metric: string]: readonly (number | null)[] };
}

type Contact = StoredEvent['contacts'][number];

/** Signs of life of the devices of a delivery, one each. */
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
