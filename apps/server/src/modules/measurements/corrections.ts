import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  inSight,
  anyObject,
  arrayOf,
  call,
  timestamp,
  Values,
  whole,
  type Call,
  type CallCtx,
} from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { metricsOf, tableOf } from '../main-loop/public.ts';
import { timesInput, timesOf } from './period.ts';
import { personOf, whoseInput } from './whose.ts';

const most = 500;
const mostIds = 100;
const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

const input = z.object({
  userId: whoseInput.userId,
  ...timesInput,
  ids: z
    .string()
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(id).max(mostIds))
    .optional(),
});
type Input = z.output<typeof input>;

interface Row {
  readonly id: number;
  readonly formerId: number;
  readonly clientId: number;
  readonly at: Date;
  readonly isVoid: boolean;
  readonly correctedAt: Date;
  readonly userName: string | null;
  readonly reason: string | null;
  readonly figures: object;
  readonly former: object;
}

const fullName = "nullif(u.full_name, '')";

/** Rows that replaced others, with author and reason; without readings whose wearer was only found later. */
async function corrections(
  ctx: CallCtx,
  kind: ReadingKind,
  asked: Input & { readonly from: Date; readonly to: Date },
): Promise<readonly Row[]> {
  const { resource } = tableOf(kind);
  const values = new Values(ctx);
  const figures = (row: string): string =>
    `json_build_object(${metricsOf(kind)
      .map(({ key, column }) => `'${key}', ${row}."${column}"`)
      .join(', ')})`;
  const conditions = [
    'b.tenant_id = $1',
    'b.supersedes is not null',
    `b.measured_at between ${values.bind(asked.from)} and ${values.bind(asked.to)}`,
    'b.client_id is not null',
    ...(asked.userId === undefined ? [] : [`b.client_id = ${values.bind(asked.userId)}`]),
    ...(asked.ids === undefined ? [] : [`b.id = any(${values.bind(asked.ids)}::bigint[])`]),
    inSight(ctx, resource, { alias: 'b', values }),
  ];
  const named = values.bind(resource.name);
  return ctx.tx.query<Row>(
    `select b.id, o.id as "formerId", b.client_id as "clientId", b.measured_at as at, b.quality = 4 as "isVoid", b.received_at as "correctedAt", ${fullName} as "userName",
       coalesce(e.reason, case when b.quality = 4 then b.remark end) as reason, ${figures('b')} as figures, ${figures('o')} as former
     from "${resource.table}" b join "${resource.table}" o on o.tenant_id = $1 and o.measured_at = b.measured_at and o.id = b.supersedes and o.client_id = b.client_id
     left join app_user u on u.tenant_id = $1 and u.id = b.operator_id
     left join lateral (select c.reason from entity_change c where c.tenant_id = $1 and c.resource = ${named} and c.row_id = b.id and c.reason is not null order by c.id desc limit 1) e on true
     where ${conditions.join(' and ')} order by b.measured_at desc, b.id desc limit ${most}`,
    values.list,
  );
}

const output = arrayOf(
  z.object({
    id: whole,
    formerId: whole,
    isVoid: z.boolean(),
    userName: z.string().nullable(),
    reason: z.string().nullable(),
    figures: anyObject,
    former: anyObject,
    userId: whole,
    ['measure_time']: timestamp,
    correctionTime: timestamp,
  }),
);

/** GetCorrections of a kind: what was corrected or declared void, newest measurement first. */
export function correctionsCall(kind: ReadingKind): Call {
  const resource = readingOfKind[kind];
  return call({
    wire: `GET ${resource.wire.service}/GetCorrections`,
    title: `${resource.title}更正记录`,
    permission: stemsOf(resource),
    input,
    output: output,
    run: async (ctx, asked) => {
      if (asked.userId === undefined && asked.ids === undefined) throw invalid('userId', 'reading.whose');
      if (asked.userId !== undefined) await personOf(ctx, asked.userId);
      const { from, to } = timesOf(ctx, asked);
      if (!from) throw invalid('beginTime', 'field.required');
      const rows = await corrections(ctx, kind, { ...asked, from, to: to ?? ctx.now() });
      return rows.map(({ clientId, at, correctedAt, ...row }) => ({
        ...row,
        userId: clientId,
        ['measure_time']: at.toISOString(),
        correctionTime: correctedAt.toISOString(),
      }));
    },
  });
}
