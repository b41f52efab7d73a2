import { randomUUID } from 'node:crypto';
import { checkDueAt, climbsAt, nextRung, riseCheck, unseenLimit, type CheckCase, type Rung } from '@kangmai/domain';
import { abnormalCase, alarmNotice, client, type ReadingKind } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, moveOf } from '../../../engine/public.ts';
import { loadPersons } from '../intake/device-context.ts';
import { tableOf } from '../readings/points.ts';
import { announce, roomsOf } from './announce.ts';
import { answerRecords, isHelp } from './answer-case.ts';
import { loadBooks } from './case-book.ts';
import { saveSteps } from './case-store.ts';
import { isDue } from './due-events.ts';
import { ladderCase } from './ladder-run.ts';
import { policyOf } from '../notices/policies.ts';
import { cancelNotices } from '../notices/cancel-notices.ts';
import { earlyRung, takeRung } from '../notices/take-rung.ts';
import { announceWaitingCalls } from '../sos/sos-news.ts';

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
}

/** Locks the case of a due event and computes its next step. Undefined for an earlier run or a duplicate. */
async function rungOf(ctx: CallCtx, payload: Due): Promise<FoundRung | undefined> {
  const { id, run } = payload;
  if (!(await ctx.repo(abnormalCase).find(id))) return undefined;
  const row = await ctx.repo(abnormalCase).lock(id);
  const ladder = ladderCase(row);
  const due = climbsAt(ladder);
  if (due === null || (run ?? row.ladderRun) !== row.ladderRun || !(await isDue(ctx, 'case.due', { payload, due })))
    return undefined;
  const rung = nextRung(ladder, await policyOf(ctx, row), Math.max(due, ctx.now().getTime()));
  return rung && { row, rung };
}

/** Since when notices of the present rung wait for a screen; undefined when one has shown them, or none is to. */
async function unseenSince(ctx: CallCtx, { id, ladderRun, escalationStep }: Case): Promise<Date | undefined> {
  const notices = await ctx.all(
    ctx
      .from(alarmNotice, 'n')
      .select(['n.isEarly', 'n.shownAt', 'n.takenAt'])
      .where('n.case', '=', id)
      .where('n.run', '=', ladderRun)
      .where((eb) => eb.or([eb('n.isEarly', '=', true), eb('n.rung', '=', escalationStep)]))
      .where((eb) => eb.or([eb('n.isEarly', '=', true), eb('n.channel', '=', 'inapp')])),
  );
  // One rung a run is taken early.
  const isOver = notices.some(({ isEarly: wasEarly, shownAt }) => wasEarly === true || shownAt !== null);
  return isOver ? undefined : notices.at(-1)?.takenAt;
}

/** Locks a case whose notices no screen has shown and computes its early rung, while nobody holds it. */
async function unseenRungOf(ctx: CallCtx, payload: Due): Promise<FoundRung | undefined> {
  const { id, run, unseen } = payload;
  if (!(await ctx.repo(abnormalCase).find(id))) return undefined;
  const row = await ctx.repo(abnormalCase).lock(id);
  const limit = unseenLimit(ladderCase(row).level);
  if (row.state !== 'open' || row.ladderRun !== run || row.escalationStep !== unseen || limit === null)
    return undefined;
  const since = await unseenSince(ctx, row);
  if (!since || !(await isDue(ctx, 'case.due', { payload, due: since.getTime() + limit }))) return undefined;
  const rung = await earlyRung(ctx, row);
  return rung && { row, rung };
}

async function reopenCalls(ctx: CallCtx, lapsed: Case): Promise<void> {
  if (!isHelp(lapsed)) return;
  await answerRecords(ctx, lapsed);
  await announceWaitingCalls(ctx, lapsed.id);
}

const lapse = moveOf(abnormalCase, 'lapse');

async function takeFound(ctx: CallCtx, { row, rung }: FoundRung, isEarly: boolean): Promise<void> {
  const lapses = rung.lapses && lapse.fits(row.state);
  const next = await ctx.repo(abnormalCase).update(row.id, {
    ...(lapses && { state: lapse.to, handledBy: null }),
    escalationStep: rung.step,
    nextDueAt: rung.nextDueAt === null ? null : new Date(rung.nextDueAt),
  });
  await takeRung(ctx, next, isEarly);
  if (lapses) await reopenCalls(ctx, next);
}

async function climbLadder(ctx: CallCtx, due: Due): Promise<void> {
  const isUnseen = due.unseen !== undefined;
  const found = await (isUnseen ? unseenRungOf(ctx, due) : rungOf(ctx, due));
  if (!found) return;
  const { row } = found;
  await takeFound(ctx, found, isUnseen);
  const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
  await announce(ctx, {
    caseId: row.id,
    clientId: row.client,
    name: person?.name ?? '未绑定设备',
    finding: row.finding,
    level: ladderCase(row).level,
    at: row.latestAt,
    figureCase: row,
    kind: 'repeat',
  });
}

export async function followDue(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const due of payloads as readonly Due[]) await climbLadder(ctx, due);
}

async function isAnswered(ctx: CallCtx, clientId: number, check: CheckCase): Promise<boolean> {
  const open = [...check.waiting].filter(([, { answered }]) => !answered);
  const found = await Promise.all(
    open.map(async ([kind, { since }]) => {
      const { table } = tableOf(kind as ReadingKind).resource;
      const row = await ctx.tx.one<{ id: number }>(
        `select id from "${table}" where tenant_id = $1 and client_id = $2 and measured_at > $3 and measured_at <= $4 and quality = 0 limit 1`,
        [ctx.tenantId, clientId, new Date(since), ctx.now()],
      );
      return row !== undefined;
    }),
  );
  return found.every(Boolean);
}

interface CheckDue {
  readonly clientId: number;
}

/** Raises check cases without a new measurement. A stored one counts even if it is not processed yet. */
export async function followCheckDue(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  const dues = new Map((payloads as readonly CheckDue[]).map((each) => [each.clientId, each]));
  const clientIds = [...dues.keys()];
  const [books, persons] = await Promise.all([loadBooks(ctx, clientIds), loadPersons(ctx.tx, clientIds)]);
  for (const { clientId, name, team } of persons) {
    const check = books.get(clientId)?.check ?? null;
    const due = checkDueAt(check);
    if (
      !check ||
      due === null ||
      !(await isDue(ctx, 'check.due', { payload: dues.get(clientId) ?? { clientId }, due })) ||
      (await isAnswered(ctx, clientId, check))
    )
      continue;
    await saveSteps(ctx, { clientId, name, team }, riseCheck(check, Math.max(due, ctx.now().getTime())).steps);
  }
}

const closedFrom = 3;

export async function followMoved(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const { id, clientId, state } of payloads as readonly {
    readonly id: number;
    readonly clientId: number | null;
    readonly state: number;
  }[]) {
    if (state >= closedFrom) await cancelNotices(ctx, id);
    const rooms = await roomsOf(ctx, 'abnormal', clientId);
    ctx.publish({ event: 'abnormalchange', rooms, payload: { id, state }, key: randomUUID() });
  }
}
