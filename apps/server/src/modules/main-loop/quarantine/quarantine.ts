import { parseInstant } from '@kangmai/domain';
import type { Statement } from '../../../platform/database/database.ts';
import type { IngestItem } from '../intake/ingest-item.ts';

export type QuarantineReason =
  | 'unknown_imei'
  | 'foreign_source'
  | 'out_of_range'
  | 'bad_time'
  | 'bind_uncertain'
  | 'conflict'
  | 'too_old'
  | 'bad_format';

/** At most this many packets of one unknown device are kept, and as many of its calls for help. */
const mostPerImei = 500;

const years = [1, 9999] as const;

/** The time of measurement that an item states; null without a valid one. */
function sentTime({ measuredAt }: IngestItem, zone: string): Date | null {
  const at = measuredAt === undefined ? undefined : parseInstant(measuredAt, zone);
  if (at === undefined) return null;
  const year = new Date(at).getUTCFullYear();
  return year >= years[0] && year <= years[1] ? new Date(at) : null;
}

/**
 * Quarantines packets of a delivery; nothing in quarantine raises an alarm. A repeated message is stored once: one with
 * an id or time as long as repetitions are recognised at all, one without for a minute. The lock makes identical
 * messages wait for each other. Original frames are stored elsewhere, for days only.
 */
export function quarantineStatements(
  tenantId: number,
  deliverer: { readonly sourceId: number; readonly sourceCode: string; readonly zone: string },
  asides: readonly { readonly item: IngestItem; readonly reason: QuarantineReason }[],
): readonly Statement[] {
  return [
    { sql: "select pg_advisory_xact_lock(hashtextextended('quarantine', $1))", values: [tenantId] },
    {
      sql: `insert into quarantined_reading (tenant_id, imei, kind, reason, payload, measured_at, source, ingest_source_id, state, created_at)
      select $1, q.imei, q.kind, q.reason, q.payload, q.measured_at, $2, $3, 0, now() from (select distinct on (imei, reason, payload) * from unnest($4::text[], $5::text[], $6::text[], $7::jsonb[], $8::timestamptz[]) as u(imei, kind, reason, payload, measured_at)) q
      where (select count(*) from (select 1 from quarantined_reading k where k.tenant_id = $1 and k.imei = q.imei and k.state = 0 and (k.kind = 'event') is not distinct from (q.kind = 'event') limit ${mostPerImei}) c) < ${mostPerImei}
        and not exists (select 1 from quarantined_reading k where k.tenant_id = $1 and k.imei = q.imei and k.reason = q.reason and k.ingest_source_id is not distinct from $3 and k.payload = q.payload
          and k.created_at > now() - case when q.payload ?| array['messageId', 'measuredAt'] then interval '35 days' else interval '1 minute' end) returning id`,
      values: [
        tenantId,
        deliverer.sourceCode,
        deliverer.sourceId,
        asides.map(({ item }) => item.imei),
        asides.map(({ item }) => item.dataType),
        asides.map(({ reason }) => reason),
        asides.map(({ item }) => JSON.stringify({ ...item, raw: undefined })),
        asides.map(({ item }) => sentTime(item, deliverer.zone)),
      ],
    },
  ];
}
