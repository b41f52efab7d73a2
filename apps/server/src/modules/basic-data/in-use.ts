import type { AnyResource } from '@kangmai/resource';
import type { Begun, CallCtx } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';

/** Why uses are counted beyond the sight of who deletes. */
export const whoeverSees = 'what is used stays, whoever sees the use';

export async function refuseUsed(ctx: CallCtx, uses: readonly Begun<AnyResource, 'r'>[]): Promise<void> {
  const counts = await Promise.all(
    uses.map((use) => ctx.first(use.select((eb) => eb.fn.countAll<number>().as('count')))),
  );
  const count = counts.reduce((sum, row) => sum + (row?.count ?? 0), 0);
  if (count > 0) throw notAllowed('basic-data.in-use', { count });
}
