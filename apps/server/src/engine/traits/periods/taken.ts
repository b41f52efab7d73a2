import type { Ctx } from '../../../access/ctx.ts';
import { columnOf, countedSql, type PeriodColumns, rangeSql, stored, typeOf } from './ranges.ts';

/** A row as it will be, and the rule that it must keep; `own` is its id, 0 for a new one. */
export interface Wish {
  readonly rule: PeriodColumns;
  readonly row: { readonly [field: string]: unknown };
  readonly own: number;
}

const storedOf = ({ rule, row }: Wish, name: string): unknown => stored(rule.resource, name, row[name]);

const wishKey = (wish: Wish): string => {
  const { resource, within } = wish.rule;
  return `period ${resource.name} ${within.map((name) => `${name}=${String(storedOf(wish, name))}`).join(' ')}`;
};

/** One transaction at a time gives periods of one subject; in one order, so that two cannot deadlock. */
export async function lockPeriods({ tx, tenantId }: Ctx, wishes: readonly Wish[]): Promise<void> {
  const keys = [...new Set(wishes.map(wishKey))].toSorted();
  await tx.query('select pg_advisory_xact_lock(hashtextextended(key, $1)) from unnest($2::text[]) key', [
    tenantId,
    keys,
  ]);
}

/** How many overlapping rows are looked through for one that the caller sees. */
const most = 20;

/** The ids of rows whose periods overlap those of the wishes, in one statement. */
export async function takenBy(ctx: Ctx, rule: PeriodColumns, wishes: readonly Wish[]): Promise<readonly number[]> {
  const { resource, within, from, to } = rule;
  const names = [...within, from, to];
  const lists = names.map((name) => wishes.map((wish) => storedOf(wish, name)));
  const arrays = names.map((name, at) => `$${at + 3}::${typeOf(resource, name)}[]`);
  const columns = names.map((_name, at) => `w${at}`);
  const equal = within.map((name, at) => `o.${columnOf(resource, name)} = w.w${at}`);
  const overlaps = `${rangeSql(rule, `o.${columnOf(resource, from)}`, `o.${columnOf(resource, to)}`)} && ${rangeSql(rule, `w.w${within.length}`, `w.w${within.length + 1}`)}`;
  const found = await ctx.tx.query<{ id: number }>(
    `select o.id from unnest($2::bigint[], ${arrays.join(', ')}) as w(own, ${columns.join(', ')})
     cross join lateral (select o.id from (select * from "${resource.table}" where ${countedSql(rule)}) o
       where o.tenant_id = $1 and ${equal.join(' and ')} and ${overlaps} and o.id <> w.own limit ${most}) o`,
    [ctx.tenantId, wishes.map(({ own }) => own), ...lists],
  );
  return found.map(({ id }) => id);
}
