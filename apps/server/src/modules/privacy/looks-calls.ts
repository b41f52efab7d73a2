import { accessAlert, accessAlertStates, sensitiveAccessLog } from '@kangmai/model';
import { Members, stemsOf, type ActionInput } from '@kangmai/resource';
import { z } from 'zod';
import {
  answerPage,
  call,
  codeOf,
  flatRow,
  implement,
  listQueryInput,
  pageOf,
  told,
  whole,
  type CallCtx,
} from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';

const paging = {
  skipCount: z.string().optional(),
  maxResultCount: z.string().optional(),
  sorting: z.string().max(100).optional(),
};

export const looksCalls = [
  call({
    wire: `GET ${sensitiveAccessLog.wire.service}/GetByClient`,
    title: '谁查看过该客户',
    permission: stemsOf(sensitiveAccessLog),
    resource: sensitiveAccessLog,
    input: z.object({ clientId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER), ...paging }),
    output: told<unknown>(pageOf(flatRow(sensitiveAccessLog))),
    run: (ctx, { clientId, ...query }) =>
      answerPage({ plan: ctx.rows(sensitiveAccessLog).plan, code: undefined }, ctx, {
        query: Members.of({ ...query, clientIdFilter: String(clientId) }),
        flat: true,
      }),
  }),
  call({
    wire: `GET ${sensitiveAccessLog.wire.service}/GetAlerts`,
    title: accessAlert.title,
    permission: stemsOf(accessAlert),
    resource: accessAlert,
    input: listQueryInput(accessAlert),
    output: told<unknown>(pageOf(flatRow(accessAlert))),
    run: (ctx, query) => answerPage({ plan: ctx.rows(accessAlert).plan, code: undefined }, ctx, { query, flat: true }),
  }),
];

const settleAnswer = z.object({ id: whole, state: codeOf(accessAlertStates) });

async function settleAlert(
  ctx: CallCtx,
  { id, note }: ActionInput<typeof accessAlert.actions.settle>,
): Promise<z.output<typeof settleAnswer>> {
  const alert = await ctx.repo(accessAlert).lock(id);
  if (alert.state !== 'open') throw notAllowed('state.not-allowed');
  const row = await ctx
    .repo(accessAlert)
    .update(id, { state: 'settled', settledBy: ctx.caller.userId, settledAt: ctx.now(), note });
  return { id, state: accessAlertStates.wireOf(row.state) };
}

/** Access alerts are created by the system; people review them and record the result. */
export const accessAlertCode = implement(accessAlert, {
  actions: { settle: settleAlert },
  answers: { settle: settleAnswer },
});
