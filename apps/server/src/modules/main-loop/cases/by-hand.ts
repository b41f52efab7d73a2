import { localDay, unknownBirthday } from '@kangmai/domain';
import { client, type abnormalCase } from '@kangmai/model';
import type { Draft } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';

/** The times that staff give to what they record themselves. */

const minuteMs = 60_000;
const oldestCallMs = 24 * 60 * minuteMs;
/** By how much the clock of a screen may be ahead. */
const aheadMs = 5 * minuteMs;

function refuseAhead(ctx: CallCtx, field: string, at: Date): void {
  if (at.getTime() > ctx.now().getTime() + aheadMs) throw invalid(field, 'by-hand.ahead');
}

/** Holds the time of a call that staff record to the last 24 hours. Refused with 400 at the field otherwise. */
export function requireCallTime(ctx: CallCtx, calledAt: Date): void {
  refuseAhead(ctx, 'calledAt', calledAt);
  if (calledAt.getTime() < ctx.now().getTime() - oldestCallMs) throw invalid('calledAt', 'sos.too-old');
}

/** Holds the times of a case that staff create to the life of its person, to the past and to their order. Refused with 400 at the field otherwise. */
export async function requireCaseTimes(ctx: CallCtx, draft: Draft<typeof abnormalCase>): Promise<void> {
  const { startedAt, latestAt } = draft;
  if (!startedAt || !latestAt) return;
  refuseAhead(ctx, 'startedAt', startedAt);
  refuseAhead(ctx, 'latestAt', latestAt);
  if (latestAt < startedAt) throw invalid('latestAt', 'case.ends-first');
  const person = draft.client ? await ctx.repo(client).find(draft.client) : undefined;
  if (!person || person.birthday === unknownBirthday) return;
  if (localDay(startedAt.getTime(), ctx.caller.zone) < person.birthday) throw invalid('startedAt', 'case.before-birth');
}
