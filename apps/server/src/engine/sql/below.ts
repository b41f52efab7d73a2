/**
 * The condition that the code of one row of a tree stands below another's. Compared byte by byte, so that an index with
 * `text_pattern_ops` serves it: `/` is the character after the dot.
 */
export const below = (code: string, above: string): string =>
  `${code} ~>=~ (${above} || '.') and ${code} ~<~ (${above} || '/')`;

/** The ids of a row of a tree and of all rows below it, as a sub-select; `row` is a bound value. */
export const withBelow = ({
  table,
  code,
  row,
}: {
  readonly table: string;
  readonly code: string;
  readonly row: string;
}): string =>
  `select t.id from "${table}" above join "${table}" t on t.tenant_id = above.tenant_id and not t.is_deleted and (t.id = above.id or (${below(`t.${code}`, `above.${code}`)})) where above.tenant_id = $1 and above.id = ${row} and not above.is_deleted`;
