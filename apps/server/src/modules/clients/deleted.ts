import { client } from '@kangmai/model';
import type { Ctx } from '../../access/ctx.ts';
import { queriesOf } from '../../engine/public.ts';

/** SQL, true unless the person is deleted. Value 1 is the tenant; `person` is a column or placeholder, null passes. */
export const notOfDeleted = (person: string): string =>
  `not exists (select 1 from client x where x.tenant_id = $1 and x.id = ${person} and x.is_deleted)`;

export async function deletedClients(ctx: Ctx): Promise<readonly number[]> {
  const { all, from } = queriesOf(ctx);
  const rows = await all(
    from(client, 'c')
      .withDeleted('the deleted ones are asked for')
      .beyondSight('totals leave out every deleted person')
      .select('c.id')
      .where('c.isDeleted', '=', true),
  );
  return rows.map(({ id }) => id);
}
