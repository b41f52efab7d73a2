import { client, knowingChannel } from '@kangmai/model';
import { asSaved, type CallCtx, implement } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import type { ClientDraft } from './identity.ts';

export const knowingChannelCode = implement(knowingChannel, {
  async beforeDelete(ctx, row) {
    const used = await ctx.first(
      ctx
        .from(client, 'c')
        .beyondSight('what is used stays, whoever sees the use')
        .where('c.knowingChannel', '=', row.id)
        .select((eb) => eb.fn.countAll<number>().as('count')),
    );
    if (used?.count) throw notAllowed('channel.in-use', { count: used.count });
  },
});

export async function requireIntroducer(
  ctx: CallCtx,
  draft: ClientDraft,
  current: ClientDraft | undefined,
): Promise<void> {
  const { knowingChannel: channel, introducer } = asSaved<ClientDraft>(draft, current);
  const isAsked = draft.knowingChannel !== undefined || draft.introducer !== undefined;
  if (!isAsked || !channel || introducer) return;
  const { kind } = (await ctx.repo(knowingChannel).find(channel)) ?? {};
  if (kind === 'referral') throw invalid('introducer', 'client.introducer-needed');
}
