import { firstRungAt, type AlarmLevel, type LadderCase, type RunStart } from '@kangmai/domain';
import { alarmLevels, caseStates, type abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';

type Case = Row<typeof abnormalCase>;

export function beginLadder(
  ctx: CallCtx,
  level: AlarmLevel,
  start: RunStart = 'full',
): { readonly alarmedAt: Date; readonly nextDueAt: Date | null } {
  const due = firstRungAt(level, start, ctx.now().getTime());
  return { alarmedAt: ctx.now(), nextDueAt: due === null ? null : new Date(due) };
}

/**
 * Columns of a case that rose: escalation restarts, earlier contacts do not count. A silent rise keeps its due time.
 */
export function restartLadder(
  ctx: CallCtx,
  row: Pick<Case, 'ladderRun' | 'nextDueAt'>,
  { level, start = 'full' }: { readonly level: AlarmLevel; readonly start?: RunStart },
): Pick<Case, 'alarmedAt' | 'firstContactAt' | 'escalationStep' | 'ladderRun' | 'nextDueAt'> {
  const begun = beginLadder(ctx, level, start);
  return {
    alarmedAt: begun.alarmedAt,
    firstContactAt: null,
    escalationStep: 0,
    ladderRun: row.ladderRun + 1,
    nextDueAt: start === 'silent' ? row.nextDueAt : begun.nextDueAt,
  };
}

export function awaitRung(
  ctx: CallCtx,
  { id, nextDueAt, ladderRun }: Pick<Case, 'id' | 'nextDueAt' | 'ladderRun'>,
): void {
  if (nextDueAt) ctx.emit('case.due', { id, run: ladderRun }, nextDueAt);
}

/** Calls for help escalate however late they arrive. */
const calls: ReadonlySet<Case['type']> = new Set(['sos', 'fall']);

export function ladderCase({
  type,
  level,
  state,
  timeliness,
  escalationStep,
  nextDueAt,
  alarmedAt,
  firstContactAt,
}: Case): LadderCase {
  return {
    level: Number(alarmLevels.wireOf(level)) as AlarmLevel,
    state: Number(caseStates.wireOf(state)) as LadderCase['state'],
    late: timeliness === 'late' && !calls.has(type),
    step: escalationStep,
    nextDueAt: nextDueAt?.getTime() ?? null,
    alarmedAt: alarmedAt?.getTime() ?? null,
    firstContactAt: firstContactAt?.getTime() ?? null,
  };
}
