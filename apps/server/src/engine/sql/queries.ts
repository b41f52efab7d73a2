import type { Ctx } from '../../access/ctx.ts';
import { beginQuery, type Beginning } from './from.ts';
import { readAll, readFirst, type Answer, type Query } from './read.ts';
import type { Source } from './source.ts';

/** Typed queries over rows. */
export interface Queries {
  /** Starts a query within the tenant, without deleted rows, limited to the caller's sight. */
  readonly from: <S extends Source, const A extends string>(source: S, alias: A) => Beginning<S, A>;
  /** The rows of a query. */
  readonly all: <O>(query: Query<O>) => Promise<Answer<O>[]>;
  /** The first row of a query, or undefined. */
  readonly first: <O>(query: Query<O>) => Promise<Answer<O> | undefined>;
}

/** A context that starts queries. */
export type QueryCtx = Ctx & Queries;

/** Queries on behalf of a context, in its transaction. */
export const queriesOf = (ctx: Ctx): Queries => ({
  from: (source, alias) => beginQuery(ctx, source, alias),
  all: (query) => readAll(ctx, query),
  first: (query) => readFirst(ctx, query),
});
