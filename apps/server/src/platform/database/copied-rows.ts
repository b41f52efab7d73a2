/** A table whose rows are copied to another database under the same key. */
interface CopiedTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** The order of writing. */
  readonly order?: string;
}

export const columnList = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ');

/** Writes rows that stand in `$1` as a JSON array; rows that exist are overwritten. */
export function copySql({ table, columns, key, order }: CopiedTable): string {
  const changed = columns.filter((name) => !key.includes(name)).map((name) => `"${name}" = excluded."${name}"`);
  return `insert into "${table}" (${columnList(columns)}) select ${columnList(columns)} from json_populate_recordset(null::"${table}", $1::json)${order === undefined ? '' : ` order by ${order}`}
  on conflict (${columnList(key)}) do update set ${changed.join(', ')}`;
}
