import { educationEnrolment, healthEducation } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, type Follow, moveOf } from '../../engine/public.ts';
import { tell } from './tell.ts';
import type { TellClients } from '../messages/public.ts';
import type { Promoted } from './waiting-list.ts';

interface Over {
  readonly id: number;
}

export const overTopic = 'education.over';

const atOnce = 200;

type Enrolment = Row<typeof educationEnrolment>;

const missed = moveOf(educationEnrolment, 'miss');
const cancelled = moveOf(educationEnrolment, 'cancel').to;
const remarks = { ended: '活动已结束', cancelled: '活动已取消' } as const;

function settleOne(ctx: CallCtx, state: 'ended' | 'cancelled', row: Enrolment): Promise<Enrolment> {
  const rows = ctx.repo(educationEnrolment);
  if (state === 'ended' && missed.fits(row.status)) return rows.update(row.id, { status: missed.to });
  const reason = remarks[state];
  return rows.update(row.id, { status: cancelled, isLive: null, remark: row.remark ?? reason }, reason);
}

/** Nobody stays enrolled after the end; a cancellation goes to all who were. */
export const followOver =
  (tellClients: TellClients): Follow =>
  async (ctx, payloads) => {
    for (const { id } of payloads as readonly Over[]) {
      if (!(await ctx.repo(healthEducation).find(id))) continue;
      const lecture = await ctx.repo(healthEducation).lock(id);
      const { state } = lecture;
      if (state !== 'ended' && state !== 'cancelled') continue;
      const open = await ctx.repo(educationEnrolment).list({
        where: { education: id, status: { in: ['pending', 'enrolled', 'waitlisted'] } },
        take: atOnce,
      });
      const rows: Enrolment[] = [];
      for (const row of open) rows.push(await settleOne(ctx, state, row));
      if (state === 'cancelled') await tell(ctx, tellClients, { rows, lecture, purpose: 'educationCancelled' });
      if (open.length === atOnce) ctx.emit(overTopic, { id } satisfies Over, 'last');
    }
  };

export const followPromoted =
  (tellClients: TellClients): Follow =>
  async (ctx, payloads) => {
    for (const { id } of payloads as readonly Promoted[]) {
      const row = await ctx.repo(educationEnrolment).find(id);
      if (row?.status !== 'enrolled') continue;
      const lecture = await ctx.repo(healthEducation).get(row.education);
      await tell(ctx, tellClients, { rows: [row], lecture, purpose: 'educationPlace' });
    }
  };
