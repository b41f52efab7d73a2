import type { SheetRow } from '../../platform/sheet-reader.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { LinesOfFile } from '../sheets/file-lines.ts';
import type { Headings } from '../sheets/headings.ts';
import { correctionsOf } from './blocks.ts';
import { openLines, type Cells } from './cells.ts';

/** A row of the file with the cells of its correction in the columns that the import takes. */
function correctedRow({ places }: Headings, row: SheetRow, cells: Cells): SheetRow {
  const rest = [...cells];
  return { ...row, cells: places.map((column, at) => (column ? (rest.shift() ?? null) : (row.cells[at] ?? null))) };
}

/** Lines of a file as they were corrected. */
export async function withCorrections(ctx: CallCtx, batchId: number, part: LinesOfFile): Promise<LinesOfFile> {
  const corrections = await correctionsOf(
    ctx,
    batchId,
    part.rows.map(({ number }) => number),
  );
  if (corrections.size === 0) return part;
  const rows = part.rows.map((row) => {
    const correction = corrections.get(row.number);
    const [cells] = correction ? openLines(ctx.sealer, correction.cells) : [];
    return cells ? correctedRow(part.headings, row, cells) : row;
  });
  return { ...part, rows };
}
