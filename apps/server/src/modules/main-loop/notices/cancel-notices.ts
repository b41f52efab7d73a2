import { alarmNotice } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';

/** Notices that were not sent yet are cancelled when their cases are closed; locked in the order of their ids. */
export async function cancelNotices(ctx: CallCtx, caseIds: readonly number[]): Promise<void> {
  if (caseIds.length === 0) return;
  const waiting = await ctx.repo(alarmNotice).list({ where: { case: { in: caseIds }, state: 'waiting' } });
  for (const { id } of waiting.toSorted((one, other) => one.id - other.id)) {
    const row = await ctx.repo(alarmNotice).lock(id);
    if (row.state === 'waiting') await ctx.repo(alarmNotice).update(id, { state: 'cancelled' });
  }
}
