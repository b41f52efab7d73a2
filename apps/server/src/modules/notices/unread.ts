import type { CallCtx } from '../../engine/public.ts';
import { notices, users } from './tables.ts';

/** How many notices with these keys nobody has read or deleted. */
export async function unreadOf(ctx: CallCtx, keys: readonly string[]): Promise<number> {
  const row = await ctx.first(
    ctx
      .from(users, 'u')
      .query.innerJoin(ctx.from(notices, 'n').joined, 'n.userId', 'u.id')
      .where('n.key', 'in', keys)
      .where('n.isRead', '=', false)
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return row?.count ?? 0;
}
