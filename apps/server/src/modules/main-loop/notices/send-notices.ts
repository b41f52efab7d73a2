import { calledBySurname, quietUntil } from '@kangmai/domain';
import { abnormalCase, alarmLevels, alarmNotice, client, guardianContact, user } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { Settings } from '../../../access/settings.ts';
import { type CallCtx, type Follow, table } from '../../../engine/public.ts';
import type { Messages } from '../../messages/public.ts';
import { deliverNotice } from './deliver.ts';
import { houseOf, type House } from './house.ts';

type Notice = Row<typeof alarmNotice>;
type Case = Row<typeof abnormalCase>;

export interface SendParts {
  readonly messages: Pick<Messages, 'queue'>;
  readonly settings: Pick<Settings, 'of'>;
}

const tenants = table('tenant', { id: 'bigint', name: 'text' });

/** A channel that fails is followed by the next; calls by phone are the last. */
const followed: Partial<Record<Notice['channel'], Notice['channel']>> = { template: 'sms', sms: 'phone' };

/** After this an alarm is no news any more. */
const usefulSeconds = 3600;
const heldLevels: ReadonlySet<Case['level']> = new Set(['notice', 'attention']);

const text = (value: string | null | undefined): string => (value ?? '').trim();

/** The phone number of a receiver; empty where there is none. */
async function phoneOf({ settings }: SendParts, ctx: CallCtx, notice: Notice): Promise<string> {
  if (notice.contact !== null) return text((await ctx.repo(guardianContact).find(notice.contact))?.phone);
  if (notice.receiverUser !== null) return text((await ctx.repo(user).find(notice.receiverUser))?.phoneNumber);
  if (notice.receiverKind === 'wearer' && notice.client !== null)
    return text((await ctx.repo(client).find(notice.client))?.phone);
  if (notice.receiverKind === 'dutyPhone') return text(await settings.of(ctx.tenantId, 'App.Alarm.DutyPhone'));
  return '';
}

/** The house of a person for a message; the tenant where it has none. */
async function senderOf(ctx: CallCtx, unit: number | null): Promise<House> {
  const house = await houseOf(ctx, unit);
  if (house) return house;
  const own = await ctx.first(ctx.from(tenants, 't').select('t.name').where('t.id', '=', ctx.tenantId));
  return { name: text(own?.name), phone: '我们' };
}

/** Words of a message about a case: nothing that tells a value, a whole name or the person's number. */
async function wordsOf(ctx: CallCtx, row: Case) {
  const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
  const house = await senderOf(ctx, person?.organizationUnit ?? null);
  return {
    house: house.name,
    phone: house.phone,
    ward: person ? calledBySurname(person.name, person.gender) : '未绑定设备',
    level: alarmLevels.entries[row.level].label,
  };
}

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
  if (notice.channel === 'template') return goOn(ctx, notice, '未启用公众号');
  const recipient = await phoneOf(parts, ctx, notice);
  if (recipient === '') return goOn(ctx, notice, '没有手机号');
  const quiet = await parts.settings.of(ctx.tenantId, 'App.Alarm.QuietHours');
  const end = heldLevels.has(row.level) ? quietUntil(quiet, ctx.now().getTime(), ctx.caller.zone) : undefined;
  const after = end === undefined ? undefined : new Date(end);
  await parts.messages.queue(ctx.tx, {
    channel: 'sms',
    purpose: 'alarm',
    recipient,
    userId: notice.receiverUser,
    culture: 'zh-Hans',
    params: await wordsOf(ctx, row),
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
