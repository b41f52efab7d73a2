import { accessAlert, accessAlertStates, sensitiveAccessLog } from '@kangmai/model';
import { stemsOf, type ActionInput } from '@kangmai/resource';
import { z } from 'zod';
import { answerPage, call, type CallCtx, implement } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';

const anything = z.record(z.string(), z.unknown());
const paging = {
  skipCount: z.string().optional(),
  maxResultCount: z.string().optional(),
  sorting: z.string().max(100).optional(),
};

/** The log asked by person, and the alerts by the log's own service. */
export const looksCalls = [
  call({
    wire: `GET ${sensitiveAccessLog.wire.service}/GetByClient`,
    title: '谁查看过该客户',
    permission: stemsOf(sensitiveAccessLog),
    resource: sensitiveAccessLog,
    input: z.object({ clientId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER), ...paging }),
    run: (ctx, { clientId, ...query }) =>
      answerPage({ plan: ctx.rows(sensitiveAccessLog).plan, code: undefined }, ctx, {
        query: { ...query, clientIdFilter: String(clientId) },
        flat: true,
      }),
  }),
  call({
    wire: `GET ${sensitiveAccessLog.wire.service}/GetAlerts`,
    title: accessAlert.title,
    permission: stemsOf(accessAlert),
    resource: accessAlert,
    input: anything,
    run: (ctx, query) => answerPage({ plan: ctx.rows(accessAlert).plan, code: undefined }, ctx, { query, flat: true }),
  }),
];

async function settle(ctx: CallCtx, { id, note }: ActionInput<typeof accessAlert.actions.settle>): Promise<object> {
  const alert = await ctx.repo(accessAlert).lock(id);
  if (alert.state !== 'open') throw notAllowed('state.not-allowed');
  const row = await ctx
    .repo(accessAlert)
    .update(id, { state: 'settled', settledBy: ctx.caller.userId, settledAt: ctx.now(), note });
  return { id, state: accessAlertStates.wireOf(row.state) };
}

/** Alerts are made by the machinery; people look into them and say what they found. */
export const accessAlertCode = implement(accessAlert, { actions: { settle } });
