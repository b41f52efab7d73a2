import type { Tx } from '../../platform/database/database.ts';
import { rateLimited } from '../../platform/errors.ts';

export interface TryPlace {
  readonly place: string;
  readonly most: number;
}

const lockSql =
  "select pg_advisory_xact_lock(k) from (select hashtextextended('phone proof ' || p, $1) as k from unnest($2::text[]) p order by k) locks";
const triedSql = `select extract(epoch from min(t.created_at) + interval '1 day' - now())::integer as seconds
  from unnest($2::text[], $3::integer[]) as l(place, most)
    join phone_proof_try t on t.tenant_id = $1 and t.place = l.place and t.created_at > now() - interval '1 day'
  group by l.place, l.most having count(*) >= l.most order by seconds desc limit 1`;

/** Refuses with 429 where a place has had too many wrong tries within a day; two tries at once take turns. */
export async function requireTriesLeft(tx: Tx, places: readonly TryPlace[]): Promise<void> {
  const names = places.map(({ place }) => place);
  await tx.execute(lockSql, [tx.tenantId, names]);
  const limits = places.map(({ most }) => most);
  const full = await tx.one<{ seconds: number }>(triedSql, [tx.tenantId, names, limits]);
  if (full) throw rateLimited(Math.max(1, full.seconds), 'phone-proof.too-often');
}

export const countTry = (tx: Tx, places: readonly TryPlace[]): Promise<number> =>
  tx.execute('insert into phone_proof_try (tenant_id, place) select $1, unnest($2::text[])', [
    tx.tenantId,
    places.map(({ place }) => place),
  ]);
