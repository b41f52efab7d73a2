import { recordLooks } from '../../access/looks.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { AppError, refusalsOf } from '../../platform/errors.ts';
import { Duplicates } from './duplicates.ts';
import { linesOf, openFile, type LinesOfFile } from './file-lines.ts';
import { mayUpdate, type Importer } from './importer.ts';
import { record, reportProgress, within, type Run } from './parts.ts';
import { readLines, type LineProblem, type ReadLine } from './read-rows.ts';

/** Further problems are counted and not listed. */
const mostListed = 5000;

interface Counts {
  total: number;
  valid: number;
  /** Line numbers with problems. */
  readonly refused: number[];
  duplicate: number;
  listed: number;
}

class Undone extends Error {}

/** Runs work whose writes are rolled back: rules that read the database can then run as if a row were saved. */
async function withoutTrace<T>(run: Run, work: (ctx: CallCtx) => Promise<T>): Promise<T> {
  const kept: { result?: T } = {};
  await within(run, async (ctx) => {
    kept.result = await work(ctx);
    throw new Undone();
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return kept.result as T;
}

const isSound = (line: ReadLine): boolean => line.problems.every(({ isDuplicate }) => isDuplicate === true);

async function refusalOf(ctx: CallCtx, importer: Importer, line: ReadLine): Promise<readonly LineProblem[]> {
  if (!isSound(line) || (line.duplicateOf !== undefined && !mayUpdate(ctx, importer))) return [];
  return importer.check(ctx, line.body).then(
    () => [],
    (error: unknown) => {
      if (error instanceof AppError) return refusalsOf(error);
      throw error;
    },
  );
}

/** The lines with all problems found by the rules of a save. */
const withSaveProblems = (
  run: Run,
  importer: Importer,
  input: LinesOfFile & { readonly duplicates: Duplicates },
): Promise<readonly ReadLine[]> =>
  withoutTrace(run, async (ctx) => {
    const lines = await readLines(ctx, importer, input);
    const refusals = await Promise.all(lines.map((line) => refusalOf(ctx, importer, line)));
    return lines.map((line, at) => ({ ...line, problems: [...line.problems, ...(refusals[at] ?? [])] }));
  });

async function listProblems(run: Run, lines: readonly ReadLine[], counts: Counts): Promise<void> {
  const listed = lines
    .flatMap(({ number: line, problems, placed = (field) => field }) =>
      problems.map(({ field, isDuplicate: repeated = false, ...told }, position) => ({
        ...told,
        line,
        position,
        repeated,
        field: field === undefined ? null : placed(field),
      })),
    )
    .slice(0, Math.max(0, mostListed - counts.listed));
  counts.listed += listed.length;
  await within(run, ({ tx, tenantId }) =>
    tx.execute(
      `insert into import_problem (tenant_id, batch_id, row_number, position, is_duplicate, field, reason, params)
     select $1, $2, p.line, p.position, p.repeated, p.field, p.reason, coalesce(p.params, '{}') from jsonb_to_recordset($3::jsonb) as p(line integer, position smallint, repeated boolean, field text, reason text, params jsonb) on conflict do nothing`,
      [tenantId, run.batch.id, JSON.stringify(listed)],
    ),
  );
}

function count(counts: Counts, lines: readonly ReadLine[]): void {
  counts.total += lines.length;
  for (const line of lines) {
    if (!isSound(line)) counts.refused.push(line.number);
    else if (line.duplicateOf === undefined) counts.valid += 1;
    else counts.duplicate += 1;
  }
}

/** Reads a file and lists its problems; writes no row. Can be repeated after an interruption. */
export async function checkBatch(run: Run): Promise<void> {
  const { parts, batch, ending } = run;
  const importer = parts.importerOf(batch.resource);
  const duplicates = new Duplicates(importer);
  const counts: Counts = { total: 0, valid: 0, refused: [], duplicate: 0, listed: 0 };
  let unknown: readonly string[] = [];
  await within(run, ({ tx, tenantId }) =>
    tx.execute('delete from import_problem where tenant_id = $1 and batch_id = $2', [tenantId, batch.id]),
  );
  const file = await within(run, (ctx) => openFile({ files: parts.files, importer }, ctx, batch));
  for await (const part of linesOf(importer, file, ending.signal)) {
    unknown = part.headings.unknown;
    const lines = await withSaveProblems(run, importer, { ...part, duplicates });
    count(counts, lines);
    await listProblems(run, lines, counts);
    await reportProgress(run, counts.total);
  }
  await within(run, async (ctx) => {
    await recordLooks(ctx, [
      { action: 'search', clientId: null, resource: importer.resource.name, count: counts.total },
    ]);
    await record(run, ctx, {
      state: batch.onDuplicate !== null && counts.valid > 0 ? 'importing' : 'checked',
      totalRows: counts.total,
      doneRows: counts.total,
      validRows: counts.valid,
      duplicateRows: counts.duplicate,
      problemRows: counts.refused.length,
      refusedLines: counts.refused,
      unknownColumns: unknown,
      attempts: 0,
    });
  });
}
