import { alarmNotice } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';

/** Notices that were not sent yet are cancelled when their case is closed. */
export async function cancelNotices(ctx: CallCtx, caseId: number): Promise<void> {
  const waiting = await ctx.repo(alarmNotice).list({ where: { case: caseId, state: 'waiting' } });
  for (const { id } of waiting) {
    const row = await ctx.repo(alarmNotice).lock(id);
    if (row.state === 'waiting') await ctx.repo(alarmNotice).update(id, { state: 'cancelled' });
  }
}
