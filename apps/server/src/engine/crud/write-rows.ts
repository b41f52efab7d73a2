import type { Ctx } from '../../access/ctx.ts';
import { joinClauses } from '../sql/select.ts';
import { recordSql } from './history.ts';
import type { Draft, Plan, PlainRow, RawRow } from './plan.ts';
import { sqlDay, Values } from './where.ts';
import { readableRefusal, type Assignment } from './write.ts';

/** A row as it is written. */
export interface NewRow {
  readonly after: Draft;
  readonly assignments: readonly Assignment[];
}

/** A change of a row, and why. */
export interface ChangedRow extends NewRow {
  readonly id: number;
  readonly before: PlainRow;
  readonly reason?: string;
}

type Change = Pick<ChangedRow, 'after' | 'reason'> & { readonly before?: PlainRow };

interface Writing {
  /** The statement that writes the rows and returns them in order. */
  readonly sql: string;
  readonly values: Values;
  readonly kind: 'created' | 'updated';
  readonly rows: readonly Change[];
}

/** Writes rows and their history, and reads them as written with what is joined to them: one statement. */
async function writeRows(plan: Plan, ctx: Ctx, { sql, values, kind, rows }: Writing): Promise<readonly RawRow[]> {
  const place = rows.length === 1 ? '1::bigint' : 'row_number() over ()';
  const history = recordSql(ctx, plan.resource, { kind, rows, from: 'placed_', bind: values.bind });
  try {
    return await ctx.tx.query<RawRow>(
      `with written_ as (${sql}), placed_ as (select *, ${place} as place_ from written_), kept_ as (${history})
       select ${plan.select(sqlDay(ctx))} from placed_ b${joinClauses(plan)} order by b.place_`,
      values.list,
    );
  } catch (error) {
    throw readableRefusal(plan.resource, error, ctx);
  }
}

/** Inserts rows with equal columns; those as written, in order. */
export function insertRows(
  plan: Plan,
  ctx: Ctx,
  { rows, tail = '' }: { readonly rows: readonly NewRow[]; readonly tail?: string },
): Promise<readonly RawRow[]> {
  const values = new Values(ctx);
  const columns = (rows[0]?.assignments ?? []).map(({ column }) => `"${column}"`).join(', ');
  const lines = rows.map(
    ({ assignments }) => `($1, ${assignments.map(({ type, value }) => `${values.bind(value)}::${type}`).join(', ')})`,
  );
  const sql = `insert into ${plan.table} (tenant_id, ${columns}) values ${lines.join(', ')} ${tail} returning *`;
  return writeRows(plan, ctx, { sql, values, kind: 'created', rows });
}

/** Changes a row, which is locked; the row as written. */
export async function updateRow(plan: Plan, ctx: Ctx, row: ChangedRow): Promise<RawRow | undefined> {
  const values = new Values(ctx);
  const sets = row.assignments
    .map(({ column, type, value }) => `"${column}" = ${values.bind(value)}::${type}`)
    .join(', ');
  const sql = `update ${plan.table} set ${sets}, row_version = row_version + 1 where tenant_id = $1 and id = ${values.bind(row.id)} returning *`;
  return (await writeRows(plan, ctx, { sql, values, kind: 'updated', rows: [row] }))[0];
}
