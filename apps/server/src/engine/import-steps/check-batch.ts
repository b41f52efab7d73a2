import { recordLooks } from '../../access/looks.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { fieldsOf, forgetLines, writeBlock } from '../import-desk/blocks.ts';
import { problemsOf, writeProblems } from '../import-desk/problems.ts';
import { Duplicates } from '../sheets/duplicates.ts';
import { linesOf, openFile, type LinesOfFile } from '../sheets/file-lines.ts';
import { record, reportProgress, within, type Run } from '../sheets/parts.ts';
import { checkLines, resultOf, type ReadLine } from '../sheets/read-rows.ts';

/** Further problems are counted and not listed. */
const mostListed = 5000;

interface Counts {
  total: number;
  good: number;
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

async function keepLines(
  run: Run,
  part: LinesOfFile,
  { lines, counts }: { readonly lines: readonly ReadLine[]; readonly counts: Counts },
): Promise<void> {
  const listed = problemsOf(lines).slice(0, Math.max(0, mostListed - counts.listed));
  counts.listed += listed.length;
  await within(run, async (ctx) => {
    await writeProblems(ctx, run.batch.id, listed);
    await writeBlock(ctx, run.batch.id, { ...part, lines });
  });
}

function count(counts: Counts, lines: readonly ReadLine[]): void {
  counts.total += lines.length;
  for (const line of lines) {
    const result = resultOf(line);
    if (result === 'wrong') counts.refused.push(line.number);
    else counts[result] += 1;
  }
}

/** Reads a file and lists its problems; writes no row. Can be repeated after an interruption. */
export async function checkBatch(run: Run): Promise<void> {
  const { parts, batch, ending } = run;
  const importer = parts.importerOf(batch.resource);
  const duplicates = new Duplicates(importer);
  const counts: Counts = { total: 0, good: 0, refused: [], duplicate: 0, listed: 0 };
  let unknown: readonly string[] = [];
  let fields: readonly string[] = [];
  await within(run, (ctx) => forgetLines(ctx, batch.id));
  const file = await within(run, (ctx) => openFile({ files: parts.files, importer }, ctx, batch));
  for await (const part of linesOf(importer, file, ending.signal)) {
    unknown = part.headings.unknown;
    fields = fieldsOf(part.headings);
    const lines = await withoutTrace(run, (ctx) => checkLines(ctx, importer, { ...part, duplicates }));
    count(counts, lines);
    await keepLines(run, part, { lines, counts });
    await reportProgress(run, counts.total);
  }
  await within(run, async (ctx) => {
    await recordLooks(ctx, [
      { action: 'search', clientId: null, resource: importer.resource.name, count: counts.total },
    ]);
    await record(run, ctx, {
      state: batch.onDuplicate !== null && counts.good > 0 ? 'importing' : 'checked',
      totalRows: counts.total,
      doneRows: counts.total,
      validRows: counts.good,
      duplicateRows: counts.duplicate,
      problemRows: counts.refused.length,
      refusedLines: counts.refused,
      unknownColumns: unknown,
      lineFields: fields,
      attempts: 0,
    });
  });
}
