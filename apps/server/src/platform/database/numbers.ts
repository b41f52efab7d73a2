import type { Tx } from './database.ts';

/**
 * Takes the next numbers of a series of the tenant, in order, from 1. The counter stays locked until the transaction
 * ends: no number is taken twice, and a transaction that fails gives its numbers back.
 */
export async function takeNumbers(tx: Tx, series: string, count: number): Promise<readonly number[]> {
  const row = await tx.one<{ last: number }>(
    'insert into serial_number (tenant_id, name, last_value) values ($1, $2, $3) on conflict (tenant_id, name) do update set last_value = serial_number.last_value + $3 returning last_value as last',
    [tx.tenantId, series, count],
  );
  const last = row?.last ?? count;
  return Array.from({ length: count }, (_, at) => last - count + 1 + at);
}
