import { type CallCtx, sql } from '../../engine/public.ts';
import { accounts } from '../identity/public.ts';

/** The states of imported users, the most useful first, by the endings of their texts. */
const states = ['ready', 'sent', 'sending', 'failed', 'kept', 'expired', 'inactive'] as const;

// A mail from before the present password no longer says anything.
const stateOf = sql<string>`coalesce(
  (select case m.state when 'waiting' then 'sending' else m.state end from outgoing_message m
   where m.tenant_id = u.tenant_id and m.user_id = u.id and m.purpose = 'accountCreated' and m.queued_at >= coalesce(u.password_changed_at, '-infinity')
   order by m.id desc limit 1),
  case when u.password_hash is not null then 'ready' when u.is_active then 'expired' else 'inactive' end)`;

export async function mailOutcome(
  ctx: CallCtx,
  batchId: number,
): Promise<readonly { readonly reason: string; readonly count: number }[]> {
  const imported = sql<number>`(select r.row_id from import_row r where r.tenant_id = ${ctx.tenantId} and r.batch_id = ${batchId})`;
  const found = await ctx.all(
    ctx
      .from(accounts, 'u')
      .select((eb) => [stateOf.as('state'), eb.fn.countAll<number>().as('count')])
      .where('u.id', 'in', imported)
      .groupBy(stateOf),
  );
  const counts = new Map(found.map(({ state, count }) => [state, Number(count)]));
  return states.flatMap((state) => {
    const count = counts.get(state) ?? 0;
    return count === 0 ? [] : [{ reason: `user.imported.${state}`, count }];
  });
}
