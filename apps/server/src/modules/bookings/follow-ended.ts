import { client, clientStates } from '@kangmai/model';
import type { CallCtx, Follow } from '../../engine/public.ts';
import { cancelEscortsOf } from './escorts.ts';
import { isEnded } from './places.ts';
import { cancelServicesOf } from './service-bookings.ts';
import { cancelOfClient } from './settle.ts';

export type CancelOfClient = (ctx: CallCtx, clientId: number, reason: string) => Promise<void>;

/** What was booked for clients who died or whose care has ended is cancelled, here and in other areas. */
export const followEnded =
  (others: readonly CancelOfClient[]): Follow =>
  async (ctx, payloads) => {
    for (const { clientId } of payloads as readonly { readonly clientId: number }[]) {
      const person = await ctx.repo(client).find(clientId);
      if (!person || !isEnded(person.state)) continue;
      const reason = `客户${clientStates.entries[person.state].label}`;
      for (const cancel of [cancelOfClient, cancelEscortsOf, cancelServicesOf, ...others])
        await cancel(ctx, clientId, reason);
    }
  };
