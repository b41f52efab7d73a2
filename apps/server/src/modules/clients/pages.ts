import type { AnyResource } from '@kangmai/resource';
import { type CallCtx, listQuery, type PlainRow, type Query, streamAbove, StreamedPage } from '../../engine/public.ts';

interface Shape {
  readonly query: Query;
  /** Fixed conditions beside the caller's filters. */
  readonly only?: readonly { readonly field: string; readonly operator: 'eq' | 'in'; readonly value: unknown }[];
  readonly write: (rows: readonly PlainRow[]) => Promise<readonly object[]>;
}

async function* written(
  pages: AsyncIterable<readonly PlainRow[]>,
  write: Shape['write'],
): AsyncGenerator<readonly object[]> {
  for await (const rows of pages) yield await write(rows);
}

/** A page of a resource with the usual filters, sorting and paging, its rows written in a shape of their own. */
export async function pageInShape(
  ctx: CallCtx,
  resource: AnyResource,
  { query, only = [], write }: Shape,
): Promise<unknown> {
  const rows = ctx.rows(resource);
  const base = listQuery(rows.plan, ctx, query);
  const asked = { ...base, conditions: [...base.conditions, ...only] };
  const isLong = asked.take > streamAbove;
  const page = await rows.page(isLong ? { ...asked, take: 1 } : asked);
  const head = page.capped ? { totalCount: page.total, totalCountCapped: true as const } : { totalCount: page.total };
  if (isLong)
    return new StreamedPage({
      head,
      rows: written(rows.stream(asked), write) as unknown as StreamedPage['rows'],
      keys: ['items'],
    });
  return { ...head, items: await write(page.rows) };
}
