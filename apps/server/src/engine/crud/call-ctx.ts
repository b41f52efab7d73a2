import type { AnyResource } from '@kangmai/resource';
import type { WireRow } from '@kangmai/resource/wire';
import type { Ctx } from '../../access/ctx.ts';
import type { PlainRow } from './plan.ts';
import { type PlanOf, repository, type Repository, Rows } from './repository.ts';
import { queriesOf, type Queries } from '../sql/queries.ts';

/** The client behind a call that may wait. */
export interface WaitingClient {
  /** Fires when the client has disconnected. */
  readonly gone: AbortSignal;
  /** How long the client wants to wait, ms. */
  readonly longestMs: number | undefined;
}

/** What a call's code gets: the caller's context and the repositories bound to it. */
export interface CallCtx extends Ctx, Queries {
  /** Set for calls without a transaction. */
  readonly client?: WaitingClient;
  readonly repo: <R extends AnyResource>(resource: R) => Repository<R>;
  /** The untyped rows of a resource: pages, streams, queries from the wire. */
  readonly rows: (resource: AnyResource) => Rows;
  /** A row as it travels, flat, with its joined names; sensitive values masked. */
  readonly show: (resource: AnyResource, row: object) => WireRow;
}

/** Adds the queries and repositories to a context. */
export function withRepositories(ctx: Ctx, planOf: PlanOf): CallCtx {
  const complete: CallCtx = {
    ...ctx,
    ...queriesOf(ctx),
    repo: (resource) => repository(planOf(resource), complete),
    rows: (resource) => new Rows(planOf(resource), complete),
    show: (resource, row) => planOf(resource).writer.flat(row as PlainRow),
  };
  return complete;
}
