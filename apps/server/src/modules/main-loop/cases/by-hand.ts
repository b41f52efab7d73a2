import { localDay, unknownBirthday } from '@kangmai/domain';
import { client, type abnormalCase } from '@kangmai/model';
import type { Draft } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';

const minuteMs = 60_000;
const oldestCallMs = 24 * 60 * minuteMs;
/** Tolerated error of a browser's clock. */
const aheadMs = 5 * minuteMs;

function refuseAhead(ctx: CallCtx, field: string, at: Date): void {
  if (at.getTime() > ctx.now().getTime() + aheadMs) throw invalid(field, 'by-hand.ahead');
}

export function requireCallTime(ctx: CallCtx, calledAt: Date): void {
  refuseAhead(ctx, 'calledAt', calledAt);
  if (calledAt.getTime() < ctx.now().getTime() - oldestCallMs) throw invalid('calledAt', 'sos.too-old');
}

/** Refuses a case entered by staff whose times are in the future, in reverse order or before the person's birth. */
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
