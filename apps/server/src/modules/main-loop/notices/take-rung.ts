import { ladderOf, nextEarly, rungAt, unseenLimit, type AlarmPolicy, type AlarmRung, type Rung } from '@kangmai/domain';
import type { abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { changeCases, type LadderStep } from '../cases/case-sets.ts';
import { awaitDue } from '../cases/due-events.ts';
import { awaitRung, ladderCase } from '../cases/ladder-run.ts';
import { policyOf } from './policies.ts';
import { writeNotices, type Told } from './write-notices.ts';

type Case = Row<typeof abnormalCase>;

const dueOf = ({ nextDueAt }: Rung): Date | null => (nextDueAt === null ? null : new Date(nextDueAt));

function awaitScreen(ctx: CallCtx, { id, ladderRun: run, escalationStep: unseen }: Case, limit: number): void {
  awaitDue(ctx, 'case.due', { payload: { id, run, unseen }, due: new Date(ctx.now().getTime() + limit) });
}

interface Reached {
  readonly row: Case;
  readonly isEarly: boolean;
}

interface Asked extends Reached {
  readonly rung: AlarmRung;
  readonly policy: AlarmPolicy;
}

interface After extends Reached {
  readonly values: LadderStep;
  /** Nobody receives the rung, so the next one is taken at once. */
  readonly isNext: boolean;
}

async function presentRungs(ctx: CallCtx, reached: readonly Reached[]): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const each of reached) {
    const policy = await policyOf(ctx, each.row);
    const rung = rungAt(ladderOf(policy, ladderCase(each.row)), each.row.escalationStep);
    if (rung) asked.push({ ...each, rung, policy });
  }
  return asked;
}

/** What becomes of a case whose rung was notified; nothing where the case stays as it is. */
function afterNotice(ctx: CallCtx, { row, isEarly, policy }: Asked, { isReceived }: Told): readonly After[] {
  const next = isReceived ? undefined : nextEarly(ladderCase(row), policy, ctx.now().getTime());
  const toldNobody = !isReceived;
  if (!next) return toldNobody === row.toldNobody ? [] : [{ row, isEarly, values: { toldNobody }, isNext: false }];
  const values = { toldNobody, escalationStep: next.step, nextDueAt: dueOf(next) };
  return [{ row, isEarly, values, isNext: true }];
}

async function notifyRungs(ctx: CallCtx, reached: readonly Reached[]): Promise<readonly (Reached & After)[]> {
  const asked = await presentRungs(ctx, reached);
  const told = await writeNotices(ctx, asked);
  const after = asked.flatMap((each, at) => {
    const { isReceived, onScreen } = told[at] ?? { isReceived: true, onScreen: false };
    const limit = unseenLimit(ladderCase(each.row).level);
    if (onScreen && limit !== null && !each.isEarly) awaitScreen(ctx, each.row, limit);
    return afterNotice(ctx, each, { isReceived, onScreen });
  });
  const rows = await changeCases(ctx, after);
  return after.map((each, at) => ({ ...each, row: rows[at] ?? each.row }));
}

/** Notifies the receivers of the present rungs of cases, each case once, and schedules the next ones. */
export async function takeRungs(ctx: CallCtx, reached: readonly Reached[]): Promise<readonly Case[]> {
  const taken = new Map(reached.map(({ row }) => [row.id, row]));
  for (let left = reached; left.length > 0;) {
    const changed = await notifyRungs(ctx, left);
    for (const { row } of changed) taken.set(row.id, row);
    left = changed.filter(({ isNext }) => isNext);
  }
  for (const row of taken.values()) awaitRung(ctx, row);
  return [...taken.values()];
}

export async function takeRung(ctx: CallCtx, row: Case): Promise<Case> {
  return (await takeRungs(ctx, [{ row, isEarly: false }]))[0] ?? row;
}

/** The early rung of a case whose notices no screen has shown; undefined where it has none. */
export async function earlyRung(ctx: CallCtx, row: Case): Promise<Rung | undefined> {
  return nextEarly(ladderCase(row), await policyOf(ctx, row), ctx.now().getTime());
}
