import { Client } from 'pg';

/** How far ahead months are made. */
export const monthsAhead = 3;

/** First instant of each month (UTC) that `from`..`to` touches, both included. */
export function monthsBetween(from: Date, to: Date): Date[] {
  const months: Date[] = [];
  const last = to.getTime();
  for (let month = monthOf(from); month.getTime() <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** First instant of the month, UTC. */
export function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

export function addMonths(month: Date, count: number): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count, 1));
}

/**
 * Makes the monthly partitions of `table` (range-partitioned by a timestamptz column, months in UTC) from the
 * month of `from` to the month of `to`; existing ones are left alone. Runs as the owner of the tables.
 */
export async function ensurePartitions(adminUrl: string, table: string, months: { from: Date; to: Date }): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  // A connection that breaks tells of it by its statements; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const month of monthsBetween(months.from, months.to)) {
      await client.query('select kangmai.ensure_month($1::regclass, $2::timestamptz)', [table, month.toISOString()]);
    }
  } finally {
    await client.end();
  }
}
