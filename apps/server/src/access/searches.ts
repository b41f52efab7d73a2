import type { Tx } from '../platform/database/database.ts';
import { rateLimited } from '../platform/errors.ts';
import { normalised } from '../platform/field-crypto.ts';
import type { Ctx, Search } from './ctx.ts';
import { recordLooks, requireFewReveals } from './looks.ts';

/** A search that must be recorded first; `inTenant` records it and repeats the work. */
export class UnrecordedSearch extends Error {
  readonly search: Search;
  constructor(search: Search) {
    super('a search was not recorded');
    this.search = search;
  }
}

const searchKey = ({ resource, field, way, text }: Search): string =>
  [resource, field, way, normalised(text)].join('\n');

/** The searches of one call that are recorded. */
export class RecordedSearches {
  private readonly keys = new Set<string>();

  has(search: Search): boolean {
    return this.keys.has(searchKey(search));
  }

  add(search: Search): void {
    this.keys.add(searchKey(search));
  }
}

/** Aborts work that would search by a sealed value without a record. System callers are not recorded. */
export function requireRecorded(ctx: Pick<Ctx, 'caller' | 'searches'>, search: Search): void {
  if (ctx.caller.userId !== null && !ctx.searches.has(search)) throw new UnrecordedSearch(search);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const mostInHour = 200;
const mostAlike = 3;
const stemLength = 14;
const openTail = 4;

/** The common part of similar values: a phone's first 3 and last 4, else the first 14 characters. */
export function stemOf({ kind, text }: Pick<Search, 'kind' | 'text'>): string {
  const value = normalised(text);
  if (kind === 'phone') return `${value.slice(0, 3)} ${value.slice(-openTail)}`;
  return value.slice(0, stemLength);
}

/** Keyed hashes by which searches are counted; the value itself is never stored. */
interface Hashes {
  readonly value: Buffer;
  readonly values: readonly Buffer[];
  readonly stem: Buffer;
  readonly stems: readonly Buffer[];
}

function hashesOf({ sealer }: Pick<Ctx, 'sealer'>, search: Search): Hashes {
  const value = `search ${search.kind} ${normalised(search.text)}`;
  const stem = `search stem ${search.kind} ${stemOf(search)}`;
  return {
    value: sealer.index(value),
    values: sealer.indexes(value),
    stem: sealer.index(stem),
    stems: sealer.indexes(stem),
  };
}

const secondsUntil = (first: Date | null, span: { readonly now: Date; readonly ms: number }): number =>
  Math.max(1, Math.ceil(((first ?? span.now).getTime() + span.ms - span.now.getTime()) / 1000));

interface Earlier {
  readonly inHour: number;
  readonly firstInHour: Date | null;
  readonly alike: number;
  readonly firstAlike: Date | null;
  readonly isRepeat: boolean;
}

const earlierSql = `select count(*) filter (where is_look and searched_at > $3) as "inHour",
    min(searched_at) filter (where is_look and searched_at > $3) as "firstInHour",
    count(distinct value_hash) filter (where stem_hash = any($5::bytea[])) as alike,
    min(searched_at) filter (where stem_hash = any($5::bytea[])) as "firstAlike",
    coalesce(bool_or(value_hash = any($6::bytea[])), false) as "isRepeat"
  from value_search where tenant_id = $1 and user_id = $2 and searched_at > $4`;

async function earlierSearches(ctx: Ctx, hashes: Hashes): Promise<Earlier | undefined> {
  const now = ctx.now().getTime();
  return ctx.tx.one<Earlier>(earlierSql, [
    ctx.tenantId,
    ctx.caller.userId,
    new Date(now - hourMs),
    new Date(now - dayMs),
    hashes.stems,
    hashes.values,
  ]);
}

/** Serialises the searches of a user across all nodes. */
const lockSearches = (tx: Tx, userId: number | null): Promise<number> =>
  tx.execute("select pg_advisory_xact_lock(hashtextextended(format('search %s %s', $1::bigint, $2::bigint), 0))", [
    tx.tenantId,
    userId,
  ]);

async function countSearch(ctx: Ctx, search: Search): Promise<void> {
  const isLook = search.way === 'exact';
  await lockSearches(ctx.tx, ctx.caller.userId);
  const hashes = hashesOf(ctx, search);
  const earlier = await earlierSearches(ctx, hashes);
  const now = ctx.now();
  if (isLook && earlier && earlier.inHour >= mostInHour) {
    throw rateLimited(secondsUntil(earlier.firstInHour, { now, ms: hourMs }), 'search.too-often');
  }
  if (earlier && !earlier.isRepeat && earlier.alike >= mostAlike) {
    throw rateLimited(secondsUntil(earlier.firstAlike, { now, ms: dayMs }), 'search.too-alike');
  }
  await ctx.tx.execute(
    `insert into value_search (tenant_id, user_id, value_hash, stem_hash, is_look, searched_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [ctx.tenantId, ctx.caller.userId, hashes.value, hashes.stem, isLook, now],
  );
}

/** Counts and logs a search, never the value; refuses above the limit. */
export async function recordSearch(ctx: Ctx, search: Search): Promise<void> {
  const { resource, field, way } = search;
  if (way === 'tail') await requireFewReveals(ctx);
  else await countSearch(ctx, search);
  if (way === 'probe') return;
  await recordLooks(ctx, [{ action: way === 'tail' ? 'reveal' : 'search', clientId: null, resource, field }]);
}
