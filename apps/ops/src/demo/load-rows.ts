import type { Tx } from '@kangmai/server/platform/database/database';

/** A column with its type and one value per row. */
export type Columns = Readonly<Record<string, readonly [type: string, values: readonly unknown[]]>>;

const mostRows = 4000;

const asText = (values: readonly unknown[]): readonly unknown[] =>
  values.map((value) =>
    Array.isArray(value) ? `{${value.map((one) => `"${String(one).replaceAll(/["\\]/g, '')}"`).join(',')}}` : value,
  );

function statement(table: string, columns: Columns): string {
  const names = Object.keys(columns).map((name) => `"${name}"`);
  const types = Object.values(columns).map(([type]) => type);
  const places = types
    .map((type, index) => `$${index + 2}::${type.endsWith('[]') ? 'text[]' : `${type}[]`}`)
    .join(', ');
  const read = names
    .map((name, index) => (types[index]?.endsWith('[]') ? `u.${name}::${types[index]}` : `u.${name}`))
    .join(', ');
  return `insert into "${table}" (tenant_id, ${names.join(', ')}) select $1, ${read} from unnest(${places}) with ordinality as u(${names.join(', ')}, nth) order by u.nth`;
}

/** Inserts rows of the transaction's tenant, thousands per statement, without returning ids. */
export async function insertRows(tx: Tx, table: string, columns: Columns): Promise<void> {
  const sql = statement(table, columns);
  const parts = Object.values(columns).map(([type, values]) => (type.endsWith('[]') ? asText(values) : values));
  const count = parts[0]?.length ?? 0;
  const sent: Promise<number>[] = [];
  for (let from = 0; from < count; from += mostRows)
    sent.push(tx.execute(sql, [tx.tenantId, ...parts.map((values) => values.slice(from, from + mostRows))]));
  await Promise.all(sent);
}

/** Inserts a few rows and returns their ids in the same order; ids ascend in the order of insertion. */
export async function insertForIds(tx: Tx, table: string, columns: Columns): Promise<readonly number[]> {
  const parts = Object.values(columns).map(([type, values]) => (type.endsWith('[]') ? asText(values) : values));
  if ((parts[0]?.length ?? 0) === 0) return [];
  const rows = await tx.query<{ id: number }>(`${statement(table, columns)} returning id`, [tx.tenantId, ...parts]);
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** The columns of rows, from one description per column. */
export function columnsOf<T>(
  rows: readonly T[],
  described: Readonly<Record<string, readonly [type: string, read: (row: T) => unknown]>>,
): Columns {
  return Object.fromEntries(
    Object.entries(described).map(([name, [type, read]]) => [name, [type, rows.map((row) => read(row))] as const]),
  );
}
