import { calledBySurname } from '@kangmai/domain';
import { client, guardianContact } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';
import type { Culture } from '../../platform/texts/index.ts';
import type { Subject } from './bind-code.ts';

/** How a binding ended: whom messages will be about, or why there is none. */
export type Bound = { readonly ward: string } | { readonly own: true } | { readonly refused: string };

const most = 100;

async function holdersOf(
  ctx: CallCtx,
  resource: typeof client | typeof guardianContact,
  openId: string,
): Promise<readonly number[]> {
  const rows = await (resource.name === 'client'
    ? ctx.all(ctx.from(client, 'h').select('h.id').where('h.openId', '=', openId).limit(most))
    : ctx.all(ctx.from(guardianContact, 'h').select('h.id').where('h.openId', '=', openId).limit(most)));
  return rows.map(({ id }) => id);
}

async function bindClient(ctx: CallCtx, id: number, openId: string): Promise<Bound> {
  const clients = ctx.repo(client);
  const row = await clients.find(id);
  if (!row) return { refused: 'follower.code-ended' };
  if ((await holdersOf(ctx, client, openId)).some((other) => other !== id)) return { refused: 'follower.other-client' };
  await clients.update(id, { openId, bindState: 'bound' });
  return { own: true };
}

/** A scan of the code is the consent to messages by WeChat. */
async function bindContact(
  ctx: CallCtx,
  { id, culture }: { id: number; culture: Culture },
  openId: string,
): Promise<Bound> {
  const contacts = ctx.repo(guardianContact);
  const row = await contacts.find(id);
  const ward = row && (await ctx.repo(client).find(row.client));
  if (!row || !ward) return { refused: 'follower.code-ended' };
  const channels = new Set([...(row.noticeChannels ?? []), 'wechat' as const]);
  await contacts.update(id, { openId, noticeChannels: [...channels] });
  return { ward: calledBySurname(ward.name, ward.gender, culture) };
}

export const bind = (
  ctx: CallCtx,
  { subject, culture }: { readonly subject: Subject; readonly culture: Culture },
  openId: string,
): Promise<Bound> =>
  'client' in subject
    ? bindClient(ctx, subject.client, openId)
    : bindContact(ctx, { id: subject.contact, culture }, openId);

/** Ends every binding of an open id: its holder no longer follows the account. */
export async function unbindAll(ctx: CallCtx, openId: string): Promise<void> {
  for (const id of await holdersOf(ctx, client, openId))
    await ctx.repo(client).update(id, { openId: null, bindState: 'unbound' });
  for (const id of await holdersOf(ctx, guardianContact, openId))
    await ctx.repo(guardianContact).update(id, { openId: null });
}
