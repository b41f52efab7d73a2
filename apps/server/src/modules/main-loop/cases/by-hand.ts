import { localDay, unknownBirthday } from '@kangmai/domain';
import { alarmLevels, client, type abnormalCase } from '@kangmai/model';
import type { AlarmLevel } from '@kangmai/domain';
import type { Draft, Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import { takeRung } from '../notices/take-rung.ts';
import { announce } from './announce.ts';
import { beginLadder } from './ladder-run.ts';
import { tiesOf } from './persons.ts';
import { remindAll } from './reminders.ts';

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

/** A case entered by staff has the ladder and the team of any other. */
export async function beginByHand(ctx: CallCtx, draft: Draft<typeof abnormalCase>): Promise<void> {
  const { type, level, client: person } = draft;
  if (!type || !level || !person) return;
  const ties = (await tiesOf(ctx, [person])).get(person);
  Object.assign(draft, { ...(await beginLadder(ctx, { type, level })), team: ties?.team ?? null });
}

export async function alarmByHand(ctx: CallCtx, row: Row<typeof abnormalCase>): Promise<void> {
  await takeRung(ctx, row);
  const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
  const told = {
    caseId: row.id,
    clientId: row.client,
    name: person?.name ?? '',
    finding: row.finding,
    level: Number(alarmLevels.wireOf(row.level)) as AlarmLevel,
    at: row.latestAt,
    kind: 'open',
  } as const;
  await remindAll(ctx, [told]);
  await announce(ctx, told);
}
