import type { Statement } from '../../platform/database/database.ts';
import type { IngestItem } from './ingest-item.ts';

/** Why something was kept aside instead of stored under a person. */
export type QuarantineReason = 'unknown_imei' | 'foreign_source' | 'out_of_range' | 'bad_time' | 'bind_uncertain' | 'conflict' | 'too_old' | 'bad_format';

/** At most this many packets of one unknown device are kept. */
const mostPerImei = 500;

/** One insert for everything of a delivery that is kept aside; nothing in quarantine alarms. */
export function quarantineStatement(tenantId: number, deliverer: { readonly sourceId: number; readonly sourceCode: string }, asides: readonly { readonly item: IngestItem; readonly reason: QuarantineReason }[]): Statement {
  return {
    sql: `insert into quarantined_reading (tenant_id, imei, kind, reason, payload, source, ingest_source_id, state, created_at)
      select $1, q.imei, q.kind, q.reason, q.payload, $2, $3, 0, now() from unnest($4::text[], $5::text[], $6::text[], $7::jsonb[]) as q(imei, kind, reason, payload)
      where (select count(*) from (select 1 from quarantined_reading k where k.tenant_id = $1 and k.imei = q.imei and k.state = 0 limit ${mostPerImei}) c) < ${mostPerImei} returning id`,
    values: [tenantId, deliverer.sourceCode, deliverer.sourceId, asides.map(({ item }) => item.imei), asides.map(({ item }) => item.dataType), asides.map(({ reason }) => reason), asides.map(({ item }) => JSON.stringify(item))],
  };
}
