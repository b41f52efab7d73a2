import type { AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import { appErrorOf } from '../../platform/database/problems.ts';
import { notAllowed, type AppError } from '../../platform/errors.ts';
import { allSettled } from '../../platform/settled.ts';
import { refusedLinesOf, type Batch } from '../sheets/batches.ts';
import { withCorrections } from '../import-desk/corrections.ts';
import { Duplicates } from '../sheets/duplicates.ts';
import { linesOf, openFile, type LinesOfFile, type OpenedFile } from '../sheets/file-lines.ts';
import type { Importer } from '../sheets/importer.ts';
import { record, reportBeside, within, type Run } from '../sheets/parts.ts';
import { readLines, type ReadLine } from '../sheets/read-rows.ts';

/**
 * A line was refused with the given reason, so that none is written. Without a reason it is one of those written
 * together from the given line on; only writing them one by one shows which.
 */
export class LinesRefused extends Error {
  readonly line: number;
  readonly refusal: AppError | undefined;
  constructor(line: number, refusal?: AppError) {
    super('a line was refused');
    this.line = line;
    this.refusal = refusal;
  }
}

interface Written {
  readonly line: number;
  readonly id: number;
  readonly former: Buffer | null;
}

/** The values that a change will overwrite, encrypted, for undo. */
async function formerOf(ctx: CallCtx, resource: AnyResource, id: number): Promise<Buffer> {
  const row = await ctx.rows(resource).get(id, true);
  const kept = Object.entries(resource.fields)
    .filter(([, field]) => !field.options.readonly && !field.options.fixed && field.kind !== 'age')
    .map(([name]) => [name, row[name]]);
  return ctx.sealer.seal(JSON.stringify(Object.fromEntries(kept)));
}

async function writeLine(ctx: CallCtx, importer: Importer, line: ReadLine): Promise<Written> {
  const former = line.duplicateOf === undefined ? null : await formerOf(ctx, importer.resource, line.duplicateOf);
  return { line: line.number, id: await importer.save(ctx, line.body), former };
}

async function writeNew(ctx: CallCtx, importer: Importer, lines: readonly ReadLine[]): Promise<readonly Written[]> {
  const bodies = lines.map(({ body }) => body);
  if (!importer.create || bodies.length === 0) return allSettled(lines.map((line) => writeLine(ctx, importer, line)));
  const ids = await importer.create(ctx, bodies);
  return lines.map(({ number }, at) => ({ line: number, id: ids[at] ?? 0, former: null }));
}

/** Inserts new rows together, changes existing ones besides. */
async function writeTogether(
  ctx: CallCtx,
  importer: Importer,
  lines: readonly ReadLine[],
): Promise<readonly Written[]> {
  const made = lines.filter(({ duplicateOf }) => duplicateOf === undefined);
  const changed = lines.filter(({ duplicateOf }) => duplicateOf !== undefined);
  const written = await allSettled([
    writeNew(ctx, importer, made),
    ...changed.map(async (line) => [await writeLine(ctx, importer, line)]),
  ]).catch((error: unknown) => {
    throw appErrorOf(error) ? new LinesRefused(lines[0]?.number ?? 0) : error;
  });
  return written.flat();
}

async function writeSingly(ctx: CallCtx, importer: Importer, lines: readonly ReadLine[]): Promise<readonly Written[]> {
  const written: Written[] = [];
  for (const line of lines) {
    written.push(
      await writeLine(ctx, importer, line).catch((error: unknown) => {
        const refusal = appErrorOf(error);
        throw refusal ? new LinesRefused(line.number, refusal) : error;
      }),
    );
  }
  return written;
}

async function remember(
  ctx: CallCtx,
  batch: Batch,
  { resource, written }: { readonly resource: AnyResource; readonly written: readonly Written[] },
): Promise<void> {
  const version = resource.storage === 'readings' ? '1' : 't.row_version';
  await ctx.tx.execute(
    `insert into import_row (tenant_id, batch_id, row_number, row_id, row_version, former)
     select $1, $2, w.line, w.id, ${version}, w.former from unnest($3::integer[], $4::bigint[], $5::bytea[]) as w(line, id, former)${resource.storage === 'readings' ? '' : ` join "${resource.table}" t on t.tenant_id = $1 and t.id = w.id`}`,
    [
      ctx.tenantId,
      batch.id,
      written.map(({ line }) => line),
      written.map(({ id }) => id),
      written.map(({ former }) => former),
    ],
  );
}

interface Writing {
  readonly importer: Importer;
  readonly file: OpenedFile;
  /** Lines that the check refused. */
  readonly refused: ReadonlySet<number>;
  /** First lines of the groups in which a line was refused before. */
  readonly singly: Set<number>;
}

/** Lines to write: refused neither by the check nor now, existing rows only when updates were selected. */
const wanted = ({ batch }: Run, { refused }: Writing, lines: readonly ReadLine[]): readonly ReadLine[] =>
  lines.filter(
    ({ number, problems, duplicateOf }) =>
      !refused.has(number) &&
      problems.every(({ isDuplicate }) => isDuplicate === true) &&
      (duplicateOf === undefined || batch.onDuplicate === 'update'),
  );

/** Plans made for a small table scan all rows written since for every line: plan again each time it has doubled. */
const isTwiceAsFar = (done: number): boolean =>
  done % 500 === 0 && Number.isInteger(Math.log2(Math.max(1, done / 500)));

async function writeLines(
  run: Run,
  ctx: CallCtx,
  writing: Writing & { readonly lines: AsyncGenerator<LinesOfFile>; readonly first: IteratorResult<LinesOfFile> },
): Promise<number> {
  const { importer, singly, lines: file, first } = writing;
  const duplicates = new Duplicates(importer);
  let done = 0;
  let count = 0;
  for (let piece = first; piece.done !== true; piece = await file.next()) {
    const part = piece.value;
    if (isTwiceAsFar(done)) await ctx.tx.execute('discard plans');
    const corrected = await withCorrections(ctx, run.batch, part);
    const lines = wanted(run, writing, await readLines(ctx, importer, { ...corrected, duplicates }));
    const write = singly.has(lines[0]?.number ?? 0) ? writeSingly : writeTogether;
    const written = await write(ctx, importer, lines);
    await remember(ctx, run.batch, { resource: importer.resource, written });
    count += written.length;
    done += part.rows.length;
    reportBeside(run, done);
  }
  return count;
}

/** One run of a batch at a time, across all nodes; the lock ends with the transaction. */
async function takeBatch(ctx: CallCtx, batch: Batch): Promise<boolean> {
  const row = await ctx.tx.one<{ taken: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended(format('import %s %s', $1::bigint, $2::bigint), 0)) as taken",
    [ctx.tenantId, batch.id],
  );
  return row?.taken ?? false;
}

