import type { ListQuery } from '@kangmai/resource/wire';
import type { Ctx } from '../../access/ctx.ts';
import { joinClauses } from '../sql/select.ts';
import { isReading, type Opener, type Plan, type PlainRow, type RawRow } from './plan.ts';
import { ofHooks, type Summing } from '../traits/hooks.ts';
import { orderClause, sqlDay, Values, whereClause } from './where.ts';

/** A page of the rows in sight, or of those that a reference may name. */
export interface PageQuery extends ListQuery {
  readonly forReference?: boolean;
}

/** A statement with its values. */
export interface Built {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** How far a list counts before it says «and more». */
export const countLimit = 100_000;

/**
 * The statement of one page: selects the page first, with only the joins its order needs, then the joined names for its
 * rows.
 */
export function pageStatement(
  plan: Plan,
  ctx: Ctx,
  { only, ...query }: PageQuery & { readonly only?: ReadonlySet<string> | undefined },
): Built {
  const values = new Values(ctx);
  const where = whereClause(plan, ctx, { ...query, values });
  const order = orderClause(plan, query.sort);
  const sorting = joinClauses(
    plan,
    query.sort.flatMap(({ through }) => (through === undefined ? [] : [through])),
  );
  const page = `select b.* from ${plan.table} b${sorting} where ${where} order by ${order} limit ${values.bind(query.take)} offset ${values.bind(query.skip)}`;
  return {
    sql: `select ${plan.select(sqlDay(ctx), only)} from (${page}) b${joinClauses(plan)} order by ${order}`,
    values: values.list,
  };
}

type CountQuery = Pick<PageQuery, 'conditions' | 'text' | 'forReference'> & { readonly limit?: number };

/** Counts the rows of a list, to one more than the limit, and adds up the requested columns. */
export function countStatement(
  plan: Plan,
  ctx: Ctx,
  { limit = countLimit, summing, ...query }: CountQuery & { readonly summing?: Summing | undefined },
): Built {
  const values = new Values(ctx);
  const where = whereClause(plan, ctx, { ...query, values });
  const { of, all } = summing ?? { of: '1', all: '' };
  return {
    sql: `select count(*) as total${all} from (select ${of} from ${plan.table} b where ${where} limit ${limit + 1}) c`,
    values: values.list,
  };
}

/** The statement of the ids and versions of a list's rows, by id, to a limit. */
export function idsStatement(
  plan: Plan,
  ctx: Ctx,
  query: Pick<ListQuery, 'conditions' | 'text'> & { readonly take: number },
): Built {
  const values = new Values(ctx);
  const where = whereClause(plan, ctx, { ...query, values });
  return {
    sql: `select b.id, ${isReading(plan.resource) ? '1' : 'b.row_version'} as version from ${plan.table} b where ${where} order by b.id limit ${values.bind(query.take)}`,
    values: values.list,
  };
}

/** The statement of a row by its id, within the caller's sight. */
export function rowStatement(
  plan: Plan,
  ctx: Ctx,
  { id, lock }: { readonly id: number; readonly lock?: boolean },
): Built {
  const values = new Values(ctx);
  const where = whereClause(plan, ctx, {
    conditions: [{ field: 'id', operator: 'eq', value: id }],
    values,
  });
  const tail = lock ? ' for update of b' : '';
  return {
    sql: `select ${plan.select(sqlDay(ctx))} from ${plan.table} b${joinClauses(plan)} where ${where}${tail}`,
    values: values.list,
  };
}

/** Opens each sealed value once: the joined values of one person come with every row. */
function openingOnce(sealer: Opener): Opener {
  const opened = new Map<string, string>();
  const open = (sealed: Buffer): string => {
    const key = sealed.toString('latin1');
    const known = opened.get(key);
    if (known !== undefined) return known;
    const text = sealer.open(sealed);
    opened.set(key, text);
    return text;
  };
  return { open };
}

/** The rows of an answer of the database. */
export function readRows(plan: Plan, ctx: Ctx, found: readonly RawRow[]): readonly PlainRow[] {
  const sealer = openingOnce(ctx.sealer);
  return found.map((raw) => plan.read(raw, sealer));
}

export interface Page {
  readonly rows: readonly PlainRow[];
  readonly total: number;
  /** The total was not counted to its end. */
  readonly capped: boolean;
  /** Sums over all rows by their JSON keys; none where the total is capped. */
  readonly sums?: Readonly<Record<string, number>> | undefined;
}

/** The total of a list from a cheaper source than its rows, or undefined when there is none; synchronous or not. */
export type TotalFrom = (ctx: Ctx, plan: Plan, query: ListQuery) => Promise<number | undefined> | undefined;

interface ReadPage {
  readonly query: PageQuery;
  readonly totalFrom: TotalFrom | undefined;
}

type Total = Omit<Page, 'rows'>;

async function counted(plan: Plan, ctx: Ctx, query: PageQuery): Promise<Total> {
  const summing = ofHooks(plan, (hook) => hook.summing?.(plan.face));
  const { sql, values } = countStatement(plan, ctx, { ...query, summing });
  const { total, ...sums } = (await ctx.tx.one<{ total: number }>(sql, values)) ?? { total: 0 };
  if (total > countLimit) return { total: countLimit, capped: true };
  return { total, capped: false, sums: summing?.read(sums) };
}

/** The total of a list with its sums; the total from a cheaper source if there is one. */
async function countRows(plan: Plan, ctx: Ctx, { query, totalFrom }: ReadPage): Promise<Total> {
  const cheap = isReading(plan.resource)
    ? totalFrom?.(ctx, plan, { ...query, conditions: [...plan.only, ...query.conditions] })
    : undefined;
  const known = cheap && (await cheap);
  if (known === undefined) return counted(plan, ctx, query);
  const hasSums = plan.face.list.sums.length > 0 && known <= countLimit;
  return { total: known, capped: false, sums: hasSums ? (await counted(plan, ctx, query)).sums : undefined };
}

/** Reads a page and its total; both statements travel together. */
export async function readPage(plan: Plan, ctx: Ctx, input: ReadPage): Promise<Page> {
  const page = pageStatement(plan, ctx, input.query);
  const rows = ctx.tx.query<RawRow>(page.sql, page.values);
  const [found, count] = await Promise.all([rows, countRows(plan, ctx, input)]);
  return { rows: readRows(plan, ctx, found), ...count };
}
