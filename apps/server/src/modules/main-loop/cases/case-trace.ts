import type { CheckCase, OpenCase } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import type { CaseTrace } from './case-book.ts';

const traceOf = (open: OpenCase | CheckCase): CaseTrace => ({
  kind: open.kind,
  openedAt: open.openedAt,
  peakValue: open.peakValue,
  peakSeverity: open.peakSeverity,
  ruleCode: open.ruleCode,
  noticeAt: open.noticeAt,
  ...(open.past && { past: true }),
  ...('waiting' in open && {
    waiting: [...open.waiting].map(([kind, { since, answered, silence }]) => [kind, since, answered, silence] as const),
  }),
});

export interface TracedCase {
  readonly caseId: number;
  readonly open: OpenCase | CheckCase;
}

export async function writeTraces(ctx: CallCtx, traced: readonly TracedCase[]): Promise<void> {
  if (traced.length === 0) return;
  await ctx.tx.execute(
    'insert into case_trace (tenant_id, case_id, trace) select $1, t.id, t.trace from unnest($2::bigint[], $3::jsonb[]) t(id, trace) on conflict (tenant_id, case_id) do update set trace = excluded.trace',
    [ctx.tenantId, traced.map(({ caseId }) => caseId), traced.map(({ open }) => JSON.stringify(traceOf(open)))],
  );
}

export const writeTrace = (ctx: CallCtx, caseId: number, open: OpenCase): Promise<void> =>
  writeTraces(ctx, [{ caseId, open }]);
