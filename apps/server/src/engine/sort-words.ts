/** Columns of a hand-written list by the lower-case names that clients sort by; inherited names are no keys of a map. */
export type SortColumns = ReadonlyMap<string, string>;

/** The `order by` term of a sort word such as `userName desc`; undefined for a name or direction that is not known. */
export function sortTerm(columns: SortColumns, sorting: string): string | undefined {
  const [name = '', direction = 'asc', ...rest] = sorting.trim().toLowerCase().split(/\s+/);
  const column = columns.get(name);
  return column === undefined || !/^(asc|desc)$/.test(direction) || rest.length > 0
    ? undefined
    : `${column} ${direction}`;
}
