import { z } from 'zod';
import { recordLooks } from '../../access/looks.ts';
import { conflict, invalid, notAllowed, notFound } from '../../platform/errors.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { batchOf, type Batch } from '../sheets/batches.ts';
import type { Headings } from '../sheets/headings.ts';
import { requireImport, type Importer } from '../sheets/importer.ts';
import { tellProgress, type ImportParts } from '../sheets/parts.ts';
import { checkLines, resultOf, type ReadLine, type Result } from '../sheets/read-rows.ts';
import { inSavepoint } from '../tasks/savepoint.ts';
import { countCorrected, readLinesAt, writeResult, type DeskLine } from './blocks.ts';
import { headingsOf, keyOfColumn, sealLines, type Cells } from './cells.ts';
import { FileDuplicates, holdersOf } from './file-keys.ts';
import { replaceProblems } from './problems.ts';

/** Characters that one correction types; longer texts are corrected in the file. */
const mostTyped = 8000;
/** Lines of a file that are corrected by hand. */
const mostCorrected = 2000;

export const correctionInput = z.object({
  id: z.coerce.number().int().positive(),
  row: z.coerce.number().int().positive(),
  /** Cells as typed, by the keys of their columns; others stay. */
  values: z.record(z.string().max(200), z.string().max(mostTyped).nullable()),
  rowVersion: z.coerce.number().int().min(0),
});
export type CorrectionInput = z.output<typeof correctionInput>;

/** Lines of a checked batch can be corrected, where each stands in one row of one sheet. */
export const canCorrect = ({ state, filePath, lineFields }: Batch, { resource }: Importer): boolean =>
  state === 'checked' && filePath !== null && lineFields !== null && resource.lines === undefined;

/** What lines are checked with. */
export interface Desk {
  readonly parts: Pick<ImportParts, 'planOf'>;
  readonly batch: Batch;
  readonly importer: Importer;
  readonly headings: Headings;
}

export const deskOf = (parts: ImportParts, batch: Batch): Desk => {
  const importer = parts.importerOf(batch.resource);
  return { parts, batch, importer, headings: headingsOf(importer, batch.lineFields ?? [], 'zh-Hans') };
};

class Checked extends Error {}

/** Checks lines as the check of their file would; leaves no trace in the database. */
export async function checkAgain(
  ctx: CallCtx,
  { parts, batch, importer, headings }: Desk,
  rows: readonly Pick<DeskLine, 'number' | 'cells'>[],
): Promise<readonly ReadLine[]> {
  const duplicates = new FileDuplicates(importer, batch.id);
  const kept: { lines: readonly ReadLine[] } = { lines: [] };
  await inSavepoint(ctx, parts.planOf, async (inner) => {
    kept.lines = await checkLines(inner, importer, { headings, rows, further: undefined, duplicates });
    throw new Checked();
  }).catch((error: unknown) => {
    if (!(error instanceof Checked)) throw error;
  });
  return kept.lines;
}

/** The cells of a line with the typed ones in their columns. */
function withTyped({ cells }: DeskLine, { places }: Headings, values: CorrectionInput['values']): Cells {
  const typed = new Map(Object.entries(values));
  const corrected = cells.map((cell, at) => {
    const column = places[at];
    const key = column ? keyOfColumn(column) : '';
    const text = typed.get(key);
    if (text === undefined) return cell;
    typed.delete(key);
    return text === null || text.trim() === '' ? null : text;
  });
  for (const unknown of typed.keys()) throw invalid(unknown, 'field.unknown');
  return corrected;
}

const sameKeys = (one: Buffer, keys: readonly Buffer[]): boolean => keys.some((key) => key.equals(one));

async function writeCorrection(
  { tx, tenantId, sealer }: CallCtx,
  batchId: number,
  line: Pick<DeskLine, 'number' | 'cells' | 'keys' | 'rowVersion'>,
): Promise<void> {
  await tx.execute(
    `insert into import_correction (tenant_id, batch_id, row_number, keys, cells_sealed, row_version) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, batch_id, row_number) do update set keys = excluded.keys, cells_sealed = excluded.cells_sealed, row_version = excluded.row_version`,
    [tenantId, batchId, line.number, line.keys, sealLines(sealer, [line.cells]), line.rowVersion],
  );
}

/** A file that needs more is corrected in the file. */
async function requireRoom(ctx: CallCtx, batchId: number, line: DeskLine): Promise<void> {
  if (line.rowVersion === 0 && (await countCorrected(ctx, batchId)) >= mostCorrected)
    throw notAllowed('import.too-many-corrections', { most: mostCorrected });
}

