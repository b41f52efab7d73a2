import { dueAfterRelease, dueAfterSilentRise, isProven } from '@kangmai/domain';
import type { abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { policyOf } from '../notices/policies.ts';
import { levelOf } from './case-moves.ts';
import { claimedUntil, ladderCase, restartLadder } from './ladder-run.ts';

type Case = Row<typeof abnormalCase>;
type Ladder = Partial<Pick<Case, 'alarmedAt' | 'firstContactAt' | 'nextDueAt'>>;

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

export async function releasedDue(ctx: CallCtx, row: Case): Promise<Date | null> {
  return dateOf(dueAfterRelease(ladderCase(row), await policyOf(ctx, row), ctx.now().getTime()));
}

export const silentlyRaisedDue = (ctx: CallCtx, row: Case): Date | null =>
  dateOf(dueAfterSilentRise(ladderCase(row), ctx.now().getTime()));

/** The ladder of a case that a correction lowered: a proven contact stays, a claim lasts for its time. */
export async function loweredLadder(
  ctx: CallCtx,
  before: Case,
  { level, isLate }: { readonly level: Case['level']; readonly isLate: boolean },
): Promise<Ladder> {
  const ladder = await restartLadder(ctx, before, { level });
  const { alarmedAt, firstContactAt } = before;
  if (isProven(ladderCase(before))) return { ...ladder, alarmedAt, firstContactAt, nextDueAt: null };
  if (isLate) return { ...ladder, nextDueAt: null };
  return before.state === 'open' ? ladder : { ...ladder, nextDueAt: claimedUntil(ctx, levelOf({ level })) };
}
