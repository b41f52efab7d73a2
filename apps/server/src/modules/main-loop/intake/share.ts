import type { MeasurementKind } from '@kangmai/domain';
import type { Aside, Deliverer, Numbered, OnDevice } from './delivery.ts';
import type { DeviceContext } from './device-context.ts';
import type { TenantContext } from './contexts.ts';
import type { ItemAnswer } from './ingest-item.ts';
import type { IngestParts } from './ingest-parts.ts';
import type { Ready } from '../readings/reading-row.ts';
import type { WrittenReading } from '../readings/written-readings.ts';
import type { ReadingTable } from '../readings/reading-table.ts';

export interface Delivery {
  /** Until when it waits for alarming readings of others, by `performance.now()`. */
  readonly waitsUntil: number;
  readonly deliverer: Deliverer;
  readonly answers: ItemAnswer[];
}

export interface Share extends Delivery {
  readonly tenantId: number;
  readonly tenant: TenantContext;
  readonly group: readonly Numbered[];
  /** True in the second attempt, for items whose device had changed. */
  readonly isRetry: boolean;
  readonly expectsNew?: boolean | undefined;
}

export interface Sorted {
  readonly ready: Ready[];
  readonly asides: Aside[];
  readonly beats: OnDevice[];
  readonly alarms: OnDevice[];
  /** Readings without consent: only their devices' signs of life count. */
  readonly unkept: OnDevice[];
  readonly devices: ReadonlyMap<string, DeviceContext>;
}

/** Readings of one kind. Only the first of each key is inserted; repetitions are compared with it after the insert. */
interface Group {
  readonly ready: readonly Ready[];
  readonly firsts: readonly Ready[];
}

export type ByKind = ReadonlyMap<MeasurementKind, Group>;

export interface OfKind extends Group {
  readonly kind: MeasurementKind;
  readonly written: readonly WrittenReading[];
  readonly crowded: ReadonlySet<string>;
}

/** The database lane of ingestion and its alarms. */
export const alarmLane = { lane: 'alarm' } as const;

export function tableOfKind({ tables }: Pick<IngestParts, 'tables'>, kind: MeasurementKind): ReadingTable {
  const table = tables.get(kind);
  if (!table) throw new Error(`no table holds ${kind}`);
  return table;
}
