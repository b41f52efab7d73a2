import type {
  Expression,
  ExpressionBuilder,
  ReferenceExpression,
  SelectExpression,
  Selection,
  SelectQueryBuilder,
  SqlBool,
  StringReference,
} from 'kysely';
import { invalid } from '../../platform/errors.ts';
import { readAll, readFirst, type Answer, type Query, type Reader } from './read.ts';

type Nothing = Record<never, never>;

/** How a list may be sorted. */
export interface PageSort<DB, TB extends keyof DB> {
  /** Sortable columns by the names that clients use, ignoring case. */
  readonly by: Readonly<Record<string, ReferenceExpression<DB, TB>>>;
  /** The caller's order: `name desc, createdAt`. */
  readonly asked: string | undefined;
  /** The default order. */
  readonly usual: string;
  /** Final columns that make the order unique, so that paging is stable. */
  readonly last: readonly (StringReference<DB, TB> | `-${StringReference<DB, TB> & string}`)[];
}

/** A hand-made list: its source, rows, columns and order. */
export interface PageQuery<DB, TB extends keyof DB, SE> {
  readonly from: SelectQueryBuilder<DB, TB, Nothing>;
  /** Conditions of the caller; undefined ones are ignored. */
  readonly where?: (eb: ExpressionBuilder<DB, TB>) => readonly (Expression<SqlBool> | undefined)[];
  readonly columns: readonly SE[];
  readonly sort: PageSort<DB, TB>;
  readonly skip: number;
  readonly take: number;
}

interface SortTerm {
  readonly name: string;
  readonly direction: 'asc' | 'desc';
}

function termOf(names: readonly string[], word: string): SortTerm | undefined {
  const [asked = '', direction = 'asc', ...rest] = word.trim().toLowerCase().split(/\s+/);
  const name = names.find((known) => known.toLowerCase() === asked);
  if (name === undefined || rest.length > 0) return undefined;
  return direction === 'asc' || direction === 'desc' ? { name, direction } : undefined;
}

/** The terms of a caller's order by the names of a list; undefined when one is unknown. */
export function sortTerms(by: Readonly<Record<string, unknown>>, sorting: string): readonly SortTerm[] | undefined {
  const names = Object.keys(by);
  const terms = sorting.split(',').map((word) => termOf(names, word));
  return terms.every((term) => term !== undefined) ? terms : undefined;
}

function inOrder<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, Nothing>,
  { by, asked, usual, last }: PageSort<DB, TB>,
): SelectQueryBuilder<DB, TB, Nothing> {
  const terms = sortTerms(by, asked?.trim() ? asked : usual);
  if (!terms) throw invalid('sorting', 'list.unknown-sort');
  const sorted = terms.reduce(
    (ordered, { name, direction }) => ordered.orderBy(by[name] as StringReference<DB, TB>, direction),
    query,
  );
  return last.reduce((ordered, word) => {
    const isDescending = (word as string).startsWith('-');
    return ordered.orderBy(
      (word as string).slice(isDescending ? 1 : 0) as StringReference<DB, TB>,
      isDescending ? 'desc' : 'asc',
    );
  }, sorted);
}

/**
 * A page of a hand-made list with its total; both statements are sent together. Unknown sort words are refused.
 * @example page(ctx, { from: ctx.from(user, 'u').query, columns: ['u.id', 'u.name'], sort: { by: { name: 'u.name' },
 * asked, usual: 'name', last: ['u.id'] }, skip, take })
 */
export async function page<DB, TB extends keyof DB, SE extends SelectExpression<DB, TB>>(
  reader: Reader,
  { from, where, columns, sort, skip, take }: PageQuery<DB, TB, SE>,
): Promise<{ readonly totalCount: number; readonly items: Answer<Selection<DB, TB, SE>>[] }> {
  const asked = where ? from.where((eb) => eb.and(where(eb).filter((condition) => condition !== undefined))) : from;
  const rows = inOrder(asked, sort).limit(take).offset(skip).select(columns);
  const count = asked.select((eb) => eb.fn.countAll<number>().as('total'));
  const [items, counted] = await Promise.all([
    readAll(reader, rows as unknown as Query<Selection<DB, TB, SE>>),
    readFirst(reader, count as unknown as Query<{ readonly total: number }>),
  ]);
  return { totalCount: counted?.total ?? 0, items };
}
