import { quietUntil } from '@kangmai/domain';
import { abnormalCase, alarmLevels, alarmNotice, messageDefinitions } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx, Follow } from '../../../engine/public.ts';
import type { Messages, NewMessage } from '../../messages/public.ts';
import { awaitDue } from '../cases/due-events.ts';
import { addressOf, type SentChannel } from './addresses.ts';
import { alarmWords, cultureFor } from './alarm-words.ts';
import { deliverNotice, isSent, type OutwardNotice } from './deliver.ts';
import { type Failure, lockNotices, takeNextChannel } from './next-channel.ts';
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

const usefulSeconds = 3600;
const purpose = 'alarm';
const heldLevels: ReadonlySet<Case['level']> = new Set(messageDefinitions[purpose].quietLevels);

function messageFor(notice: Notice, { book, row, recipient }: Sending): NewMessage {
  const culture = cultureFor(book, notice.receiverUser);
  return {
    channel: notice.channel as SentChannel,
    purpose,
    recipient,
    userId: notice.receiverUser,
    culture,
    params: alarmWords(book, row, culture),
    level: Number(alarmLevels.wireOf(row.level)),
    key: `alarm notice ${notice.id} ${notice.resends}`,
    noticeId: notice.id,
    seconds: usefulSeconds,
  };
}

function heldUntil(ctx: CallCtx, { quietHours }: SendBook, { level }: Case): Date | undefined {
  if (!heldLevels.has(level)) return undefined;
  const end = quietUntil(quietHours, ctx.now().getTime(), ctx.caller.zone);
  return end === undefined ? undefined : new Date(end);
}

/** The notices that still wait to be sent; locked, in the order of their events. */
async function waiting(ctx: CallCtx, ids: readonly number[]): Promise<readonly Notice[]> {
  const [, rows] = await Promise.all([lockNotices(ctx, ids), rowsById(ctx, alarmNotice, ids)]);
  return ids.flatMap((id) => rows.get(id) ?? []).filter(({ state }) => state === 'waiting');
}

async function sendNotices(parts: SendParts, ctx: CallCtx, ids: readonly number[]): Promise<readonly OutwardNotice[]> {
  const notices = await waiting(ctx, ids);
  if (notices.length === 0) return [];
  const book = await readSendBook(parts, ctx, notices);
  const messages: NewMessage[] = [];
  const failures: Failure[] = [];
  for (const notice of notices) {
    const { recipient, missing } = addressOf(book, { notice, channel: notice.channel as SentChannel });
    const row = book.cases.get(notice.case) ?? (await ctx.repo(abnormalCase).get(notice.case));
    const due = heldUntil(ctx, book, row);
    if (recipient === '') failures.push({ id: notice.id, reason: missing });
    else if (due) awaitDue(ctx, 'alarm.send', { payload: { id: notice.id }, due });
    else messages.push(messageFor(notice, { book, row, recipient }));
  }
  const next = await takeNextChannel(ctx, failures);
  await parts.messages.queueAll(ctx.tx, messages);
  return next.filter(isSent);
}

export const followSend =
  (parts: SendParts): Follow =>
  async (ctx, payloads) => {
    const asked = payloads as readonly { readonly id: number }[];
    for (let ids: readonly number[] = [...new Set(asked.map(({ id }) => id))]; ids.length > 0;)
      ids = (await sendNotices(parts, ctx, ids)).map(({ id }) => id);
  };

export const followFailed: Follow = async (ctx, payloads) => {
  const failures = payloads as readonly Failure[];
  await lockNotices(
    ctx,
    failures.map(({ id }) => id),
  );
  for (const notice of await takeNextChannel(ctx, failures)) deliverNotice(ctx, notice);
};
