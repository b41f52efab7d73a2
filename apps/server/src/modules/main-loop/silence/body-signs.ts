import { tableOf } from '../readings/points.ts';

/** Kinds of readings that only a worn device has. */
export const bodyKinds = ['heart', 'spo2', 'temperature', 'bp'] as const;

/** Kinds whose measurement needs a pulse. */
const pulseKinds = ['heart', 'spo2', 'bp'] as const;

const listSql = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(', ');

export const pulseKindsSql = listSql(pulseKinds);

export const bodyKindsSql = listSql(bodyKinds);

/** How long before a sub-device's value a value of the device itself still counts. */
const lookBack = "interval '2 days'";

/**
 * SQL of the time at which a newest value (a row of `reading_latest` of tenant $1, of a body kind) shows that the
 * device itself was worn. A cuff's value sent through a watch does not: the watch's own newest value before it counts,
 * null when there is none.
 */
export function bodySignSql(row: string): string {
  const cases = bodyKinds.map((kind) => {
    const { table } = tableOf(kind).resource;
    return `when '${kind}' then case when exists (select 1 from "${table}" b where b.tenant_id = $1 and b.measured_at = ${row}.measured_at
        and b.id = ${row}.reading_id and b.child_imei is not null)
      then (select max(b.measured_at) from "${table}" b where b.tenant_id = $1 and b.client_id = ${row}.client_id and b.device_id = ${row}.device_id
        and b.child_imei is null and b.quality not in (2, 4, 5) and b.measured_at < ${row}.measured_at and b.measured_at > ${row}.measured_at - ${lookBack})
      else ${row}.measured_at end`;
  });
  return `case ${row}.kind ${cases.join(' ')} end`;
}
