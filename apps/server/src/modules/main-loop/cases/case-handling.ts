import { z } from 'zod';
import { alarmLevels, caseActions, caseStates, type abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { timestamp, whole } from '../../../engine/public.ts';

/** Full name of `app_user u`, surname first. Migrated users often have the whole name in `name`. */
export const fullNameSql = "nullif(u.full_name, '')";

type Closed = Pick<
  Row<typeof abnormalCase>,
  'id' | 'state' | 'level' | 'handling' | 'outcome' | 'handledBy' | 'handledAt' | 'observeUntil'
>;

const wireOf = ({ handling }: Pick<Closed, 'handling'>): number | null =>
  handling === null ? null : Number(caseActions.wireOf(handling));

export async function recordHandling(ctx: CallCtx, row: Closed): Promise<void> {
  await ctx.tx.execute(
    'insert into case_handling (tenant_id, case_id, state, level, handling, outcome, handled_by, handled_at, observe_until) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      ctx.tenantId,
      row.id,
      Number(caseStates.wireOf(row.state)),
      Number(alarmLevels.wireOf(row.level)),
      wireOf(row),
      row.outcome,
      row.handledBy,
      row.handledAt ?? ctx.now(),
      row.observeUntil,
    ],
  );
}

/** Rewords the latest closing of a case; with `until` its observation ends then. */
export async function rewordHandling(
  ctx: CallCtx,
  row: Pick<Closed, 'id' | 'handling' | 'outcome'>,
  until: Date | null = null,
): Promise<void> {
  await ctx.tx.execute(
    'update case_handling set handling = $3, outcome = $4, observe_until = least(observe_until, $5::timestamptz) where tenant_id = $1 and id = (select max(id) from case_handling where tenant_id = $1 and case_id = $2)',
    [ctx.tenantId, row.id, wireOf(row), row.outcome, until],
  );
}

export async function endObserved(
  ctx: CallCtx,
  before: Pick<Closed, 'id' | 'handling' | 'outcome' | 'observeUntil'>,
): Promise<void> {
  if (before.observeUntil) await rewordHandling(ctx, before, ctx.now());
}

export const handlingOutput = z.object({
  id: whole,
  state: whole,
  level: whole,
  handleType: whole.nullable(),
  handleResult: z.string().nullable(),
  handleUserName: z.string().nullable(),
  handleTime: timestamp,
});

type Handling = z.output<typeof handlingOutput>;

export async function handlingsOf(ctx: CallCtx, caseId: number): Promise<readonly Handling[]> {
  return ctx.tx.query<Handling>(
    `select h.id, h.state, h.level, h.handling as "handleType", h.outcome as "handleResult", ${fullNameSql} as "handleUserName", h.handled_at as "handleTime" from case_handling h
       left join app_user u on u.tenant_id = h.tenant_id and u.id = h.handled_by where h.tenant_id = $1 and h.case_id = $2 order by h.id desc limit 50`,
    [ctx.tenantId, caseId],
  );
}
