import { type alarmNotice, client, gzhSetting, guardianContact, user } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { Settings } from '../../../access/settings.ts';
import { type CallCtx, table } from '../../../engine/public.ts';

type Notice = Row<typeof alarmNotice>;
export type SentChannel = 'template' | 'sms' | 'mail';

export interface AddressParts {
  readonly settings: Pick<Settings, 'of'>;
}

const users = table('app_user', { id: 'bigint', ['email_address']: 'text', ['is_email_confirmed']: 'boolean' });

const text = (value: string | null | undefined): string => (value ?? '').trim();

const wearerOf = async (ctx: CallCtx, { receiverKind, client: id }: Notice) =>
  receiverKind === 'wearer' && id !== null ? ctx.repo(client).find(id) : undefined;

async function phoneOf({ settings }: AddressParts, ctx: CallCtx, notice: Notice): Promise<string> {
  if (notice.contact !== null) return text((await ctx.repo(guardianContact).find(notice.contact))?.phone);
  if (notice.receiverUser !== null) return text((await ctx.repo(user).find(notice.receiverUser))?.phoneNumber);
  if (notice.receiverKind === 'dutyPhone') return text(await settings.of(ctx.tenantId, 'App.Alarm.DutyPhone'));
  return text((await wearerOf(ctx, notice))?.phone);
}

/** The mail address of a user who confirmed it; contacts have none. */
async function mailOf(ctx: CallCtx, { receiverUser }: Notice): Promise<string> {
  if (receiverUser === null) return '';
  const found = ctx
    .from(users, 'u')
    .select(['u.email_address', 'u.is_email_confirmed'])
    .where('u.id', '=', receiverUser);
  const row = await ctx.first(found);
  return row?.['is_email_confirmed'] ? text(row['email_address']) : '';
}

/** The open id of a contact, of the client that the contact is as well, or of the wearer. */
async function openIdOf(ctx: CallCtx, notice: Notice): Promise<string> {
  if (notice.contact === null) return text((await wearerOf(ctx, notice))?.openId);
  const contact = await ctx.repo(guardianContact).find(notice.contact);
  if (contact?.openId || !contact?.linkedClient) return text(contact?.openId);
  return text((await ctx.repo(client).find(contact.linkedClient))?.openId);
}

const hasAccount = async (ctx: CallCtx): Promise<boolean> =>
  (await ctx.repo(gzhSetting).first({ where: { isEnabled: true } })) !== undefined;

/** Where a notice goes by its channel, or why it cannot. */
export async function addressOf(
  parts: AddressParts,
  ctx: CallCtx,
  { notice, channel }: { readonly notice: Notice; readonly channel: SentChannel },
): Promise<{ readonly recipient: string; readonly missing: string }> {
  if (channel === 'sms') return { recipient: await phoneOf(parts, ctx, notice), missing: '没有手机号' };
  if (channel === 'mail') return { recipient: await mailOf(ctx, notice), missing: '没有已确认的邮箱' };
  if (!(await hasAccount(ctx))) return { recipient: '', missing: '未启用公众号' };
  return { recipient: await openIdOf(ctx, notice), missing: '未绑定微信' };
}