function requireShort(values: CorrectionInput['values']): void {
  const length = Object.values(values).reduce((total, text) => total + (text?.length ?? 0), 0);
  const [first = ''] = Object.keys(values);
  if (length > mostTyped) throw invalid(first, 'import.correction-too-long', { most: mostTyped });
}

interface Change {
  readonly number: number;
  readonly from: Result;
  readonly to: Result;
}

const columnOf = { good: 'valid_rows', wrong: 'problem_rows', duplicate: 'duplicate_rows' } as const;

/** Moves lines between the counts of their batch, and to or from those that are left out. */
async function moveLine(ctx: CallCtx, batchId: number, { number, from, to }: Change): Promise<void> {
  if (from === to) return;
  await writeResult(ctx, batchId, { number, result: to });
  await ctx.tx.execute(
    `update import_batch set ${columnOf[from]} = ${columnOf[from]} - 1, ${columnOf[to]} = ${columnOf[to]} + 1,
       refused_lines = array_remove(refused_lines, $3) || case when $4 = 'wrong' then array[$3::integer] else '{}' end where tenant_id = $1 and id = $2`,
    [ctx.tenantId, batchId, number, to],
  );
}

async function recordChecks(
  ctx: CallCtx,
  batchId: number,
  { before, checked }: { readonly before: readonly DeskLine[]; readonly checked: readonly ReadLine[] },
): Promise<void> {
  await replaceProblems(ctx, batchId, checked);
  const former = new Map(before.map(({ number, result }) => [number, result]));
  for (const line of checked)
    await moveLine(ctx, batchId, { number: line.number, from: former.get(line.number) ?? 'good', to: resultOf(line) });
}

/** The blind keys that a line had until now. */
async function formerKeys(ctx: CallCtx, batchId: number, line: DeskLine): Promise<readonly Buffer[]> {
  if (line.rowVersion > 0) return line.keys;
  const rows = await ctx.tx.query<{ key: Buffer }>(
    'select k.key from import_block b cross join unnest(b.key_rows, b.keys) as k(number, key) where b.tenant_id = $1 and b.batch_id = $2 and b.row_numbers @> array[$3::integer] and k.number = $3',
    [ctx.tenantId, batchId, line.number],
  );
  return rows.map(({ key }) => key);
}

/** Lines that repeated the line until now, or repeat it from now on, are checked again. */
async function checkOthers(
  ctx: CallCtx,
  desk: Desk,
  { number, was, is }: { readonly number: number; readonly was: readonly Buffer[]; readonly is: readonly Buffer[] },
): Promise<void> {
  const changed = [...was.filter((key) => !sameKeys(key, is)), ...is.filter((key) => !sameKeys(key, was))];
  const others = (await holdersOf(ctx, desk.batch.id, changed)).filter((other) => other !== number);
  if (others.length === 0) return;
  const before = await readLinesAt(ctx, desk.batch.id, others);
  await recordChecks(ctx, desk.batch.id, { before, checked: await checkAgain(ctx, desk, before) });
}

/** The batch of a correction, locked against a confirmation at the same moment. */
async function batchToCorrect(parts: ImportParts, ctx: CallCtx, id: number): Promise<Batch> {
  const batch = await batchOf(ctx, id, true);
  const importer = parts.importerOf(batch.resource);
  requireImport(ctx, importer.resource, 'Create');
  if (batch.state !== 'checked') throw notAllowed('import.not-ready');
  if (!canCorrect(batch, importer)) throw notAllowed('import.not-correctable');
  return batch;
}

/**
 * Corrects a line and checks it again. Afterwards the batch is as if its file had been uploaded with the corrected
 * line.
 */
export async function saveRow(parts: ImportParts, ctx: CallCtx, input: CorrectionInput): Promise<void> {
  const batch = await batchToCorrect(parts, ctx, input.id);
  const desk = deskOf(parts, batch);
  const [line] = await readLinesAt(ctx, batch.id, [input.row]);
  if (!line) throw notFound('import');
  if (line.rowVersion !== input.rowVersion) throw conflict('import.line-changed');
  requireShort(input.values);
  await requireRoom(ctx, batch.id, line);
  const cells = withTyped(line, desk.headings, input.values);
  const was = await formerKeys(ctx, batch.id, line);
  const [read] = await checkAgain(ctx, desk, [{ number: line.number, cells }]);
  if (!read) throw notFound('import');
  await writeCorrection(ctx, batch.id, { ...read, cells, rowVersion: line.rowVersion + 1 });
  await recordChecks(ctx, batch.id, { before: [line], checked: [read] });
  await checkOthers(ctx, desk, { number: line.number, was, is: read.keys });
  await recordLooks(ctx, [{ action: 'search', clientId: null, resource: desk.importer.resource.name, count: 1 }]);
  tellProgress(ctx, batch.id);
}
