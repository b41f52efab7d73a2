import { z } from 'zod';
import { abnormalRule, alarmLevels, client, deviceProduct } from '@kangmai/model';
import { arrayOf, sql, timestamp, whole, type CallCtx } from '../../../engine/public.ts';
import { notFound } from '../../../platform/errors.ts';
import { benchCounts, benches } from './bench-store.ts';

const bySide = { existing: whole, proposed: whole };

const foundBench = z.object({
  id: whole,
  ruleId: whole.nullable(),
  /** The version that was tried; null where what was tried is not saved. */
  ruleVersion: whole.nullable(),
  ruleCode: z.string(),
  ruleName: z.string(),
  since: timestamp,
  until: timestamp,
  plannedPeople: whole,
  checkedPeople: whole,
  outOfSight: whole,
  beyondLimit: whole,
  /** Since when the presence of devices is known, for rules about silence. */
  coveredSince: timestamp.nullable(),
  createdAt: timestamp,
  levels: arrayOf(z.object({ level: whole, ...bySide })),
  hours: arrayOf(z.object({ hour: whole, ...bySide })),
  products: arrayOf(z.object({ productId: whole, productName: z.string().nullable(), ...bySide })),
  peopleConcerned: whole,
  people: arrayOf(z.object({ userId: whole, userName: z.string(), ...bySide })),
});

/** Null for a rule that was never benched. */
export const benchAnswer = z.object({ bench: foundBench.nullable() });

interface Asked {
  readonly bench?: number | null | undefined;
  readonly stored?: number | null | undefined;
  readonly side?: string | null | undefined;
  readonly level?: string | null | undefined;
  readonly hour?: number | null | undefined;
  readonly product?: number | null | undefined;
}

const columns = [
  'b.id',
  'b.ruleId',
  'b.ruleVersion',
  'b.ruleCode',
  'b.ruleName',
  'b.since',
  'b.until',
  'b.planned',
  'b.checked',
  'b.outOfSight',
  'b.beyondLimit',
  'b.coveredSince',
  'b.createdAt',
  'b.createdBy',
] as const;

/** A bench by its number, else the newest one of a rule, else the caller's newest one. */
async function benchOf(ctx: CallCtx, { bench, stored }: Asked) {
  const all = ctx.from(benches, 'b').select(columns).orderBy('b.id', 'desc').limit(1);
  const own = ['b.createdBy', '=', ctx.caller.userId ?? 0] as const;
  const found = await ctx.first(
    bench ? all.where('b.id', '=', bench) : stored ? all.where('b.ruleId', '=', stored) : all.where(...own),
  );
  if (!found && bench) throw notFound();
  if (!found) return undefined;
  const isInSight =
    found.ruleId === null
      ? found.createdBy === ctx.caller.userId
      : (await ctx.repo(abnormalRule).find(found.ruleId)) !== undefined;
  if (!isInSight) throw notFound();
  return found;
}

const mostPeople = 200;

const countsIn = (ctx: CallCtx, bench: number) =>
  ctx
    .from(benchCounts, 'n')
    .query.innerJoin(ctx.from(client, 'c').joined, 'c.id', 'n.clientId')
    .where('n.benchId', '=', bench)
    .select([
      sql<number>`coalesce(sum(n.cases) filter (where n.side = 'existing'), 0)::integer`.as('existing'),
      sql<number>`coalesce(sum(n.cases) filter (where n.side = 'proposed'), 0)::integer`.as('proposed'),
    ]);

async function peopleBehind(ctx: CallCtx, bench: number, { side, level, hour, product }: Asked) {
  let counts = countsIn(ctx, bench);
  if (side) counts = counts.where('n.side', '=', side);
  if (level) counts = counts.where('n.level', '=', Number(alarmLevels.wireOf(level as never)));
  if (typeof hour === 'number') counts = counts.where('n.hour', '=', hour);
  if (product) counts = counts.where('n.productId', '=', product);
  return ctx.all(
    counts
      .select(['c.id as userId', 'c.name as userName'])
      .groupBy(['c.id', 'c.name'])
      .orderBy(sql`sum(n.cases)`, 'desc')
      .orderBy('c.id')
      .limit(mostPeople + 1),
  );
}

async function productNames(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.all(ctx.from(deviceProduct, 'p').select(['p.id', 'p.productName']).where('p.id', 'in', ids));
  return new Map(rows.map(({ id, productName }) => [id, productName ?? '']));
}

export async function benchResult(ctx: CallCtx, asked: Asked): Promise<z.output<typeof benchAnswer>> {
  const bench = await benchOf(ctx, asked);
  if (!bench) return { bench: null };
  const counts = countsIn(ctx, bench.id);
  const [levels, hours, products, people] = await Promise.all([
    ctx.all(counts.select('n.level').groupBy('n.level').orderBy('n.level', 'desc')),
    ctx.all(counts.select('n.hour').groupBy('n.hour').orderBy('n.hour')),
    ctx.all(
      counts
        .select('n.productId')
        .groupBy('n.productId')
        .orderBy(sql`sum(n.cases)`, 'desc'),
    ),
    peopleBehind(ctx, bench.id, asked),
  ]);
  const names = await productNames(
    ctx,
    products.flatMap(({ productId }) => productId || []),
  );
  const concerned = await ctx.first(
    ctx
      .from(benchCounts, 'n')
      .query.innerJoin(ctx.from(client, 'c').joined, 'c.id', 'n.clientId')
      .where('n.benchId', '=', bench.id)
      .select(sql<number>`count(distinct n.client_id)::integer`.as('people')),
  );
  const { planned, checked, createdBy: _, ...head } = bench;
  return {
    bench: {
      ...head,
      plannedPeople: planned,
      checkedPeople: checked,
      levels,
      hours,
      products: products.map((each) => ({ ...each, productName: names.get(each.productId) ?? null })),
      peopleConcerned: concerned?.people ?? 0,
      people: people.slice(0, mostPeople).map(({ userName, ...each }) => ({ ...each, userName: userName ?? '' })),
    },
  };
}
