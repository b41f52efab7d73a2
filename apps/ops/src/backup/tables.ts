import type { Client } from 'pg';
import { isRaisedIn } from '@kangmai/server/modules/tenants/public';

/** A table with rows: not a partitioned one, but each of its parts. */
export interface StoredTable {
  readonly schema: string;
  readonly name: string;
  /** Its partitioned table, and the first instant of its month; null for the default partition. */
  readonly parent: string | null;
  readonly month: string | null;
  /** Columns that are written; generated ones are omitted. */
  readonly columns: readonly string[];
  /** The column that names the tenant, if rows belong to one. */
  readonly tenantColumn: string | null;
}

interface TableRow {
  readonly schema: string;
  readonly name: string;
  readonly parent: string | null;
  readonly bound: string | null;
  readonly columns: string[];
}

const tablesSql = `select n.nspname as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where n.nspname = 'public' and c.relkind = 'r' order by c.relname`;

/**
 * Waiting jobs are stored in one table per queue; they are copied through the parent table, because a queue's table
 * name is generated.
 */
const jobsSql = `select 'pgboss' as schema, 'job' as name, null as parent, null as bound, array(select a.attname::text from pg_attribute a where a.attrelid = 'pgboss.job'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns`;

/**
 *  @example monthOf("FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00')") // '2026-08-01
 *  00:00:00+00'
 */
const monthOf = (bound: string | null): string | null => /FROM \('([^']+)'\)/.exec(bound ?? '')?.[1] ?? null;

function storedTable({ schema, name, parent, bound, columns }: TableRow): StoredTable {
  const ofTenant = columns.includes('tenant_id') ? 'tenant_id' : null;
  return {
    schema,
    name,
    parent,
    month: monthOf(bound),
    columns,
    tenantColumn: schema === 'public' && name === 'tenant' ? 'id' : ofTenant,
  };
}

/** Every table with rows of the product, sorted by name; waiting jobs last. */
export async function listTables(client: Client): Promise<readonly StoredTable[]> {
  const { rows } = await client.query<TableRow>(tablesSql);
  const { rows: found } = await client.query<{ there: boolean }>(
    "select to_regclass('pgboss.job') is not null as there",
  );
  const { rows: jobs } = found[0]?.there ? await client.query<TableRow>(jobsSql) : { rows: [] };
  return [...rows, ...jobs].map(storedTable);
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const placeOf = ({ schema, name }: Pick<StoredTable, 'schema' | 'name'>): string =>
  `${quoted(schema)}.${quoted(name)}`;
export const columnList = ({ columns }: Pick<StoredTable, 'columns'>): string => columns.map(quoted).join(', ');

/** Number of rows and the sum of their digests, independent of order. */
export interface RowSum {
  readonly rows: number;
  readonly sum: string;
}

export const noRows: RowSum = { rows: 0, sum: '0' };

/** The content of a table by tenant; under the key '' rows of none. */
export type TableSums = Readonly<Record<string, RowSum>>;

/** Rows of one tenant alone, or of all but some. */
export interface RowChoice {
  readonly only?: number;
  readonly without?: readonly number[];
}

/** The condition of a choice, with the table as `t`; empty for all rows. */
export function chosenRows({ tenantColumn }: StoredTable, { only, without = [] }: RowChoice): string {
  if (tenantColumn === null) return '';
  if (only !== undefined) return `where t.${quoted(tenantColumn)} = ${only}`;
  return without.length === 0 ? '' : `where t.${quoted(tenantColumn)} <> all('{${without.join(',')}}')`;
}

/** Counts and sums the rows of a table by tenant. */
export async function sumsOf(client: Client, table: StoredTable, choice: RowChoice = {}): Promise<TableSums> {
  const tenant = table.tenantColumn === null ? "''" : `t.${quoted(table.tenantColumn)}`;
  const where = chosenRows(table, choice);
  const { rows } = await client.query<{ tenant: string; rows: string; sum: string }>(
    `select ${tenant}::text as tenant, count(*)::text as rows, sum(('x' || left(md5((${columnRow(table)})::text), 15))::bit(60)::bigint)::text as sum from ${placeOf(table)} t ${where} group by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.tenant, { rows: Number(row.rows), sum: row.sum }]));
}

const columnRow = (table: StoredTable): string => `row(${table.columns.map((name) => `t.${quoted(name)}`).join(', ')})`;

/** The sums of all tenants together. */
export function totalOf(sums: TableSums): RowSum {
  return Object.values(sums).reduce<RowSum>(
    (total, { rows, sum }) => ({ rows: total.rows + rows, sum: String(BigInt(total.sum) + BigInt(sum)) }),
    noRows,
  );
}

export const isSame = (one: RowSum, other: RowSum): boolean => one.rows === other.rows && one.sum === other.sum;

/** The last id of a sequence. */
export interface SequenceState {
  readonly name: string;
  readonly value: string;
}

/** Sequences that have issued a number. Read after the rows, they are above every id that was read. */
export async function readSequences(client: Client): Promise<readonly SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null order by 1",
  );
  return rows;
}

/** The name without its month: rows of a partitioned table are read through it, whatever their partition. */
export const wholeName = ({ name, parent }: Pick<StoredTable, 'name' | 'parent'>): string => parent ?? name;

/** More numbers than others can take while one statement runs. */
const farAway = 10_000n;

/**
 * Raises sequences of a database, 0 is the platform's own; never lowers one, also while others take numbers from it: a
 * near number is reached by taking the ones before it.
 */
export async function raiseSequences(
  client: Client,
  states: readonly SequenceState[],
  databaseId: number,
): Promise<void> {
  const reached = new Map((await readSequences(client)).map(({ name, value }) => [name, BigInt(value)]));
  for (const { name, value } of states) {
    const missing = BigInt(value) - (reached.get(name) ?? 0n);
    if (missing <= 0n || !isRaisedIn(databaseId, { name: `public.${name}`, last: value })) continue;
    await (missing > farAway
      ? client.query('select setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, value])
      : client.query('select count(nextval($1::regclass)) from generate_series(1, $2::bigint)', [
          `public.${quoted(name)}`,
          missing,
        ]));
  }
}
