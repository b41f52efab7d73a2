import type { SheetCell, SheetRow } from '../../platform/sheet-reader.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Batch } from '../sheets/batches.ts';
import type { LinesOfFile } from '../sheets/file-lines.ts';
import type { Headings } from '../sheets/headings.ts';
import { correctionsOf } from './blocks.ts';
import { openLines } from './cells.ts';

/** A row of the file with the cells of its correction; columns that the check did not know keep theirs. */
function correctedRow({ places }: Headings, row: SheetRow, cells: ReadonlyMap<string, SheetCell>): SheetRow {
  const corrected = places.map((column, at) => {
    const cell = column && cells.get(column.name);
    return cell === undefined ? (row.cells[at] ?? null) : cell;
  });
  return { ...row, cells: corrected };
}

/** Lines of a file as they were corrected. */
export async function withCorrections(
  ctx: CallCtx,
  { id, lineFields }: Pick<Batch, 'id' | 'lineFields'>,
  part: LinesOfFile,
): Promise<LinesOfFile> {
  const corrections = await correctionsOf(
    ctx,
    id,
    part.rows.map(({ number }) => number),
  );
  if (corrections.size === 0) return part;
  const rows = part.rows.map((row) => {
    const correction = corrections.get(row.number);
    const [cells] = correction ? openLines(ctx.sealer, correction.cells) : [];
    const byField = new Map((lineFields ?? []).map((name, at) => [name, cells?.[at] ?? null]));
    return cells ? correctedRow(part.headings, row, byField) : row;
  });
  return { ...part, rows };
}
