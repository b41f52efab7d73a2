import type { MeasurementKind } from '@kangmai/domain';
import type { Statement } from '../../../platform/database/database.ts';
import type { Deliverer } from './delivery.ts';
import type { IngestItem } from './ingest-item.ts';
import type { Ready } from '../readings/reading-row.ts';
import type { ReadingTable } from '../readings/reading-table.ts';
import { reportStatement } from './sub-devices.ts';

type From = Pick<Deliverer, 'sourceId' | 'isReplay'>;

export function rawFrames(
  tenantId: number,
  { sourceId, isReplay }: From,
  items: readonly { readonly item: IngestItem }[],
): readonly Statement[] {
  const framed = items.filter(({ item }) => item.raw !== undefined);
  if (framed.length === 0 || isReplay) return [];
  return [
    {
      sql: 'insert into raw_frame (tenant_id, source_id, imei, kind, frame) select $1, $2, u.imei, u.kind, u.frame from unnest($3::text[], $4::text[], $5::text[]) as u(imei, kind, frame)',
      values: [
        tenantId,
        sourceId,
        framed.map(({ item }) => item.imei),
        framed.map(({ item }) => item.dataType),
        framed.map(({ item }) => item.raw),
      ],
    },
  ];
}

interface Of {
  readonly tenantId: number;
  readonly kind: MeasurementKind;
  readonly deliverer: From;
}

/** Stores the original frames of readings written earlier in the transaction; none for repetitions. */
export function rawOfReadings(
  table: ReadingTable,
  { tenantId, kind, deliverer }: Of,
  ready: readonly Pick<Ready, 'item' | 'row'>[],
): readonly Statement[] {
  const framed = ready.filter(({ item }) => item.raw !== undefined);
  if (framed.length === 0) return [];
  const rows = framed.map(({ row }) => row);
  return [
    {
      sql: `insert into raw_frame (tenant_id, source_id, imei, kind, reading_id, frame)
      select $1, $2, u.imei, $3, r.id, u.frame
      from unnest($4::text[], $5::text[], $6::bigint[], $7::timestamptz[], $8::smallint[], $9::text[]) as u(imei, frame, device_id, measured_at, slot, child_imei)
      join "${table.resource.table}" r on r.tenant_id = $1 and r.measured_at = u.measured_at and r.device_id = u.device_id and r.slot = u.slot and r.source_id = $2
        and r.child_imei is not distinct from u.child_imei and r.xmin = pg_current_xact_id()::xid`,
      values: [
        tenantId,
        deliverer.sourceId,
        kind,
        framed.map(({ item }) => item.imei),
        framed.map(({ item }) => item.raw),
        rows.map(({ deviceId }) => deviceId),
        rows.map(({ measuredAt }) => measuredAt),
        rows.map(({ slot }) => slot),
        rows.map(({ childImei }) => childImei ?? null),
      ],
    },
  ];
}

interface FramesToStore {
  readonly ready: readonly Ready[];
  readonly others: readonly { readonly item: IngestItem }[];
  readonly at: Date;
}

/** Frames of items that became no reading, and signs of life of sub-devices. */
export function keptBesides(
  tenantId: number,
  deliverer: From,
  { ready, others, at }: FramesToStore,
): readonly Statement[] {
  const reports = ready.flatMap(({ device, item, childImei }) =>
    childImei === undefined ? [] : [{ deviceId: device.deviceId, childImei, battery: item.battery ?? null }],
  );
  return [
    ...rawFrames(tenantId, deliverer, others),
    ...(reports.length > 0 ? [reportStatement(tenantId, reports, at)] : []),
  ];
}
