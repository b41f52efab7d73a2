import { fieldOf, stemsOf } from '@kangmai/resource';
import { maskValue } from '@kangmai/resource/wire';
import { canAny, type Ctx } from '../../access/ctx.ts';
import { groupBy } from '../../platform/group-by.ts';
import { withRepositories } from '../crud/call-ctx.ts';
import { makePlan } from '../crud/plan.ts';
import { teller } from '../traits/told/tell.ts';

/** A row that holds something. */
interface Holder {
  readonly source: string;
  readonly sourceId: number;
}

/** The holders that the caller may see, with their names, in the given order. */
export async function seenSources<H extends Holder>(
  ctx: Ctx,
  holders: readonly H[],
): Promise<readonly (H & { readonly name: string })[]> {
  const around = withRepositories(ctx, (each) => makePlan(each, ctx.model));
  const named = new Map<string, string>();
  for (const [source, each] of groupBy(holders, (holder) => holder.source)) {
    const resource = ctx.model.find(source);
    if (!resource || !canAny(ctx, stemsOf(resource))) continue;
    const ids = [...new Set(each.map(({ sourceId }) => sourceId))];
    const rows = await around.rows(resource).find({ where: { id: { in: ids } }, take: ids.length });
    const names = rows.map((row) => row[resource.display]);
    const tell = await teller(
      around,
      resource,
      names.map((name) => ({ [resource.display]: name })),
    );
    const field = fieldOf(resource, resource.display);
    const told = (name: unknown): string | null =>
      field.options.sensitive ? maskValue(name as string, field) : tell(name, field);
    for (const [at, { id }] of rows.entries()) named.set(`${source} ${id}`, told(names[at]) ?? '');
  }
  return holders.flatMap((holder) => {
    const name = named.get(`${holder.source} ${holder.sourceId}`);
    return name === undefined ? [] : [{ ...holder, name }];
  });
}
