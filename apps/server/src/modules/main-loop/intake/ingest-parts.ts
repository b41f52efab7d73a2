import type { MeasurementKind } from '@kangmai/domain';
import type { Database } from '../../../platform/database/database.ts';
import type { UrgentWork } from '../../../platform/urgent-work.ts';
import type { Deliverer } from './delivery.ts';
import type { DeviceContext } from './device-context.ts';
import type { Contexts } from './contexts.ts';
import type { IngestItem, ItemAnswer } from './ingest-item.ts';
import type { Months } from '../readings/months.ts';
import type { ReadingTable } from '../readings/reading-table.ts';

export interface AlarmCall {
  readonly tenantId: number;
  readonly device: DeviceContext;
  readonly item: IngestItem;
  readonly deliverer: Deliverer;
  readonly calledAt: Date;
}

export interface StrangerCall {
  readonly tenantId: number;
  readonly item: IngestItem;
  readonly deliverer: Deliverer;
}

export interface IngestParts {
  readonly database: Database;
  readonly contexts: Contexts;
  readonly months: Months;
  readonly tables: ReadonlyMap<MeasurementKind, ReadingTable>;
  readonly tenantsOf: (imeis: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly now: () => Date;
  /** Alarming readings in progress; large deliveries wait for them. */
  readonly urgentWork: UrgentWork;
  readonly committed: (tenantId: number) => void;
  /** SOS, falls and gateway alarms: stored with their case. */
  readonly alarm: (call: AlarmCall) => Promise<ItemAnswer>;
  /** An SOS of an unregistered device: notifies staff of the given tenant, 0 for the host. */
  readonly strangerAlarm: (call: StrangerCall) => Promise<void>;
}
