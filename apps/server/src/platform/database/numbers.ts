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

/** The last number taken of a series; 0 before the first. Others may take the next one meanwhile. */
export async function lastNumber(tx: Tx, series: string): Promise<number> {
  const row = await tx.one<{ last: number }>(
    'select last_value as last from serial_number where tenant_id = $1 and name = $2',
    [tx.tenantId, series],
  );
  return row?.last ?? 0;
}
