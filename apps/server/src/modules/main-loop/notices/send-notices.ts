import { quietUntil } from '@kangmai/domain';
import { abnormalCase, alarmLevels, alarmNotice } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx, Follow } from '../../../engine/public.ts';
import type { Messages, NewMessage } from '../../messages/public.ts';
import { addressOf, type SentChannel } from './addresses.ts';
import { alarmWords, cultureFor } from './alarm-words.ts';
import { deliverNotice } from './deliver.ts';
import { readSendBook, rowsById, type BookParts, type SendBook } from './send-book.ts';

type Notice = Row<typeof alarmNotice>;
type Case = Row<typeof abnormalCase>;

export interface SendParts extends BookParts {
  readonly messages: Pick<Messages, 'queueAll'>;
}

interface Sending {
  readonly book: SendBook;
  readonly row: Case;
  readonly recipient: string;
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

function messageFor(ctx: CallCtx, notice: Notice, { book, row, recipient }: Sending): NewMessage {
  const culture = cultureFor(book, notice.receiverUser);
  const now = ctx.now().getTime();
  const end = heldLevels.has(row.level) ? quietUntil(book.quietHours, now, ctx.caller.zone) : undefined;
  return {
    channel: notice.channel as SentChannel,
    purpose: 'alarm',
    recipient,
    userId: notice.receiverUser,
    culture,
    params: alarmWords(book, row, culture),
    level: Number(alarmLevels.wireOf(row.level)),
    key: `alarm notice ${notice.id} ${notice.resends}`,
    noticeId: notice.id,
    seconds: usefulSeconds + (end === undefined ? 0 : (end - now) / 1000),
    ...(end !== undefined && { after: new Date(end) }),
  };
}

const lockSql =
  'select id from alarm_notice where tenant_id = $1 and id = any($2::bigint[]) and not is_deleted order by id for update';

/** The notices that still wait to be sent; locked, in the order of their events. */
async function waiting(ctx: CallCtx, ids: readonly number[]): Promise<readonly Notice[]> {
  const [, rows] = await Promise.all([
    ctx.tx.query<{ readonly id: number }>(lockSql, [ctx.tenantId, ids]),
    rowsById(ctx, alarmNotice, ids),
  ]);
  return ids.flatMap((id) => rows.get(id) ?? []).filter(({ state }) => state === 'waiting');
}

/** Queues the messages of notices that were written, few statements a set. */
export const followSend =
  (parts: SendParts): Follow =>
  async (ctx, payloads) => {
    const asked = payloads as readonly { readonly id: number }[];
    const notices = await waiting(ctx, [...new Set(asked.map(({ id }) => id))]);
    if (notices.length === 0) return;
    const book = await readSendBook(parts, ctx, notices);
    const messages: NewMessage[] = [];
    for (const notice of notices) {
      const { recipient, missing } = addressOf(book, { notice, channel: notice.channel as SentChannel });
      const row = book.cases.get(notice.case) ?? (await ctx.repo(abnormalCase).get(notice.case));
      if (recipient === '') await goOn(ctx, notice, missing);
      else messages.push(messageFor(ctx, notice, { book, row, recipient }));
    }
    await parts.messages.queueAll(ctx.tx, messages);
  };

/** Writes the notices that take the place of those whose message could not be delivered. */
export const followFailed: Follow = async (ctx, payloads) => {
  for (const { id, reason } of payloads as readonly { readonly id: number; readonly reason: string }[]) {
    const notice = await ctx.repo(alarmNotice).lock(id);
    if (notice.state === 'waiting' || notice.state === 'sent') await goOn(ctx, notice, reason);
  }
};
