import {
  columnName,
  columnsOfField,
  fieldOf,
  optionsOf,
  type AgeOptions,
  type AnyField,
  type AnyResource,
  type BoolOptions,
  type RowsAbout,
} from '@kangmai/resource';

/** Whole years on a day as SQL; none for the birthday that stands for «not known». */
export const yearsSql = (day: string, birthday: string, unknown?: string): string =>
  `date_part('year', age(${day}, ${unknown === undefined ? birthday : `nullif(${birthday}, date '${unknown}')`}))::integer`;

/** True of a row that rows of another table name. `row` is its alias in the statement. */
export const namedInSql = ({ table, on }: RowsAbout, row: string): string =>
  `exists (select 1 from "${table}" about where about.tenant_id = ${row}.tenant_id and ${Object.entries(on)
    .map(([column, own]) => `about."${column}" = ${row}."${own}"`)
    .join(' and ')})`;

/** The SQL that reads a field from a table alias; an age is computed from its birthday on the caller's day. */
export function shownSql(
  name: string,
  field: AnyField,
  from: { readonly resource: AnyResource; readonly alias: string; readonly day: string },
): string {
  const { namedIn } = optionsOf<BoolOptions>(field);
  if (namedIn) return namedInSql(namedIn, from.alias);
  if (field.kind === 'age') {
    const { of: birthday, unknown } = optionsOf<AgeOptions>(field);
    return yearsSql(from.day, `${from.alias}."${columnName(birthday, fieldOf(from.resource, birthday))}"`, unknown);
  }
  return columnsOfField(name, field).map((column) => `${from.alias}."${column.name}"`)[0] ?? 'null';
}
