import type { CallCtx } from '../../engine/public.ts';
import { spellingOf } from '../dictionaries/public.ts';

const together = 1000;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Spells the names of clients that a release before this column saved; at most so many at once. */
export async function fillSpellings({ tx, tenantId }: CallCtx, most = 20_000): Promise<void> {
  for (let left = most; left > 0; left -= together) {
    const rows = await tx.query<Named>(
      'select id, name from client where tenant_id = $1 and spelling is null and not is_deleted order by id limit $2',
      [tenantId, Math.min(left, together)],
    );
    if (rows.length === 0) return;
    await tx.execute(
      'update client c set spelling = n.spelling from unnest($2::bigint[], $3::text[]) as n(id, spelling) where c.tenant_id = $1 and c.id = n.id',
      [tenantId, rows.map(({ id }) => id), rows.map(({ name }) => spellingOf(name, 200))],
    );
  }
}
