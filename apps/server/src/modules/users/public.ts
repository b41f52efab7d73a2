import { requireChangeWithin } from '../../access/rights-within.ts';
import { rightsOf } from '../../access/session.ts';
import { user } from '@kangmai/model/organization';
import type { CallCtx, Services } from '../../engine/public.ts';
import { forbidden } from '../../platform/errors.ts';
import { emitSessionChange } from '../identity/public.ts';
import { recordUserChange } from './history.ts';
import { roleNamesOf, setRoles } from './links.ts';
import { lockedAccount, type Parts, requireMayManage } from './save-user.ts';
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

export async function giveRole(
  { services }: Pick<Parts, 'services'>,
  ctx: CallCtx,
  { id, role }: { readonly id: number; readonly role: string },
): Promise<void> {
  const { tx, tenantId } = ctx;
  const account = await lockedAccount(ctx, id);
  const before = await requireMayManage(ctx, id);
  const held = await roleNamesOf(ctx, id);
  if (held.includes(role)) return;
  await setRoles(ctx, account, [...held, role]);
  const after = await rightsOf(tx, { tenantId, userId: id });
  requireChangeWithin(ctx.caller, { before, after });
  await recordUserChange(ctx, id, {
    before: { roles: held },
    after: { roles: [...held, role].toSorted((a, b) => a.localeCompare(b)) },
  });
  emitSessionChange(services, tx, id);
}

export { createUser, type Parts as UserParts } from './save-user.ts';
export { setActive } from './set-active.ts';
