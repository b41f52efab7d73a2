import type { Datum } from '@kangmai/domain';
import { groupBy } from '../../../platform/group-by.ts';
import { client, quarantinedReading } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  call,
  type Call,
  type CallCtx,
  implement,
  type Implementation,
  moveOf,
  timestamp,
  whole,
} from '../../../engine/public.ts';
import { invalid, notAllowed } from '../../../platform/errors.ts';
import { type Claim, claimStored } from './claim-stored.ts';
import type { Contexts } from '../intake/contexts.ts';
import { BadItem, type IngestItem, readItem } from '../intake/ingest-item.ts';
import type { Ingestion } from '../intake/ingest.ts';
import { packetsInSight, sentValues } from './quarantine-values.ts';
import { revealCalls, Values } from '../../../engine/public.ts';
import { notFound } from '../../../platform/errors.ts';

interface WaitingRow {
  readonly id: number;
  readonly tenantId: number;
  readonly payload: unknown;
  readonly sourceId: number | null;
  readonly sourceCode: string | null;
  readonly receivedAt: Date;
  /** Clock and coordinate system of the source; null for a source of the host, which is not visible here. */
  readonly zone: string | null;
  readonly datum: Datum | null;
}

const mostRows = 1000;
const week = 7 * 86_400_000;

function itemOf({ payload, receivedAt }: WaitingRow): IngestItem | undefined {
  try {
    const item = readItem(JSON.parse(JSON.stringify(payload)) as unknown);
    return item.measuredAt === undefined ? { ...item, measuredAt: receivedAt.getTime() } : item;
  } catch (error) {
    if (error instanceof BadItem) return undefined;
    throw error;
  }
}

const [replayed, discarded] = [moveOf(quarantinedReading, 'replay'), moveOf(quarantinedReading, 'discard')];

const waitingSql = `select q.id, q.tenant_id as "tenantId", q.payload, q.ingest_source_id as "sourceId", q.source as "sourceCode", q.created_at as "receivedAt", s.time_zone as zone, s.datum
     from quarantined_reading q left join ingest_source s on s.tenant_id = q.tenant_id and s.id = q.ingest_source_id`;

async function waitingRows(
  ctx: CallCtx,
  input: { readonly rows: readonly number[] | null; readonly imei: string | null },
): Promise<readonly WaitingRow[]> {
  const { rows, imei } = input;
  if ((rows === null || rows.length === 0) && imei === null) throw invalid('rows', 'field.required');
  const values = new Values(ctx);
  const ids = values.bind(rows ?? []);
  const number = values.bind(imei);
  const oldest = values.bind(new Date(ctx.now().getTime() - week));
  return ctx.tx.query<WaitingRow>(
    `${waitingSql}
     where q.tenant_id = $1 and ${replayed.waits('q')} and q.created_at > ${oldest} and (q.id = any(${ids}::bigint[]) or (${number}::text is not null and q.imei = ${number}))
       and ${packetsInSight(ctx, 'q', values)} order by q.id limit ${mostRows} for update of q skip locked`,
    values.list,
  );
}

/** Passes rows of the tenant's own sources to ingestion again; stored ones leave the quarantine. */
async function replay(
  ctx: CallCtx,
  ingestion: Ingestion,
  input: { readonly rows: readonly WaitingRow[]; readonly wearerId: number | undefined },
): Promise<{ readonly stored: number; readonly left: number }> {
  const { rows, wearerId } = input;
  let stored = 0;
  for (const [sourceId, group] of groupBy(rows, ({ sourceId }) => sourceId)) {
    if (sourceId === null) continue;
    const items = group.map((row) => ({ row, item: itemOf(row) }));
    const answers = await ingestion.take(
      items.map(({ item }) => item ?? { status: 'rejected', reason: 'bad_format' }),
      {
        sourceId,
        sourceCode: group[0]?.sourceCode ?? '',
        tenantId: ctx.tenantId,
        zone: group[0]?.zone ?? ctx.caller.zone,
        datum: group[0]?.datum ?? 'wgs84',
        anyAge: false,
        acceptsImei: () => true,
        isReplay: true,
        wearerId,
      },
    );
    const done = items
      .filter((each, at) => answers[at]?.status === 'stored' || answers[at]?.status === 'duplicate')
      .map(({ row }) => row.id);
    await ctx.tx.execute(
      `update quarantined_reading set state = ${replayed.code}, settled_at = $3, settled_reason = '重放', updated_at = $3, updated_by = $4 where tenant_id = $1 and id = any($2::bigint[])`,
      [ctx.tenantId, done, ctx.now(), ctx.caller.userId],
    );
    stored += done.length;
  }
  return { stored, left: rows.length - stored };
}

