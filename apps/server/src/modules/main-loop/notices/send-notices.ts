import { quietUntil } from '@kangmai/domain';
import { abnormalCase, alarmLevels, alarmNotice } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx, Follow } from '../../../engine/public.ts';
import type { Messages } from '../../messages/public.ts';
import { addressOf, type AddressParts, type SentChannel } from './addresses.ts';
import { alarmWords, cultureFor } from './alarm-words.ts';
import { deliverNotice } from './deliver.ts';

type Notice = Row<typeof alarmNotice>;
type Case = Row<typeof abnormalCase>;

export interface SendParts extends AddressParts {
  readonly messages: Pick<Messages, 'queue'>;
}

/** A channel that fails is followed by the next; calls by phone are the last. */
const followed: Partial<Record<Notice['channel'], Notice['channel']>> = { template: 'sms', mail: 'sms', sms: 'phone' };

/** After this an alarm is no news any more. */
const usefulSeconds = 3600;
const heldLevels: ReadonlySet<Case['level']> = new Set(['notice', 'attention']);

/** Marks a notice as failed and writes the one of the next channel, unless the receiver has that already. */
async function goOn(ctx: CallCtx, notice: Notice, reason: string): Promise<void> {
  await ctx.repo(alarmNotice).update(notice.id, { state: 'failed', failReason: reason.slice(0, 100) });
  const channel = followed[notice.channel];
  if (!channel) return;
  const { case: caseId, run, rung, isEarly, receiver, receiverKind, receiverKey, receiverUser, contact } = notice;
  const next = await ctx.repo(alarmNotice).insertUnlessThere({
    case: caseId,
    client: notice.client,
    run,
    rung,
    isEarly,
    receiver,
    receiverKind,
    receiverKey,
    receiverUser,
    contact,
    channel,
    content: notice.content,
    state: 'waiting',
    takenAt: ctx.now(),
  });
  if (next) deliverNotice(ctx, next);
}

async function send(parts: SendParts, ctx: CallCtx, notice: Notice): Promise<void> {
  const row = await ctx.repo(abnormalCase).get(notice.case);
  const channel = notice.channel as SentChannel;
  const { recipient, missing } = await addressOf(parts, ctx, { notice, channel });
  if (recipient === '') return goOn(ctx, notice, missing);
  const culture = await cultureFor(parts, ctx, notice.receiverUser);
  const quiet = await parts.settings.of(ctx.tenantId, 'App.Alarm.QuietHours');
  const end = heldLevels.has(row.level) ? quietUntil(quiet, ctx.now().getTime(), ctx.caller.zone) : undefined;
  const after = end === undefined ? undefined : new Date(end);
  await parts.messages.queue(ctx.tx, {
    channel,
    purpose: 'alarm',
    recipient,
    userId: notice.receiverUser,
    culture,
    params: await alarmWords(ctx, row, culture),
    level: Number(alarmLevels.wireOf(row.level)),
    key: `alarm notice ${notice.id} ${notice.resends}`,
    noticeId: notice.id,
    seconds: usefulSeconds + (after ? (after.getTime() - ctx.now().getTime()) / 1000 : 0),
    ...(after && { after }),
  });
}

/** The notice while it still waits to be sent; locked. */
async function waiting(ctx: CallCtx, id: number): Promise<Notice | undefined> {
  if (!(await ctx.repo(alarmNotice).find(id))) return undefined;
  const notice = await ctx.repo(alarmNotice).lock(id);
  return notice.state === 'waiting' ? notice : undefined;
}

/** Queues the messages of notices that were written. */
export const followSend =
  (parts: SendParts): Follow =>
  async (ctx, payloads) => {
    for (const { id } of payloads as readonly { readonly id: number }[]) {
      const notice = await waiting(ctx, id);
      if (notice) await send(parts, ctx, notice);
    }
  };

/** Writes the notices that take the place of those whose message could not be delivered. */
export const followFailed: Follow = async (ctx, payloads) => {
  for (const { id, reason } of payloads as readonly { readonly id: number; readonly reason: string }[]) {
    const notice = await ctx.repo(alarmNotice).lock(id);
    if (notice.state === 'waiting' || notice.state === 'sent') await goOn(ctx, notice, reason);
  }
};