/** The number of rows confirmed for the import: if data changed since, check again. */
const expected = (batch: Batch): number => batch.validRows + (batch.onDuplicate === 'update' ? batch.duplicateRows : 0);

const writeAll = (run: Run, writing: Writing): Promise<void> =>
  within(run, async (ctx) => {
    const lines = linesOf(writing.importer, writing.file, run.ending.signal);
    try {
      // Before the first statement, so that no open transaction waits for the file.
      const first = await lines.next();
      if (!(await takeBatch(ctx, run.batch))) return;
      const count = await writeLines(run, ctx, { ...writing, lines, first });
      if (count !== expected(run.batch)) throw notAllowed('import.changed');
      await record(run, ctx, { state: 'done', writtenRows: count, finishedAt: ctx.now(), attempts: 0 });
    } finally {
      await lines.return(undefined);
    }
  }).catch((error: unknown) => {
    if (!(error instanceof LinesRefused) || error.refusal) throw error;
    // Nothing is written yet; the next attempt finds the line.
    writing.singly.add(error.line);
    return writeAll(run, writing);
  });

/** Writes the lines of a checked file, all or none. Can be repeated after an interruption. */
export async function writeBatch(run: Run): Promise<void> {
  const { parts, batch } = run;
  const importer = parts.importerOf(batch.resource);
  const refused = await within(run, ({ tx }) => refusedLinesOf(tx, batch.id));
  const file = await within(run, (ctx) => openFile({ files: parts.files, importer }, ctx, batch));
  await writeAll(run, { importer, file, refused, singly: new Set() });
}
