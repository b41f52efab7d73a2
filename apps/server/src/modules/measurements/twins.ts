import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { scopeCondition } from '../../access/data-scope.ts';
import { arrayOf, call, Values, whole, type Call } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { tableOf } from '../main-loop/public.ts';
import { timesInput, timesOf } from './period.ts';

const mostIds = 100;
const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const input = z.object({
  ...timesInput,
  ids: z
    .string()
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(id).max(mostIds)),
});

/** GetTwins of a kind: which readings in sight duplicate one of another source, so that both count once. */
export function twinsCall(kind: ReadingKind): Call {
  const resource = readingOfKind[kind];
  return call({
    wire: `GET ${resource.wire.service}/GetTwins`,
    title: `${resource.title}重复读数`,
    permission: stemsOf(resource),
    input,
    output: z.object({ items: arrayOf(whole) }),
    run: async (ctx, asked) => {
      const { from, to } = timesOf(ctx, asked);
      if (!from) throw invalid('beginTime', 'field.required');
      const values = new Values(ctx);
      const scope = scopeCondition(tableOf(kind).resource, {
        model: ctx.model,
        sight: ctx.caller.sight,
        userId: ctx.caller.userId,
        alias: 'b',
        tenant: '$1',
        bind: values.bind,
      });
      const rows = await ctx.tx.query<{ readonly id: number }>(
        `select b.id from "${resource.table}" b join reading_twin t on t.tenant_id = $1 and t.client_id = b.client_id and t.measured_at = b.measured_at and t.reading_id = b.id and t.kind = ${values.bind(kind)}
         where b.tenant_id = $1 and b.id = any(${values.bind(asked.ids)}::bigint[]) and b.measured_at between ${values.bind(from)} and ${values.bind(to ?? ctx.now())}${scope === undefined ? '' : ` and ${scope}`} order by b.id`,
        values.list,
      );
      return { items: rows.map((row) => row.id) };
    },
  });
}
