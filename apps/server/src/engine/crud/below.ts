import { columnName, fieldOf, type AnyResource } from '@kangmai/resource';

/**
 * The condition that the code of one row of a tree stands below another's. Compared byte by byte, so that an index with
 * `text_pattern_ops` serves it: `/` is the character after the dot.
 */
export const below = (code: string, above: string): string =>
  `${code} ~>=~ (${above} || '.') and ${code} ~<~ (${above} || '/')`;

/** The condition that a column refers to a row of a tree, or to one below it; `row` is a bound value. */
export function isUnder(column: string, target: AnyResource, row: string): string {
  const name = target.tree?.code ?? '';
  const code = columnName(name, fieldOf(target, name));
  return `${column} in (select t.id from "${target.table}" above join "${target.table}" t on t.tenant_id = above.tenant_id and not t.is_deleted
    and (t.id = above.id or (${below(`t.${code}`, `above.${code}`)})) where above.tenant_id = $1 and above.id = ${row} and not above.is_deleted)`;
}
