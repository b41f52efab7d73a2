import { abnormalRule, alarmLevels } from '@kangmai/model';
import { z } from 'zod';
import { arrayOf, call, whole, type CallCtx } from '../../../engine/public.ts';
import { notAllowed } from '../../../platform/errors.ts';

/** Levels whose rules another person than the author must confirm. */
const guarded = ['warning', 'critical'] as const;
const guardedLevels = guarded.map((level) => Number(alarmLevels.wireOf(level)));

/** Whether a user answers for a rule as its owner, or changed it last. */
const isAuthor = (users: string): string =>
  `(coalesce(updated_by, created_by) = any(${users}::bigint[]) or owner_id = any(${users}::bigint[]))`;

/** The caller, and a colleague who acts as the caller. */
const usersOf = ({ caller, tenantId }: CallCtx): readonly (number | null)[] => [
  caller.userId,
  caller.impersonatorTenantId === tenantId ? caller.impersonatorUserId : null,
];

/** Refuses the confirmation of a rule of level 3 or 4 by its author: its owner, or the person who changed it last. */
export async function requireOther(ctx: CallCtx, { id }: { readonly id: number }): Promise<void> {
  const sql = `select 1 from abnormal_rule where tenant_id = $1 and id = $2 and level = any($3) and ${isAuthor('$4')}`;
  if (await ctx.tx.one(sql, [ctx.tenantId, id, guardedLevels, usersOf(ctx)])) throw notAllowed('rule.own-confirmation');
}

export const ownRulesCall = call({
  wire: 'GET AbnormalRules/GetOwn',
  title: '须由他人确认的规则',
  resource: abnormalRule,
  permission: abnormalRule.actions.confirm.permission,
  input: z.object({}),
  output: z.object({ items: arrayOf(whole) }),
  run: async (ctx) => {
    const sql = `select id from abnormal_rule where tenant_id = $1 and level = any($2) and ${isAuthor('$3')} and not is_deleted order by id`;
    const rows = await ctx.tx.query<{ readonly id: number }>(sql, [ctx.tenantId, guardedLevels, usersOf(ctx)]);
    return { items: rows.map(({ id }) => id) };
  },
});
