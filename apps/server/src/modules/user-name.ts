import { user } from '@kangmai/model';
import type { CallCtx } from '../engine/public.ts';

/** The name of a staff member; undefined for an unknown id. */
export const userName = async (ctx: CallCtx, id: number): Promise<string | undefined> =>
  (
    await ctx.first(
      ctx.from(user, 'u').withDeleted('what somebody did keeps their name').select('u.fullName').where('u.id', '=', id),
    )
  )?.fullName;
