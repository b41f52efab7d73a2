import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { SocketMaker } from './pool.ts';

/** How far ahead months are created. */
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

const lockNotAvailable = '55P03';
const betweenTriesMs = 50;
const shortestLock = '250ms';
const makeWithinMs = 8_000;
const connectMs = 10_000;

/**
 * Creating a month needs a lock that conflicts with all readers of the table, and later queries wait for that lock: so
 * it times out quickly and is retried. @throws 55P03 when the table is in use all the time
 */
async function makeMonth(client: Client, table: string, month: Date): Promise<void> {
  const until = performance.now() + makeWithinMs;
  for (;;) {
    try {
      await client.query(`begin; set local lock_timeout = '${shortestLock}'`);
      await client.query('select kangmai.ensure_month($1::regclass, $2::timestamptz)', [table, month.toISOString()]);
      await client.query('commit');
      return;
    } catch (error) {
      if ((error as { readonly code?: string }).code !== lockNotAvailable || performance.now() > until) throw error;
      await client.query('rollback');
      await pause(betweenTriesMs);
    }
  }
}

/**
 * Creates the monthly partitions of `table` (range-partitioned by a timestamptz column, months in UTC) from the month
 * of `from` to the month of `to`; existing ones are unchanged. Runs as the owner of the tables.
 */
export async function ensurePartitions(
  adminUrl: string,
  table: string,
  months: { from: Date; to: Date; stream?: SocketMaker },
): Promise<void> {
  const { stream } = months;
  const client = new Client({
    connectionString: adminUrl,
    connectionTimeoutMillis: connectMs,
    ...(stream && { stream }),
  });
  // A broken connection fails its statement; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const month of monthsBetween(months.from, months.to)) {
      await makeMonth(client, table, month);
    }
  } finally {
    await client.end();
  }
}

/** A month of one table as stored on disk, including its indexes. */
export interface StoredMonth {
  readonly table: string;
  /** `YYYY-MM`, UTC. */
  readonly month: string;
  readonly bytes: number;
}

type Queries = Pick<Client, 'query'>;

/** The existing months of some partitioned tables, oldest first. */
export async function storedMonths(owner: Queries, tables: readonly string[]): Promise<readonly StoredMonth[]> {
  const { rows } = await owner.query<{ table: string; part: string; bytes: string }>(
    `select p.relname as "table", c.relname as part, pg_total_relation_size(c.oid) as bytes from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
     where p.relname = any($1::text[]) and p.relkind = 'p' and c.relname ~ '_[0-9]{6}$' order by right(c.relname, 6), p.relname`,
    [tables],
  );
  return rows.map(({ table, part, bytes }) => ({
    table,
    month: `${part.slice(-6, -2)}-${part.slice(-2)}`,
    bytes: Number(bytes),
  }));
}

const mostTries = 200;

/** Takes the lock only while it is free, so that readers and writers never wait for long. */
async function detachMonth(owner: Queries, table: string, month: Date): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { rows } = await owner.query<{ part: string | null }>(
        'select kangmai.detach_month($1::regclass, $2::timestamptz) as part',
        [table, month.toISOString()],
      );
      return rows[0]?.part ?? null;
    } catch (error) {
      if ((error as { readonly code?: string }).code !== lockNotAvailable || tries === mostTries) throw error;
      await pause(betweenTriesMs);
    }
  }
}

/**
 * Drops one month (UTC) of a table that is partitioned by month, with remains of an interrupted attempt. The table
 * itself is locked briefly. Runs as the owner of the tables. True when there was such a month.
 */
export async function dropMonth(owner: Queries, table: string, month: Date): Promise<boolean> {
  const left = `${table}_${month.toISOString().slice(0, 7).replace('-', '')}_dropped`;
  await owner.query(`drop table if exists "${left}"`);
  const part = await detachMonth(owner, table, month);
  if (part === null) return false;
  await owner.query(`drop table "${left}"`);
  return true;
}
