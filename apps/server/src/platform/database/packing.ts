import type { Client } from 'pg';
import { addMonths, monthOf } from './partitions.ts';

type Queries = Pick<Client, 'query'>;

/** Readings may arrive thirty days late; a month is closed when it ended more than a month ago. */
const restMonths = 2;

/** A month of readings before or after it was packed. */
export interface MonthSize {
  readonly rows: number;
  readonly table: number;
  /** Bytes by index, named as that of the whole table. */
  readonly indexes: ReadonlyMap<string, number>;
  readonly bytes: number;
}

export interface PackedMonth {
  readonly table: string;
  /** `YYYY-MM`, UTC. */
  readonly month: string;
  readonly before: MonthSize;
  readonly after: MonthSize;
}

interface Part {
  readonly table: string;
  readonly part: string;
  readonly month: string;
}

const mark = 'packed';

/** The closed months of some partitioned tables that have not been packed, oldest first. */
async function unpacked(owner: Queries, tables: readonly string[], now: Date): Promise<readonly Part[]> {
  const { rows } = await owner.query<{ table: string; part: string }>(
    `select p.relname as "table", c.relname as part from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
     where p.relname = any($1::text[]) and p.relkind = 'p' and c.relname ~ '_[0-9]{6}$' and right(c.relname, 6) <= $2 and obj_description(c.oid, 'pg_class') is distinct from $3 order by right(c.relname, 6), p.relname`,
    [tables, addMonths(monthOf(now), -restMonths).toISOString().slice(0, 7).replace('-', ''), mark],
  );
  return rows.map(({ table, part }) => ({ table, part, month: `${part.slice(-6, -2)}-${part.slice(-2)}` }));
}

async function sizeOf(owner: Queries, part: string): Promise<MonthSize> {
  const { rows } = await owner.query<{ index: string | null; bytes: string; table: string; all: string; rows: string }>(
    `select coalesce(whole.relname, own.relname) as index, pg_relation_size(own.oid) as bytes, pg_table_size(c.oid) as "table", pg_total_relation_size(c.oid) as "all", greatest(c.reltuples, 0)::bigint as rows
     from pg_class c left join pg_index x on x.indrelid = c.oid left join pg_class own on own.oid = x.indexrelid left join pg_inherits i on i.inhrelid = own.oid left join pg_class whole on whole.oid = i.inhparent
     where c.oid = to_regclass($1) order by 1`,
    [`"${part}"`],
  );
  const [first] = rows;
  return {
    rows: Number(first?.rows ?? 0),
    table: Number(first?.table ?? 0),
    bytes: Number(first?.all ?? 0),
    indexes: new Map(
      rows.flatMap(({ index, bytes }): [string, number][] => (index === null ? [] : [[index, Number(bytes)]])),
    ),
  };
}

interface Index {
  readonly name: string;
  readonly isLeft: boolean;
}

/** The indexes of a partition; those of an interrupted attempt must be dropped. */
async function indexesOf(owner: Queries, part: string): Promise<readonly Index[]> {
  const { rows } = await owner.query<Index>(
    `select c.relname as name, c.relname ~ '_cc(new|old)[0-9]*$' and not x.indisvalid as "isLeft" from pg_index x join pg_class c on c.oid = x.indexrelid where x.indrelid = to_regclass($1) order by 1`,
    [`"${part}"`],
  );
  return rows;
}

async function packPart(owner: Queries, { table, part, month }: Part): Promise<PackedMonth> {
  await owner.query(`vacuum (freeze, analyze) "${part}"`);
  const before = await sizeOf(owner, part);
  for (const { name, isLeft } of await indexesOf(owner, part)) {
    if (isLeft) {
      await owner.query(`drop index concurrently if exists "${name}"`);
      continue;
    }
    await owner.query(`alter index "${name}" set (fillfactor = 100)`);
    await owner.query(`reindex index concurrently "${name}"`);
  }
  await owner.query(`comment on table "${part}" is '${mark}'`);
  return { table, month, before, after: await sizeOf(owner, part) };
}

/**
 * Rewrites the indexes of closed months with full pages, while readings are read and written; rows are frozen, so that
 * no later vacuum has to process them. Resumes after an interruption. Runs as the owner of the tables, outside of any
 * transaction.
 * @returns undefined when another process is packing
 */
export async function packMonths(
  owner: Queries,
  {
    tables,
    now,
    each,
  }: { readonly tables: readonly string[]; readonly now: Date; readonly each?: (packed: PackedMonth) => void },
): Promise<readonly PackedMonth[] | undefined> {
  const { rows } = await owner.query<{ taken: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('pack months', 0)) as taken",
  );
  if (rows[0]?.taken !== true) return undefined;
  try {
    const packed: PackedMonth[] = [];
    for (const part of await unpacked(owner, tables, now)) {
      const done = await packPart(owner, part);
      each?.(done);
      packed.push(done);
    }
    return packed;
  } finally {
    await owner.query("select pg_advisory_unlock(hashtextextended('pack months', 0))");
  }
}

export interface Profile {
  readonly rows: number;
  readonly bytes: number;
  /** Bytes per row by part: the table itself and each index. */
  readonly parts: ReadonlyMap<string, number>;
}

/** What a row of some packed months takes, part by part. */
export function profileOf(sizes: readonly MonthSize[]): Profile {
  const rows = sizes.reduce((sum, size) => sum + size.rows, 0);
  const parts = new Map<string, number>();
  const add = (name: string, bytes: number): void => {
    parts.set(name, (parts.get(name) ?? 0) + bytes / Math.max(1, rows));
  };
  for (const { table, indexes } of sizes) {
    add('rows', table);
    for (const [name, bytes] of indexes) add(name, bytes);
  }
  return { rows, bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, rows), parts };
}
