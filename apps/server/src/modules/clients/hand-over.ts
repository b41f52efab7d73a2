import { type client, user } from '@kangmai/model';
import type { ActionInput } from '@kangmai/resource';
import type { CallCtx } from '../../engine/public.ts';
import type { Notify } from '../notices/public.ts';
import { transferTeam } from '../teams/public.ts';

type Input = ActionInput<(typeof client)['actions']['transferTeam']>;

/** Hands clients over; who gets them hears of it once a day and former colleague, however many they are. */
export const handOver =
  (notify: Notify) =>
  async (ctx: CallCtx, input: Input): Promise<{ transferred: number }> => {
    const { fromUser, toUser } = input;
    const answer = await transferTeam(ctx, input);
    if (toUser === ctx.caller.userId) return answer;
    const former = await ctx.repo(user).find(fromUser);
    await notify(ctx, {
      purpose: 'App.ClientsHandedOver',
      to: { users: [toUser] },
      params: { name: former?.fullName ?? '' },
      link: '/userManage/UserList',
      key: `clients of ${fromUser} to ${toUser} on ${ctx.today()}`,
    });
    return answer;
  };
