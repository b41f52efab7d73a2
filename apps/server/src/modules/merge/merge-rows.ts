import type { client } from '@kangmai/model';
import type { Row, UpdateInput } from '@kangmai/resource';
import { type CallCtx, table } from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';

/** Merges as queries see them; the values that a merge changed are sealed. */
export const merges = table('client_merge', {
  tenantId: 'bigint',
  id: 'bigint',
  keepId: 'bigint',
  otherId: 'bigint',
  otherName: 'text',
  otherArchiveNo: 'text?',
  state: 'text',
  moved: 'bigint',
  stayed: 'bigint',
  mergedAt: 'timestamptz',
  mergedBy: 'bigint?',
  undoneAt: 'timestamptz?',
  undoneBy: 'bigint?',
});

export const mergeStates = ['moving', 'merged', 'undoing', 'undone'] as const;

export interface MergeRow {
  readonly id: number;
  readonly keepId: number;
  readonly otherId: number;
  readonly state: (typeof mergeStates)[number];
  readonly mergedAt: Date;
  readonly values: Buffer;
}

const rowSql = `select id, keep_id as "keepId", other_id as "otherId", state, merged_at as "mergedAt", values_sealed as values
  from client_merge where tenant_id = $1 and id = $2`;

/** A merge; locked only under the locks of `holdFollowers`. */
export async function mergeRow(ctx: CallCtx, id: number, isLocked = false): Promise<MergeRow> {
  const row = await ctx.tx.one<MergeRow>(isLocked ? `${rowSql} for update` : rowSql, [ctx.tenantId, id]);
  if (!row) throw notFound('client-merge');
  return row;
}

/**
 * Waits until nobody follows the tenant's readings and keeps it so: cases, hours and days of two files change
 * together. The follower takes these locks before any row, as here.
 */
export async function holdFollowers(ctx: CallCtx): Promise<void> {
  await ctx.tx.execute(
    `select pg_advisory_xact_lock(hashtextextended('outbox ' || lane, $1)) from unnest(array['0', '1', '2']) as lane`,
    [ctx.tenantId],
  );
  // Alarms wait for this transaction, so it must not wait long for others.
  await ctx.tx.execute("select set_config('lock_timeout', '3s', true)");
}

export type Changed = { readonly before: Readonly<Record<string, unknown>>; readonly after: Changed['before'] };

const dated = new Set(['lastActiveAt']);

/** Values as the repository takes them; instants were kept as text. */
export const valuesFor = (values: Changed['before']): UpdateInput<typeof client> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      dated.has(name) && typeof value === 'string' ? new Date(value) : value,
    ]),
  ) as UpdateInput<typeof client>;

export const writeValues = (ctx: CallCtx, changed: Changed): Buffer => ctx.sealer.seal(JSON.stringify(changed));
export const readValues = (ctx: CallCtx, { values }: MergeRow): Changed =>
  JSON.parse(ctx.sealer.open(values)) as Changed;

export type Client = Row<typeof client>;
