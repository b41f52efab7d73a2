import type { CallCtx } from '../crud/call-ctx.ts';
import type { LinesOfFile } from '../sheets/file-lines.ts';
import type { Headings } from '../sheets/headings.ts';
import { resultOf, type ReadLine, type Result } from '../sheets/read-rows.ts';
import { openLines, sealLines, type Cells } from './cells.ts';

/** The fields of a file's columns, in order. */
export const fieldsOf = ({ places }: Headings): readonly string[] =>
  places.flatMap((column) => (column ? [column.name] : []));

/** Removes what an earlier check of the file has kept. */
export async function forgetLines({ tx, tenantId }: CallCtx, batchId: number): Promise<void> {
  for (const table of ['import_problem', 'import_block', 'import_correction'])
    await tx.execute(`delete from ${table} where tenant_id = $1 and batch_id = $2`, [tenantId, batchId]);
}

/** Keeps lines that were checked together: their cells sealed at once, found again by line, result or blind key. */
export async function writeBlock(
  { tx, tenantId, sealer }: CallCtx,
  batchId: number,
  { headings, rows, lines }: LinesOfFile & { readonly lines: readonly ReadLine[] },
): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const cells = rows.map((row) => headings.places.flatMap((column, at) => (column ? [row.cells[at] ?? null] : [])));
  const keys = lines.flatMap(({ number, keys: own }) => own.map((key) => ({ number, key })));
  await tx.execute(
    'insert into import_block (tenant_id, batch_id, place, row_numbers, results, key_rows, keys, cells_sealed) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      tenantId,
      batchId,
      first.number,
      lines.map(({ number }) => number),
      lines.map(resultOf),
      keys.map(({ number }) => number),
      keys.map(({ key }) => key),
      sealLines(sealer, cells),
    ],
  );
}

/** A kept line with its correction. */
export interface DeskLine {
  readonly number: number;
  readonly result: Result;
  readonly cells: Cells;
  /** Changes with each correction; 0 for a line as uploaded. */
  readonly rowVersion: number;
  /** Blind keys of a corrected line. */
  readonly keys: readonly Buffer[];
}

interface Block {
  readonly rowNumbers: readonly number[];
  readonly results: readonly Result[];
  readonly cells: Buffer;
}

interface Correction {
  readonly number: number;
  readonly cells: Buffer;
  readonly keys: readonly Buffer[];
  readonly rowVersion: number;
}

/** The corrections of some lines, by line. */
export async function correctionsOf(
  { tx, tenantId }: CallCtx,
  batchId: number,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Correction>> {
  const rows = await tx.query<Correction>(
    'select row_number as number, cells_sealed as cells, keys, row_version as "rowVersion" from import_correction where tenant_id = $1 and batch_id = $2 and row_number = any($3::integer[])',
    [tenantId, batchId, numbers],
  );
  return new Map(rows.map((row) => [row.number, row]));
}

function* linesOfBlock(
  { sealer }: CallCtx,
  { rowNumbers, results: found, cells }: Block,
  corrections: ReadonlyMap<number, Correction>,
): Generator<DeskLine> {
  const uploaded = openLines(sealer, cells);
  for (const [at, number] of rowNumbers.entries()) {
    const correction = corrections.get(number);
    const [own] = correction ? openLines(sealer, correction.cells) : [];
    yield {
      number,
      result: found[at] ?? 'good',
      cells: own ?? uploaded[at] ?? [],
      rowVersion: correction?.rowVersion ?? 0,
      keys: correction?.keys ?? [],
    };
  }
}

const blockSql =
  'select row_numbers as "rowNumbers", results, cells_sealed as cells from import_block where tenant_id = $1 and batch_id = $2';

/** Some lines of a batch as they stand, in order. */
export async function readLinesAt(
  ctx: CallCtx,
  batchId: number,
  numbers: readonly number[],
): Promise<readonly DeskLine[]> {
  const wanted = new Set(numbers);
  const blocks = await ctx.tx.query<Block>(`${blockSql} and row_numbers && $3::integer[] order by place`, [
    ctx.tenantId,
    batchId,
    numbers,
  ]);
  const corrections = await correctionsOf(ctx, batchId, numbers);
  return blocks.flatMap((block) =>
    [...linesOfBlock(ctx, block, corrections)].filter(({ number }) => wanted.has(number)),
  );
}

/** All wrong lines of a batch as they stand, a block at a time. */
export async function* wrongLines(ctx: CallCtx, batchId: number): AsyncGenerator<readonly DeskLine[]> {
  const sql = `${blockSql} and 'wrong' = any(results) order by place`;
  for await (const blocks of ctx.tx.pages<Block>(sql, [ctx.tenantId, batchId], 1))
    for (const block of blocks) {
      const wrong = block.rowNumbers.filter((_number, at) => block.results[at] === 'wrong');
      const lines = linesOfBlock(ctx, block, await correctionsOf(ctx, batchId, wrong));
      yield [...lines].filter(({ result }) => result === 'wrong');
    }
}

/** Line numbers of a page, by what the check found or by having been corrected. */
export async function pageOfNumbers(
  { tx, tenantId }: CallCtx,
  batchId: number,
  {
    filter,
    skip,
    take,
  }: { readonly filter: Result | 'all' | 'corrected'; readonly skip: number; readonly take: number },
): Promise<readonly number[]> {
  const from =
    filter === 'corrected'
      ? 'select row_number as number from import_correction where tenant_id = $1 and batch_id = $2 and $3::text is not null'
      : `select l.number from import_block b cross join unnest(b.row_numbers, b.results) as l(number, result)
    where b.tenant_id = $1 and b.batch_id = $2 and ($3::text = 'all' or l.result = $3)`;
  const rows = await tx.query<{ number: number }>(`${from} order by number limit $4 offset $5`, [
    tenantId,
    batchId,
    filter,
    take,
    skip,
  ]);
  return rows.map(({ number }) => number);
}

/** Records what the check of a line has found. */
export const writeResult = (
  { tx, tenantId }: CallCtx,
  batchId: number,
  { number, result }: { readonly number: number; readonly result: Result },
): Promise<number> =>
  tx.execute(
    'update import_block set results[array_position(row_numbers, $3::integer)] = $4 where tenant_id = $1 and batch_id = $2 and row_numbers @> array[$3::integer]',
    [tenantId, batchId, number, result],
  );

/** How many lines of a batch were corrected. */
export async function countCorrected({ tx, tenantId }: CallCtx, batchId: number): Promise<number> {
  const row = await tx.one<{ count: number }>(
    'select count(*) as count from import_correction where tenant_id = $1 and batch_id = $2',
    [tenantId, batchId],
  );
  return row?.count ?? 0;
}
