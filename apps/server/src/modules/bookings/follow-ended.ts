import { client, clientStates } from '@kangmai/model';
import type { Follow } from '../../engine/public.ts';
import { isEnded } from './places.ts';
import { cancelServicesOf } from './service-bookings.ts';
import { cancelOfClient } from './settle.ts';

/** Bookings of clients who died or whose care has ended are cancelled. */
export const followEnded: Follow = async (ctx, payloads) => {
  for (const { clientId } of payloads as readonly { readonly clientId: number }[]) {
    const person = await ctx.repo(client).find(clientId);
    if (!person || !isEnded(person.state)) continue;
    const reason = `客户${clientStates.entries[person.state].label}`;
    await cancelOfClient(ctx, clientId, reason);
    await cancelServicesOf(ctx, clientId, reason);
  }
};
