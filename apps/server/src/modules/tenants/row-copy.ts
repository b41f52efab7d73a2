import type { Client } from 'pg';
import type { TenantTable } from './tables.ts';

export interface Sides {
  readonly source: Client;
  readonly target: Client;
  readonly tenantId: number;
}

const rowsAtOnce = 500;
const namesOf = (names: readonly string[], prefix = ''): string => names.map((name) => `${prefix}"${name}"`).join(', ');
const setOf = (rows: readonly string[]): string => `[${rows.join(',')}]`;
const isOrder = (error: unknown): boolean => ['23503', '23505'].includes((error as { code?: string }).code ?? '');

/** Opens a transaction for one tenant; `snapshot` reads one state of the database throughout. */
export async function begin(client: Client, tenantId: number, snapshot = false): Promise<void> {
  await client.query(
    `begin${snapshot ? ' isolation level repeatable read read only' : ''}; set local app.tenant = '${tenantId}'; set local timezone = 'UTC'`,
  );
  if (snapshot) await client.query('select 1');
}

export async function inTransactionOf<T>(client: Client, tenantId: number, work: () => Promise<T>): Promise<T> {
  await begin(client, tenantId);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const insertSql = ({ name, columns, key }: TenantTable): string => {
  const kept = columns.filter((column) => column !== 'tenant_id' && !key.includes(column));
  const again =
    kept.length === 0
      ? 'nothing'
      : `update set ${kept.map((column) => `"${column}" = excluded."${column}"`).join(', ')}`;
  return `insert into ${name} (${namesOf(columns)}) select ${namesOf(columns)} from json_populate_recordset(null::${name}, $1::json) on conflict (${namesOf(['tenant_id', ...key])}) do ${again}`;
};

const write = (client: Client, table: TenantTable, rows: readonly string[]): Promise<unknown> =>
  client.query(insertSql(table), [setOf(rows)]);

/** Writes rows within the open transaction; row by row, with repetition, when they conflict temporarily. */
export async function writeRows(client: Client, table: TenantTable, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query('savepoint rows');
  try {
    await write(client, table, rows);
    return;
  } catch (error) {
    if (!isOrder(error)) throw error;
    await client.query('rollback to savepoint rows');
  }
  let left = rows;
  let fault: unknown;
  while (left.length > 0) {
    const refused: string[] = [];
    for (const row of left) {
      await client.query('savepoint one');
      await write(client, table, [row]).catch(async (error: unknown) => {
        if (!isOrder(error)) throw error;
        fault = error;
        await client.query('rollback to savepoint one');
        refused.push(row);
      });
    }
    if (refused.length === left.length) throw fault;
    left = refused;
  }
}

/** Copies a table as of the source's open snapshot. Rows that reference rows of the same table follow them. */
export async function copyTable(
  { source, target, tenantId }: Sides,
  table: TenantTable,
  copied: (count: number) => Promise<void>,
): Promise<void> {
  await source.query(
    `declare copied no scroll cursor for select row_to_json(t)::text as row from ${table.name} t where tenant_id = $1 order by ${namesOf(['tenant_id', ...table.key])}`,
    [tenantId],
  );
  const later: string[][] = [];
  const put = (rows: readonly string[]): Promise<void> =>
    inTransactionOf(target, tenantId, () => writeRows(target, table, rows));
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`fetch ${rowsAtOnce} from copied`);
    const texts = rows.map(({ row }) => row);
    await put(texts).catch((error: unknown) => {
      if (!isOrder(error)) throw error;
      later.push(texts);
    });
    await copied(rows.length);
    if (rows.length < rowsAtOnce) break;
  }
  await source.query('close copied');
  if (later.length > 0) await put(later.flat());
}

export async function removeRows(client: Client, tenantId: number, tables: readonly TenantTable[]): Promise<void> {
  for (const { name, key } of tables.toReversed()) {
    const columns = namesOf(['tenant_id', ...key]);
    for (;;) {
      const { rowCount } = await inTransactionOf(client, tenantId, () =>
        client.query(
          `delete from ${name} where (${columns}) in (select ${columns} from ${name} where tenant_id = $1 limit 5000)`,
          [tenantId],
        ),
      );
      if ((rowCount ?? 0) < 5000) break;
    }
  }
}

const joinOn = ({ key }: TenantTable): string =>
  ['t.tenant_id = $2', ...key.map((column) => `t."${column}" = k."${column}"`)].join(' and ');

/** The present rows of the given keys, in the same order; null for rows that no longer exist. */
export async function rowsUnder(
  client: Client,
  table: TenantTable,
  at: { readonly tenantId: number; readonly keys: readonly string[] },
): Promise<readonly (string | null)[]> {
  const { rows } = await client.query<{ row: string | null }>(
    `select case when t.tenant_id is null then null else row_to_json(t)::text end as row from json_populate_recordset(null::${table.name}, $1::json) with ordinality k left join ${table.name} t on ${joinOn(table)} order by k.ordinality`,
    [setOf(at.keys), at.tenantId],
  );
  return rows.map(({ row }) => row);
}

export async function removeUnder(
  client: Client,
  table: TenantTable,
  at: { readonly tenantId: number; readonly keys: readonly string[] },
): Promise<void> {
  if (at.keys.length > 0)
    await client.query(
      `delete from ${table.name} t using json_populate_recordset(null::${table.name}, $1::json) k where ${joinOn(table)}`,
      [setOf(at.keys), at.tenantId],
    );
}

export async function checksums(
  client: Client,
  tenantId: number,
  tables: readonly TenantTable[],
): Promise<Readonly<Record<string, string>>> {
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const {
      rows: [row],
    } = await client.query<{ sum: string }>(
      `select count(*) || ':' || coalesce(sum(hashtextextended(row_to_json(t)::text, 0)::numeric), 0) as sum from ${name} t where tenant_id = $1`,
      [tenantId],
    );
    sums[name] = row?.sum ?? '';
  }
  return sums;
}

export const differing = (
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): readonly string[] => Object.keys(one).filter((name) => one[name] !== other[name]);
