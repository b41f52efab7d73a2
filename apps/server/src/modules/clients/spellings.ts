import { client } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';
import { spellingOf } from '../dictionaries/public.ts';

const together = 1000;

/** Spells the names of clients that a release before this column saved; at most so many at once. */
export async function fillSpellings(ctx: CallCtx, most = 20_000): Promise<void> {
  for (let left = most; left > 0; left -= together) {
    const rows = await ctx.all(
      ctx
        .from(client, 'c')
        .beyondSight('names of the whole house are spelled')
        .select(['c.id', 'c.name'])
        .where('c.spelling', 'is', null)
        .orderBy('c.id')
        .limit(Math.min(left, together)),
    );
    if (rows.length === 0) return;
    await ctx.tx.execute(
      'update client c set spelling = n.spelling from unnest($2::bigint[], $3::text[]) as n(id, spelling) where c.tenant_id = $1 and c.id = n.id',
      [ctx.tenantId, rows.map(({ id }) => id), rows.map(({ name }) => spellingOf(name, 200))],
    );
  }
}
