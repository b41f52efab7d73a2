import { claimMinutes, firstRungAt, type AlarmLevel, type LadderCase, type RunStart } from '@kangmai/domain';
import { alarmLevels, caseStates, type abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { policyOf } from '../notices/policies.ts';
import { awaitDue } from './due-events.ts';

type Case = Row<typeof abnormalCase>;

type Alarmed = Pick<Case, 'type' | 'level'>;

export async function beginLadder(
  ctx: CallCtx,
  alarmed: Alarmed,
  start: RunStart = 'full',
): Promise<{ readonly alarmedAt: Date; readonly nextDueAt: Date | null }> {
  const due = firstRungAt(await policyOf(ctx, alarmed), start, ctx.now().getTime());
  return { alarmedAt: ctx.now(), nextDueAt: due === null ? null : new Date(due) };
}

const minute = 60_000;

/** Until when a claim made now pauses escalation at a level; null at levels without a pause. */
export function claimedUntil(ctx: CallCtx, level: AlarmLevel): Date | null {
  const minutes = claimMinutes(level);
  return minutes === null ? null : new Date(ctx.now().getTime() + minutes * minute);
}

/** Columns of a case whose ladder restarts, apart from the time of its first rung. It is no part of a former storm. */
export function newRun(
  ctx: CallCtx,
  { ladderRun }: Pick<Case, 'ladderRun'>,
): Pick<Case, 'alarmedAt' | 'firstContactAt' | 'escalationStep' | 'ladderRun' | 'storm'> {
  return { alarmedAt: ctx.now(), firstContactAt: null, escalationStep: 0, ladderRun: ladderRun + 1, storm: null };
}

/**
 * Columns of a case that rose: escalation restarts, earlier contacts do not count. A silent rise keeps its due time.
 */
export async function restartLadder(
  ctx: CallCtx,
  row: Pick<Case, 'ladderRun' | 'nextDueAt' | 'type'>,
  { level, start = 'full' }: { readonly level: Case['level']; readonly start?: RunStart },
): Promise<ReturnType<typeof newRun> & Pick<Case, 'nextDueAt'>> {
  const { nextDueAt } = await beginLadder(ctx, { type: row.type, level }, start);
  return { ...newRun(ctx, row), nextDueAt: start === 'silent' ? row.nextDueAt : nextDueAt };
}

export function awaitRung(
  ctx: CallCtx,
  { id, nextDueAt, ladderRun }: Pick<Case, 'id' | 'nextDueAt' | 'ladderRun'>,
): void {
  if (nextDueAt) awaitDue(ctx, 'case.due', { payload: { id, run: ladderRun }, due: nextDueAt });
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
