/** True of a row that stands for itself: no equal one of another source counts in its place. `row` is its name in the statement. */
export const isNoTwin = (row: string): string =>
  `not exists (select 1 from reading_twin tw where tw.tenant_id = ${row}.tenant_id and tw.client_id = ${row}.client_id and tw.measured_at = ${row}.measured_at and tw.reading_id = ${row}.id)`;
