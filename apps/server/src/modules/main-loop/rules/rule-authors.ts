import { abnormalRule, alarmLevels } from '@kangmai/model';
import { z } from 'zod';
import { arrayOf, call, whole, type CallCtx } from '../../../engine/public.ts';
import { notAllowed } from '../../../platform/errors.ts';

/** Levels whose rules another person than the author must confirm. */
const guarded = ['warning', 'critical'] as const;
const guardedLevels = guarded.map((level) => Number(alarmLevels.wireOf(level)));

const authorSql = 'coalesce(updated_by, created_by)';

/** Refuses the confirmation of a rule of level 3 or 4 by its author: the person who changed it last. */
export async function requireOther(ctx: CallCtx, { id }: { readonly id: number }): Promise<void> {
  const sql = `select 1 from abnormal_rule where tenant_id = $1 and id = $2 and level = any($3) and ${authorSql} = $4`;
  if (await ctx.tx.one(sql, [ctx.tenantId, id, guardedLevels, ctx.caller.userId]))
    throw notAllowed('rule.own-confirmation');
}

export const ownRulesCall = call({
  wire: 'GET AbnormalRules/GetOwn',
  title: '须由他人确认的规则',
  resource: abnormalRule,
  permission: abnormalRule.actions.confirm.permission,
  input: z.object({}),
  output: z.object({ items: arrayOf(whole) }),
  run: async (ctx) => {
    const sql = `select id from abnormal_rule where tenant_id = $1 and level = any($2) and ${authorSql} = $3 and not is_deleted order by id`;
    const rows = await ctx.tx.query<{ readonly id: number }>(sql, [ctx.tenantId, guardedLevels, ctx.caller.userId]);
    return { items: rows.map(({ id }) => id) };
  },
});
