import { climbsAt, nextRung, unseenLimit, type Rung } from '@kangmai/domain';
import { abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, moveOf } from '../../../engine/public.ts';
import { policyOf } from '../notices/policies.ts';
import { earlyRung, takeRungs } from '../notices/take-rung.ts';
import { announceWaitingCalls } from '../sos/sos-news.ts';
import { announceAll } from './announce.ts';
import { answerRecords, isHelp } from './answer-case.ts';
import { changeCases, lockCases } from './case-sets.ts';
import { isDue } from './due-events.ts';
import { ladderCase } from './ladder-run.ts';
import { namesAndUnits, unboundName } from './persons.ts';

type Case = Row<typeof abnormalCase>;

interface Due {
  readonly id: number;
  readonly run?: number;
  /** The rung whose notices a screen should have shown by now; without it the next rung is due. */
  readonly unseen?: number;
}

interface FoundRung {
  readonly row: Case;
  readonly rung: Rung;
  readonly isEarly: boolean;
}

/** The next step of a locked case. Undefined for an earlier run or a duplicate. */
async function rungOf(ctx: CallCtx, row: Case, payload: Due): Promise<Rung | undefined> {
  const ladder = ladderCase(row);
  const due = climbsAt(ladder);
  const run = payload.run ?? row.ladderRun;
  if (due === null || run !== row.ladderRun || !(await isDue(ctx, 'case.due', { payload, due }))) return undefined;
  return nextRung(ladder, await policyOf(ctx, row), Math.max(due, ctx.now().getTime()));
}

const isUnseen = ({ unseen }: Due): boolean => unseen !== undefined;

/** Whether a case still waits for a screen to show the rung of the event, while nobody holds it. */
const waitsForScreen = (row: Case, { run, unseen }: Due): boolean =>
  row.state === 'open' &&
  row.ladderRun === run &&
  row.escalationStep === unseen &&
  unseenLimit(ladderCase(row).level) !== null;

const screensSql = `select n.case_id as id, bool_or(n.is_early or n.shown_at is not null) as "isOver", max(n.taken_at) as since
  from unnest($2::bigint[], $3::integer[], $4::smallint[]) as c(id, run, rung) join alarm_notice n on n.tenant_id = $1 and n.case_id = c.id and n.run = c.run and not n.is_deleted
    and (n.is_early or n.rung = c.rung and n.channel = 'inapp') group by n.case_id`;

/** Since when notices of the present rungs wait for a screen. One rung a run is taken early. */
async function unseenSince(ctx: CallCtx, rows: readonly Case[]): Promise<ReadonlyMap<number, Date>> {
  if (rows.length === 0) return new Map();
  const found = await ctx.tx.query<{ readonly id: number; readonly isOver: boolean; readonly since: Date }>(
    screensSql,
    [
      ctx.tenantId,
      rows.map(({ id }) => id),
      rows.map(({ ladderRun }) => ladderRun),
      rows.map(({ escalationStep }) => escalationStep),
    ],
  );
  return new Map(found.filter(({ isOver }) => !isOver).map(({ id, since }) => [id, since]));
}

async function unseenRungOf(
  ctx: CallCtx,
  row: Case,
  { payload, since }: { readonly payload: Due; readonly since: Date | undefined },
): Promise<Rung | undefined> {
  const limit = unseenLimit(ladderCase(row).level);
  if (!since || limit === null) return undefined;
  if (!(await isDue(ctx, 'case.due', { payload, due: since.getTime() + limit }))) return undefined;
  return earlyRung(ctx, row);
}

async function findRungs(ctx: CallCtx, dues: readonly Due[]): Promise<readonly FoundRung[]> {
  const rows = await lockCases(
    ctx,
    dues.map(({ id }) => id),
  );
  const waiting = dues.flatMap((due) => {
    const row = rows.get(due.id);
    return row && isUnseen(due) && waitsForScreen(row, due) ? [row] : [];
  });
  const screens = await unseenSince(ctx, waiting);
  const found: FoundRung[] = [];
  for (const payload of dues) {
    const row = rows.get(payload.id);
    if (!row) continue;
    const isEarly = isUnseen(payload);
    const since = screens.get(row.id);
    const rung = await (isEarly ? unseenRungOf(ctx, row, { payload, since }) : rungOf(ctx, row, payload));
    if (rung) found.push({ row, rung, isEarly });
  }
  return found;
}

const lapse = moveOf(abnormalCase, 'lapse');
const lapses = ({ row, rung }: FoundRung): boolean => rung.lapses && lapse.fits(row.state);

async function takeFound(ctx: CallCtx, found: readonly FoundRung[]): Promise<void> {
  const rows = await changeCases(
    ctx,
    found.map((each) => ({
      row: each.row,
      values: {
        ...(lapses(each) && { state: lapse.to, handledBy: null }),
        escalationStep: each.rung.step,
        nextDueAt: each.rung.nextDueAt === null ? null : new Date(each.rung.nextDueAt),
      },
    })),
  );
  await takeRungs(
    ctx,
    rows.map((row, at) => ({ row, isEarly: found[at]?.isEarly ?? false })),
  );
  for (const [at, row] of rows.entries()) {
    if (!found[at] || !lapses(found[at]) || !isHelp(row)) continue;
    await answerRecords(ctx, row);
    await announceWaitingCalls(ctx, row.id);
  }
}

async function announceFound(ctx: CallCtx, found: readonly FoundRung[]): Promise<void> {
  const persons = await namesAndUnits(
    ctx,
    found.map(({ row }) => row.client),
  );
  await announceAll(
    ctx,
    found.map(({ row }) => ({
      caseId: row.id,
      clientId: row.client,
      name: persons.get(row.client ?? 0)?.name ?? unboundName,
      finding: row.finding,
      level: ladderCase(row).level,
      at: row.latestAt,
      figureCase: row,
      kind: 'repeat',
    })),
  );
}

/** Events in turns in which a case stands once: a second event of a case sees what the first one wrote. */
function turnsOf(dues: readonly Due[]): readonly (readonly Due[])[] {
  const turns: Due[][] = [];
  const taken = new Map<number, number>();
  for (const due of dues) {
    const turn = taken.get(due.id) ?? 0;
    taken.set(due.id, turn + 1);
    (turns[turn] ??= []).push(due);
  }
  return turns;
}

export async function followDue(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const dues of turnsOf(payloads as readonly Due[])) {
    const found = await findRungs(ctx, dues);
    if (found.length === 0) continue;
    await takeFound(ctx, found);
    await announceFound(ctx, found);
  }
}