async function replayWaiting(ctx: CallCtx, ingestion: Ingestion, { imei, from, to }: Claim): Promise<void> {
  const rows = await ctx.tx.query<WaitingRow>(
    `${waitingSql}
       where q.tenant_id = $1 and q.imei = $2 and ${replayed.waits('q')} and q.reason in ('bind_uncertain', 'unknown_imei') and q.created_at > $5
         and q.created_at >= $3::timestamptz and q.created_at < coalesce($4::timestamptz, 'infinity') order by q.id limit ${mostRows} for update of q skip locked`,
    [ctx.tenantId, imei, from, to, new Date(ctx.now().getTime() - week)],
  );
  if (rows.length > 0) await replay(ctx, ingestion, { rows, wearerId: undefined });
}

/**
 * Replays the quarantined packets of a new wearing period, then assigns stored readings without a person. Replay runs
 * first: it may create a partition on another connection, and that DDL would wait for this transaction's lock on the
 * reading tables.
 */
export const followBound =
  (ingestion: Ingestion, contexts: Contexts) =>
  async (ctx: CallCtx, payloads: readonly unknown[]): Promise<void> => {
    const claims = payloads as readonly Claim[];
    for (const claim of claims) {
      contexts.dropDevice(ctx.tenantId, claim.imei);
      await replayWaiting(ctx, ingestion, claim);
    }
    for (const claim of claims) await claimStored(ctx, claim, contexts);
  };

/** Replays packets without a reliable time once the clock of their device is known. */
export const followClockKnown =
  (ingestion: Ingestion, dropDevice: (tenantId: number, imei: string) => void) =>
  async (ctx: CallCtx, payloads: readonly unknown[]): Promise<void> => {
    for (const imei of new Set((payloads as readonly { readonly imei: string }[]).map((each) => each.imei))) {
      dropDevice(ctx.tenantId, imei);
      const rows = await ctx.tx.query<WaitingRow>(
        `${waitingSql}
       where q.tenant_id = $1 and q.imei = $2 and ${replayed.waits('q')} and q.reason = 'bad_time' and q.created_at > now() - interval '7 days' order by q.id limit ${mostRows} for update of q skip locked`,
        [ctx.tenantId, imei],
      );
      if (rows.length > 0) await replay(ctx, ingestion, { rows, wearerId: undefined });
    }
  };

/** Actions of staff on quarantined readings: replay them, or discard them with a reason. */
export function quarantineModule(ingestion: Ingestion): Implementation {
  return implement(quarantinedReading, {
    actions: {
      replay: async (ctx, { rows, imei, client: wearer }) => {
        if (wearer !== null && !(await ctx.repo(client).find(wearer))) throw invalid('client', 'ref.not-found');
        return replay(ctx, ingestion, { rows: await waitingRows(ctx, { rows, imei }), wearerId: wearer ?? undefined });
      },
      discard: async (ctx, { rows, reason }) => {
        const values = new Values(ctx);
        const now = values.bind(ctx.now());
        const count = await ctx.tx.execute(
          `update quarantined_reading q set state = ${discarded.code}, settled_at = ${now}, settled_reason = ${values.bind(reason)}, updated_at = ${now}, updated_by = ${values.bind(ctx.caller.userId)}
           where q.tenant_id = $1 and q.id = any(${values.bind(rows)}::bigint[]) and ${discarded.waits('q')} and ${packetsInSight(ctx, 'q', values)}`,
          values.list,
        );
        if (count === 0) throw notAllowed('quarantine.not-waiting');
        return { discarded: count };
      },
    },
    answers: {
      replay: z.object({ stored: whole, left: whole }),
      discard: z.object({ discarded: whole }),
    },
  });
}

