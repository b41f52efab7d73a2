import { locationReading } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import {
  call,
  headOf,
  listQueryInput,
  listQuery,
  pageOf,
  streamAbove,
  StreamedPage,
  wrappedRow,
  type CallCtx,
  type PlainRow,
} from '../../engine/public.ts';
import { noteLocationViews } from './note-views.ts';
import { totalFrom } from './totals.ts';

type WireRow = ReturnType<CallCtx['show']>;

const clientOf = (row: PlainRow): number | null => (typeof row['client'] === 'number' ? row['client'] : null);

async function* noted(
  ctx: CallCtx,
  pages: AsyncIterable<readonly PlainRow[]>,
  write: (row: PlainRow) => WireRow,
): AsyncGenerator<readonly WireRow[]> {
  const seen: (number | null)[] = [];
  for await (const rows of pages) {
    for (const row of rows) seen.push(clientOf(row));
    yield rows.map(write);
  }
  await noteLocationViews(ctx, seen);
}

/** Positions, newest first. The persons viewed are recorded with the answer. */
export const locationList = call({
  wire: `GET ${locationReading.wire.service}/GetAll`,
  title: locationReading.title,
  replaces: true,
  permission: stemsOf(locationReading),
  input: listQueryInput(locationReading),
  output: pageOf(wrappedRow(locationReading)),
  run: async (ctx, asked) => {
    const rows = ctx.rows(locationReading);
    const query = listQuery(rows.plan, ctx, asked);
    const isLong = query.take > streamAbove;
    const page = await rows.page(isLong ? { ...query, take: 1 } : query, totalFrom);
    const head = headOf(page);
    if (isLong)
      return new StreamedPage({
        head,
        rows: noted(ctx, rows.stream(query), rows.plan.writer.wrapped),
        keys: ['items'],
      });
    await noteLocationViews(ctx, page.rows.map(clientOf));
    return { ...head, items: page.rows.map(rows.plan.writer.wrapped) };
  },
});
