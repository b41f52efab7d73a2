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
import { readAll, readFirst, readPages, type Answer, type Query, type Reader } from './read.ts';

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
export interface HandMadeList<DB, TB extends keyof DB, SE> {
  readonly from: SelectQueryBuilder<DB, TB, Nothing>;
  /** Conditions of the caller; undefined ones are ignored. */
  readonly where?: (eb: ExpressionBuilder<DB, TB>) => readonly (Expression<SqlBool> | undefined)[];
  readonly columns: readonly SE[];
  readonly sort: PageSort<DB, TB>;
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
  { by, asked: given, usual, last }: PageSort<DB, TB>,
): SelectQueryBuilder<DB, TB, Nothing> {
  const terms = sortTerms(by, given?.trim() ? given : usual);
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

const asked = <DB, TB extends keyof DB, SE>({ from, where }: HandMadeList<DB, TB, SE>): typeof from =>
  where ? from.where((eb) => eb.and(where(eb).filter((condition) => condition !== undefined))) : from;

/** All rows of a hand-made list, in pages through a cursor. */
export const allPages = <DB, TB extends keyof DB, SE extends SelectExpression<DB, TB>>(
  reader: Reader,
  list: HandMadeList<DB, TB, SE>,
): AsyncGenerator<Answer<Selection<DB, TB, SE>>[]> =>
  readPages(reader, inOrder(asked(list), list.sort).select(list.columns) as unknown as Query<Selection<DB, TB, SE>>);

/**
 * A page of a hand-made list with its total; both statements are sent together. Unknown sort words are refused.
 * @example page(ctx, { from: ctx.from(user, 'u').query, columns: ['u.id', 'u.name'], sort: { by: { name: 'u.name' },
 * asked, usual: 'name', last: ['u.id'] }, skip, take })
 */
export async function page<DB, TB extends keyof DB, SE extends SelectExpression<DB, TB>>(
  reader: Reader,
  { skip, take, ...list }: HandMadeList<DB, TB, SE> & { readonly skip: number; readonly take: number },
): Promise<{ readonly totalCount: number; readonly items: Answer<Selection<DB, TB, SE>>[] }> {
  const rows = inOrder(asked(list), list.sort).limit(take).offset(skip).select(list.columns);
  const count = asked(list).select((eb) => eb.fn.countAll<number>().as('total'));
  const [items, counted] = await Promise.all([
    readAll(reader, rows as unknown as Query<Selection<DB, TB, SE>>),
    readFirst(reader, count as unknown as Query<{ readonly total: number }>),
  ]);
  return { totalCount: counted?.total ?? 0, items };
}
