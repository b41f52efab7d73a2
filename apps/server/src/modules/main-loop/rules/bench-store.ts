import { localTime, type AbnormalRule } from '@kangmai/domain';
import { device } from '@kangmai/model';
import { table, type CallCtx } from '../../../engine/public.ts';
import { notFound } from '../../../platform/errors.ts';

export const benches = table('rule_bench', {
  tenantId: 'bigint',
  id: 'bigint',
  ruleId: 'bigint?',
  ruleVersion: 'integer?',
  ruleCode: 'text',
  ruleName: 'text',
  kind: 'text',
  level: 'smallint',
  body: 'jsonb',
  since: 'timestamptz',
  until: 'timestamptz',
  planned: 'integer',
  checked: 'integer',
  outOfSight: 'integer',
  beyondLimit: 'integer',
  coveredSince: 'timestamptz?',
  createdAt: 'timestamptz',
  createdBy: 'bigint',
});

export const benchCounts = table('rule_bench_count', {
  tenantId: 'bigint',
  benchId: 'bigint',
  clientId: 'bigint',
  side: 'text',
  level: 'smallint',
  hour: 'smallint',
  productId: 'bigint',
  cases: 'integer',
});

interface NewBench {
  readonly rule: AbnormalRule;
  /** Null for a rule that is not saved as it was tried. */
  readonly version: number | null;
  readonly since: Date;
  readonly until: Date;
  readonly planned: number;
  readonly outOfSight: number;
  readonly beyondLimit: number;
  /** Since when the presence of devices is known; null for rules about readings. */
  readonly coveredSince: Date | null;
}

/** Benches of a rule, or of a user's unsaved rules, that are kept. */
const mostKept = 10;

/** Stores a bench that begins; the oldest ones of the same rule go. */
export async function addBench(ctx: CallCtx, { rule, version, ...bench }: NewBench): Promise<number> {
  const ruleId = rule.id ?? null;
  await ctx.tx.execute(
    `delete from rule_bench where tenant_id = $1 and id in (select id from rule_bench
       where tenant_id = $1 and rule_id is not distinct from $2 and (rule_id is not null or created_by = $3) order by id desc offset $4)`,
    [ctx.tenantId, ruleId, ctx.caller.userId, mostKept - 1],
  );
  const [row] = await ctx.tx.query<{ id: number }>(
    `insert into rule_bench (tenant_id, rule_id, rule_version, rule_code, rule_name, kind, level, body, since, until, planned, out_of_sight, beyond_limit, covered_since, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14, $15, $16) returning id`,
    [
      ctx.tenantId,
      ruleId,
      version,
      rule.code,
      rule.name,
      rule.kind,
      rule.level,
      JSON.stringify(rule),
      bench.since,
      bench.until,
      bench.planned,
      bench.outOfSight,
      bench.beyondLimit,
      bench.coveredSince,
      ctx.now(),
      ctx.caller.userId,
    ],
  );
  if (!row) throw new Error('a bench was not stored');
  return row.id;
}

export const sides = ['existing', 'proposed'] as const;

export interface Counted {
  readonly clientId: number;
  readonly side: (typeof sides)[number];
  readonly level: number;
  readonly hour: number;
  readonly productId: number;
  readonly cases: number;
}

async function productsOf(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlyMap<number, number | null>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.all(
    ctx
      .from(device, 'd')
      .beyondSight('the product of a reading of a person in sight')
      .select(['d.id', 'd.product'])
      .where('d.id', 'in', ids),
  );
  return new Map(rows.map(({ id, product }) => [id, product]));
}

export type CountedBySide = ReadonlyMap<
  number,
  readonly (readonly {
    readonly case: { readonly level: number; readonly openedAt: number };
    readonly deviceId: number | null;
  }[])[]
>;

export async function countsOf(ctx: CallCtx, found: CountedBySide): Promise<readonly Counted[]> {
  const all = [...found].flatMap(([clientId, both]) =>
    both.flatMap((cases, at) => cases.map((each) => ({ clientId, side: sides[at] ?? 'existing', ...each }))),
  );
  const products = await productsOf(ctx, [...new Set(all.flatMap(({ deviceId }) => deviceId ?? []))]);
  const counts = new Map<string, Counted>();
  for (const { clientId, side, deviceId, case: opened } of all) {
    const { level, openedAt } = opened;
    const { hour } = localTime(openedAt, ctx.caller.zone);
    const productId = products.get(deviceId ?? 0) ?? 0;
    const key = [clientId, side, level, hour, productId].join(' ');
    counts.set(key, { clientId, side, level, hour, productId, cases: (counts.get(key)?.cases ?? 0) + 1 });
  }
  return [...counts.values()];
}

export async function addCounts(
  ctx: CallCtx,
  { bench, checked, counts }: { readonly bench: number; readonly checked: number; readonly counts: readonly Counted[] },
): Promise<void> {
  await ctx.tx.execute(
    `with u as (update rule_bench set checked = checked + $3 where tenant_id = $1 and id = $2 returning id)
     insert into rule_bench_count (tenant_id, bench_id, client_id, side, level, hour, product_id, cases)
     select $1, u.id, c.* from u, unnest($4::bigint[], $5::text[], $6::smallint[], $7::smallint[], $8::bigint[], $9::integer[]) as c(client_id, side, level, hour, product_id, cases)`,
    [
      ctx.tenantId,
      bench,
      checked,
      counts.map(({ clientId }) => clientId),
      counts.map(({ side }) => side),
      counts.map(({ level }) => level),
      counts.map(({ hour }) => hour),
      counts.map(({ productId }) => productId),
      counts.map(({ cases }) => cases),
    ],
  );
}

export async function planOfBench(
  ctx: CallCtx,
  bench: number,
): Promise<{ readonly rule: AbnormalRule; readonly since: Date; readonly until: Date }> {
  const row = await ctx.first(
    ctx.from(benches, 'b').select(['b.since', 'b.until', 'b.body']).where('b.id', '=', bench),
  );
  if (!row) throw notFound('task');
  const { body, since, until } = row;
  return { rule: body as unknown as AbnormalRule, since, until };
}