/** Throws «not found» for a packet whose content the caller may not see. */
async function requireInSight(ctx: CallCtx, id: number): Promise<void> {
  const values = new Values(ctx);
  const row = await ctx.tx.one(
    `select 1 from quarantined_reading q where q.tenant_id = $1 and q.id = ${values.bind(id)} and ${packetsInSight(ctx, 'q', values)}`,
    values.list,
  );
  if (!row) throw notFound(quarantinedReading.name);
}

/** Revealing a packet's content also needs sight of its device. */
const packetReveals = revealCalls(quarantinedReading).map((reveal): Call => ({
  ...reveal,
  replaces: true,
  async run(ctx, input) {
    await requireInSight(ctx, (input as { readonly id: number }).id);
    return reveal.run(ctx, input);
  },
}));

const { service } = quarantinedReading.wire;

export const quarantineCalls: readonly Call[] = [
  ...packetReveals,
  call({
    wire: `GET ${service}/GetSummary`,
    title: '隔离汇总',
    permission: stemsOf(quarantinedReading),
    input: z.object({ begin: z.string().optional(), end: z.string().optional() }),
    output: z.object({
      items: arrayOf(
        z.object({
          imei: z.string(),
          reason: z.string(),
          source: z.string(),
          count: whole,
          firstTime: timestamp,
          lastTime: timestamp,
        }),
      ),
    }),
    run: async (ctx, { begin, end }) => {
      const rows = await ctx.tx.query<{
        imei: string;
        reason: string;
        source: string;
        count: number;
        first: Date;
        last: Date;
      }>(
        `select imei, reason, source, count(*) as count, min(created_at) as first, max(created_at) as last from quarantined_reading
         where tenant_id = $1 and state = 0 and ($2::timestamptz is null or created_at >= $2) and ($3::timestamptz is null or created_at <= $3) group by imei, reason, source order by max(created_at) desc limit 1000`,
        [
          ctx.tenantId,
          begin === undefined ? null : (ctx.check.toInstant(begin) ?? null),
          end === undefined ? null : (ctx.check.toInstant(end) ?? null),
        ],
      );
      return {
        items: rows.map(({ first, last, ...row }) => ({
          ...row,
          firstTime: first.toISOString(),
          lastTime: last.toISOString(),
        })),
      };
    },
  }),
  call({
    wire: `GET ${service}/GetValues`,
    title: '隔离数据内容',
    permission: stemsOf(quarantinedReading),
    input: z.object({
      ids: z
        .string()
        .max(12_000)
        .transform((text) => text.split(',').map(Number))
        .pipe(z.array(z.number().int().positive()).max(mostRows)),
    }),
    output: z.object({ items: arrayOf(z.object({ id: whole, values: z.record(z.string(), z.number()).nullable() })) }),
    run: async (ctx, { ids }) => {
      const values = new Values(ctx);
      const rows = await ctx.tx.query<{ id: number; kind: string; payload: unknown }>(
        `select q.id, q.kind, case when ${packetsInSight(ctx, 'q', values)} then q.payload end as payload from quarantined_reading q
         where q.tenant_id = $1 and q.id = any(${values.bind(ids)}::bigint[]) and not q.is_deleted`,
        values.list,
      );
      return { items: rows.map(({ id, kind, payload }) => ({ id, values: sentValues(ctx, kind, payload) })) };
    },
  }),
];
