import { abnormalCase, caseStates } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { recordChanges, type CallCtx } from '../../../engine/public.ts';

type Case = Row<typeof abnormalCase>;

export type LadderStep = Partial<Pick<Case, 'state' | 'handledBy' | 'escalationStep' | 'nextDueAt' | 'toldNobody'>>;

export interface CaseChange {
  readonly row: Case;
  readonly values: LadderStep;
}

const lockSql =
  'select id from abnormal_case where tenant_id = $1 and id = any($2::bigint[]) and not is_deleted order by id for update';

/** Locks cases in the order of their ids; those that do not exist are left out. */
export async function lockCases(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlyMap<number, Case>> {
  if (ids.length === 0) return new Map();
  const [, rows] = await Promise.all([
    ctx.tx.query<{ readonly id: number }>(lockSql, [ctx.tenantId, ids]),
    ctx.repo(abnormalCase).list({ where: { id: { in: ids } } as object, take: ids.length }),
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

const changeSql = `update abnormal_case c set state = s.state, handled_by_id = s.holder, escalation_step = s.step, next_due_at = s.due, told_nobody = s.nobody,
    updated_at = $3, updated_by = $4, row_version = c.row_version + 1
  from jsonb_to_recordset($2::jsonb) as s(id bigint, state smallint, holder bigint, step smallint, due timestamptz, nobody boolean) where c.tenant_id = $1 and c.id = s.id`;

/** Changes locked cases and their histories, each case once. Returns the rows as they are now, in order. */
export async function changeCases(ctx: CallCtx, changes: readonly CaseChange[]): Promise<readonly Case[]> {
  if (changes.length === 0) return [];
  const at = ctx.now();
  const rows = changes.map(({ row, values }): Case => ({ ...row, ...values, rowVersion: row.rowVersion + 1 }));
  const written = rows.map(({ id, state, handledBy, escalationStep, nextDueAt, toldNobody }) => ({
    id,
    state: Number(caseStates.wireOf(state)),
    holder: handledBy,
    step: escalationStep,
    due: nextDueAt,
    nobody: toldNobody,
  }));
  await Promise.all([
    ctx.tx.execute(changeSql, [ctx.tenantId, JSON.stringify(written), at, ctx.caller.userId]),
    recordChanges(
      ctx,
      { resource: abnormalCase, kind: 'updated' },
      changes.map(({ row, values }) => ({ id: row.id, before: { ...row }, after: { ...values } })),
    ),
  ]);
  return rows;
}
