import type { AnyResource } from '@kangmai/resource';
import {
  listQuery,
  streamAbove,
  StreamedPage,
  type CallCtx,
  type Page,
  type PlainRow,
  type Query,
} from '../../engine/public.ts';

interface Shape<T> {
  readonly query: Query;
  readonly only?: readonly { readonly field: string; readonly operator: 'eq' | 'in'; readonly value: unknown }[];
  readonly write: (rows: readonly PlainRow[]) => Promise<readonly T[]>;
}

async function* shapedPages<T>(
  pages: AsyncIterable<readonly PlainRow[]>,
  write: Shape<T>['write'],
): AsyncGenerator<readonly T[]> {
  for await (const rows of pages) yield await write(rows);
}

/** A page of a resource with the usual filters, sorting and paging, its rows in a different shape. */
export async function pageInShape<T>(
  ctx: CallCtx,
  resource: AnyResource,
  { query, only = [], write }: Shape<T>,
): Promise<Page<T>> {
  const rows = ctx.rows(resource);
  const base = listQuery(rows.plan, ctx, query);
  const asked = { ...base, conditions: [...base.conditions, ...only] };
  const isLong = asked.take > streamAbove;
  const page = await rows.page(isLong ? { ...asked, take: 1 } : asked);
  const head = page.capped ? { totalCount: page.total, totalCountCapped: true as const } : { totalCount: page.total };
  if (isLong)
    return new StreamedPage({
      head,
      rows: shapedPages(rows.stream(asked), write) as unknown as StreamedPage['rows'],
      keys: ['items'],
    });
  return { ...head, items: await write(page.rows) };
}
