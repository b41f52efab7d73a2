import { type ReadingKind, readingOfKind } from '@kangmai/model';
import type { Ctx } from '../../access/ctx.ts';
import type { TotalFrom } from '../../engine/public.ts';
import { hidesSome } from '../privacy/public.ts';
import { personTotal, totalOfPersons } from './person-total.ts';
import { deletedClients } from '../clients/public.ts';

const kinds = new Map<string, ReadingKind>(
  Object.entries(readingOfKind).map(([kind, { table }]) => [`"${table}"`, kind as ReadingKind]),
);

/**
 * The exact number of a tenant's readings of a kind: totals of days, plus what the follower has not counted yet, minus
 * void readings. One statement, so that a reading is never counted twice or missed between two reads.
 */
async function readingTotal(ctx: Pick<Ctx, 'tx' | 'tenantId'>, kind: ReadingKind): Promise<number> {
  const { table } = readingOfKind[kind];
  const row = await ctx.tx.one<{ total: number }>(
    `select coalesce((select sum(count)::bigint from reading_total where tenant_id = $1 and kind = $2), 0)
      + coalesce((select sum((o.payload ->> 'added')::bigint)::bigint from outbox o where o.tenant_id = $1 and o.topic = 'readings.counted' and o.payload ->> 'kind' = $2), 0)
      - (select count(*) from "${table}" v where v.tenant_id = $1 and v.supersedes is not null and v.quality = 4
          and not exists (select 1 from "${table}" n where n.tenant_id = v.tenant_id and n.measured_at = v.measured_at and n.supersedes = v.id)) as total`,
    [ctx.tenantId, kind],
  );
  return row?.total ?? 0;
}

/** The same without readings of deleted persons, which no list shows; undefined when rows must be counted. */
export async function shownTotal(ctx: Ctx, kind: ReadingKind): Promise<number | undefined> {
  const deleted = await deletedClients(ctx);
  if (deleted.length === 0) return readingTotal(ctx, kind);
  const [all, theirs] = await Promise.all([readingTotal(ctx, kind), totalOfPersons(ctx, kind, deleted)]);
  return theirs === undefined ? undefined : all - theirs;
}

function onlyPerson({ conditions }: Parameters<TotalFrom>[2]): number | undefined {
  const [first, ...rest] = conditions;
  return rest.length === 0 &&
    first?.field === 'client' &&
    first.through === undefined &&
    first.operator === 'eq' &&
    typeof first.value === 'number'
    ? first.value
    : undefined;
}

/** The total of a list of readings of everybody or of one person, for callers who see all; others are counted. */
export const totalFrom: TotalFrom = (ctx, plan, query) => {
  const kind = kinds.get(plan.table);
  if (kind === undefined || query.text !== undefined) return undefined;
  const clientId = onlyPerson(query);
  if (clientId !== undefined) return kind === 'location' ? undefined : personTotal(ctx, kind, clientId);
  if (!ctx.caller.sight.all || query.conditions.length > 0) return undefined;
  if (kind !== 'location') return shownTotal(ctx, kind);
  return hidesSome(ctx, 'location').then((hides) => (hides ? undefined : shownTotal(ctx, kind)));
};
