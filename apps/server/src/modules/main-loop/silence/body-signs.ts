import { tableOf } from '../readings/points.ts';

/** Kinds of readings that only a device on the body has. */
const bodyKinds = ['heart', 'spo2', 'temperature', 'bp'] as const;

/** The same as a list in SQL. */
export const bodyKindsSql = bodyKinds.map((kind) => `'${kind}'`).join(', ');

/** A device's own value counts that was measured so long before one of its sub-devices. */
const lookBack = "interval '2 days'";

/**
 * SQL of the time at which a newest value (a row of `reading_latest` of tenant $1, of a body kind) shows that the device itself was on the
 * body. What a cuff sends through a watch says nothing of the watch: its own newest value before that counts, null when it has none.
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
