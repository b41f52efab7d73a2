import { ladderOf, nextEarly, rungAt, unseenLimit, type Rung } from '@kangmai/domain';
import { abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { awaitDue } from '../cases/due-events.ts';
import { awaitRung, ladderCase } from '../cases/ladder-run.ts';
import { policyOf } from './policies.ts';
import { writeNotices } from './write-notices.ts';

type Case = Row<typeof abnormalCase>;

const dueOf = ({ nextDueAt }: Rung): Date | null => (nextDueAt === null ? null : new Date(nextDueAt));

/** Looks after a while whether a screen has shown the notices of the rung. */
function awaitScreen(ctx: CallCtx, { id, ladderRun: run, escalationStep: unseen }: Case, limit: number): void {
  awaitDue(ctx, 'case.due', { payload: { id, run, unseen }, due: new Date(ctx.now().getTime() + limit) });
}

/** Notifies the receivers of the rung that a case has reached; takes the next one at once where there are none. */
async function notifyRung(ctx: CallCtx, row: Case, isEarly: boolean): Promise<Case> {
  const ladder = ladderCase(row);
  const policy = await policyOf(ctx, row);
  const rung = rungAt(ladderOf(policy, ladder), row.escalationStep);
  if (!rung) return row;
  const { isReceived, onScreen } = await writeNotices(ctx, row, { rung, isEarly });
  const limit = unseenLimit(ladder.level);
  if (onScreen && limit !== null && !isEarly) awaitScreen(ctx, row, limit);
  const next = isReceived ? undefined : nextEarly(ladder, policy, ctx.now().getTime());
  const toldNobody = !isReceived;
  if (!next) return toldNobody === row.toldNobody ? row : ctx.repo(abnormalCase).update(row.id, { toldNobody });
  const values = { toldNobody, escalationStep: next.step, nextDueAt: dueOf(next) };
  return notifyRung(ctx, await ctx.repo(abnormalCase).update(row.id, values), isEarly);
}

/** Notifies the receivers of the present rung and schedules the next. */
export async function takeRung(ctx: CallCtx, row: Case, isEarly = false): Promise<Case> {
  const taken = await notifyRung(ctx, row, isEarly);
  awaitRung(ctx, taken);
  return taken;
}

/** The early rung of a case whose notices no screen has shown; undefined where it has none. */
export async function earlyRung(ctx: CallCtx, row: Case): Promise<Rung | undefined> {
  return nextEarly(ladderCase(row), await policyOf(ctx, row), ctx.now().getTime());
}
