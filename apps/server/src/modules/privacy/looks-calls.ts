import { accessAlert, sensitiveAccessLog } from '@kangmai/model';
import { Members, stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { answerPage, call, flatRow, implement, listQueryInput, pageOf, told } from '../../engine/public.ts';

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
      answerPage({ plan: ctx.rows(sensitiveAccessLog).plan }, ctx, {
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
    run: (ctx, query) => answerPage({ plan: ctx.rows(accessAlert).plan }, ctx, { query, flat: true }),
  }),
];

/** Access alerts are created by the system; people review them and record the result. */
export const accessAlertCode = implement(accessAlert, {
  moves: {
    settle(ctx, { change }) {
      Object.assign(change, { settledBy: ctx.caller.userId, settledAt: ctx.now() });
    },
  },
});
