import { abnormalCase, alarmNotice, alarmNoticeStates } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { requireSelf } from '../../../access/caller.ts';
import { call, codeOf, implement, timestamp, whole, type CallCtx } from '../../../engine/public.ts';
import { notAllowed } from '../../../platform/errors.ts';
import { logContact } from '../cases/case-actions.ts';
import { proofs } from '../cases/case-moves.ts';
import { cancelNotices } from './cancel-notices.ts';
import { deliverNotice } from './deliver.ts';

type Notice = Row<typeof alarmNotice>;

const mostResends = 3;
const openStates: ReadonlySet<Row<typeof abnormalCase>['state']> = new Set(['open', 'claimed', 'inProgress']);

const shownCall = call({
  wire: 'POST AlarmNotices/MarkShown',
  title: '登记告警已显示',
  permission: permissionsOfCall(alarmNotice, 'list'),
  resource: alarmNotice,
  inWaitingDays: true,
  input: z.object({ caseIds: z.array(z.number().int().positive()).min(1).max(100) }),
  output: z.object({ shown: whole }),
  /** Records that a screen of the caller shows these alarms: for the caller's own notices alone. */
  async run(ctx, { caseIds }) {
    const { userId, impersonatorUserId } = ctx.caller;
    if (userId === null || impersonatorUserId !== null) return { shown: 0 };
    const notices = await ctx.all(
      ctx
        .from(alarmNotice, 'n')
        .select('n.id')
        .where('n.case', 'in', caseIds)
        .where('n.receiverUser', '=', userId)
        .where('n.channel', '=', 'inapp')
        .where('n.shownAt', 'is', null)
        .orderBy('n.id'),
    );
    for (const { id } of notices) await ctx.repo(alarmNotice).update(id, { shownAt: ctx.now() });
    return { shown: notices.length };
  },
});

async function acknowledge(ctx: CallCtx, row: Notice): Promise<Notice> {
  requireSelf(ctx.caller);
  if (row.receiverUser === null || row.receiverUser !== ctx.caller.userId)
    throw notAllowed('alarm-notice.not-receiver');
  if (row.acknowledgedAt !== null) return row;
  return ctx.repo(alarmNotice).update(row.id, {
    state: 'acknowledged',
    acknowledgedAt: ctx.now(),
    ...(row.channel === 'inapp' && row.shownAt === null && { shownAt: ctx.now() }),
  });
}

async function resend(ctx: CallCtx, row: Notice): Promise<Notice> {
  if (row.channel === 'inapp' || row.state === 'nobody') throw notAllowed('alarm-notice.not-sendable');
  if (row.resends >= mostResends) throw notAllowed('alarm-notice.resent-enough', { most: mostResends });
  const { state } = await ctx.repo(abnormalCase).get(row.case);
  if (!openStates.has(state)) throw notAllowed('case.not-open');
  const again = await ctx.repo(alarmNotice).update(row.id, {
    state: 'waiting',
    sentAt: null,
    deliveredAt: null,
    failReason: null,
    resends: row.resends + 1,
  });
  deliverNotice(ctx, again);
  return again;
}

const answer = z.object({
  id: whole,
  state: codeOf(alarmNoticeStates),
  ackTime: timestamp.nullable(),
  resends: whole,
});

const answerOf = ({ id, state, acknowledgedAt, resends }: Notice): z.output<typeof answer> => ({
  id,
  state: Number(alarmNoticeStates.wireOf(state)),
  ackTime: acknowledgedAt?.toISOString() ?? null,
  resends,
});

/** Logs the call with the case, where a proven contact ends the ladder and the calls that still wait. */
async function logCall(
  ctx: CallCtx,
  { case: id, channel, contact, receiverKind }: Notice,
  { callOutcome, callNote }: Pick<Notice, 'callOutcome' | 'callNote'>,
): Promise<void> {
  if (channel === 'inapp') throw notAllowed('alarm-notice.not-callable');
  if (!callOutcome) return;
  const callee = receiverKind === 'wearer' ? 'person' : null;
  await logContact(ctx, { id, callOutcome, note: callNote, callee, guardian: contact });
  if (proofs.has(callOutcome)) await cancelNotices(ctx, [id]);
}

/** Who closes a case locks it before its notices. */
async function lockCaseOf(ctx: CallCtx, id: number): Promise<void> {
  const row = await ctx.repo(alarmNotice).get(id);
  await ctx.repo(abnormalCase).lock(row.case);
}

export const alarmNoticeModule = implement(alarmNotice, {
  lockFirst: lockCaseOf,
  moves: {
    call: (ctx, { row, input }) =>
      logCall(ctx, row, { callOutcome: input.callOutcome, callNote: input.callNote ?? null }),
  },
  actions: {
    acknowledge: async (ctx, { id }) => answerOf(await acknowledge(ctx, await ctx.repo(alarmNotice).lock(id))),
    resend: async (ctx, { id }) => answerOf(await resend(ctx, await ctx.repo(alarmNotice).lock(id))),
  },
  answers: { acknowledge: answer, resend: answer },
});

export const alarmNoticeCalls = [shownCall];
