import { user } from '@kangmai/model/organization';
import type { CallCtx, Services } from '../../engine/public.ts';
import { forbidden } from '../../platform/errors.ts';
import { setActive } from './set-active.ts';

/** Deactivates the account of somebody who leaves, by the permission and with the checks of users. */
export async function endAccount(services: Services, ctx: CallCtx, id: number): Promise<void> {
  const account = await ctx.first(
    ctx
      .from(user, 'u')
      .beyondSight('the account of a person in sight')
      .select(['u.id', 'u.isActive'])
      .where('u.id', '=', id),
  );
  if (!account?.isActive) return;
  const needed = 'Pages.Administration.Users.Edit';
  if (!ctx.can(needed)) throw forbidden(needed);
  await setActive({ services }, ctx, { id, isActive: false });
}
