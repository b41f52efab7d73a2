import type { AnyResource, ImportColumn } from '@kangmai/resource';
import { jsonKeyOf, permissionsOfImport } from '@kangmai/resource';
import { z } from 'zod';
import { requireAny } from '../../access/ctx.ts';
import { notFound } from '../../platform/errors.ts';
import { groupBy } from '../../platform/group-by.ts';
import { arrayOf, whole } from '../call-shapes/answers.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Batch } from '../sheets/batches.ts';
import type { ImportParts } from '../sheets/parts.ts';
import { results } from '../sheets/read-rows.ts';
import { describing } from '../sheets/report.ts';
import { offersOf } from '../sheets/template.ts';
import { countCorrected, pageOfNumbers, readLinesAt, type DeskLine } from './blocks.ts';
import { cellText, headingsOf, keyOfColumn } from './cells.ts';
import { problemsOf, readProblems, type KeptProblem } from './problems.ts';
import { canCorrect, checkAgain, deskOf, type Desk } from './save-row.ts';

export const rowsInput = z.object({
  id: z.coerce.number().int().positive(),
  resultFilter: z.enum(['all', ...results, 'corrected']).default('all'),
  skipCount: z.coerce.number().int().min(0).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(100).default(10),
});

export const rowOutput = z.object({
  row: whole,
  rowVersion: whole,
  result: z.enum(results),
  isCorrected: z.boolean(),
  /** Cells as typed, by the keys of their columns. */
  values: z.record(z.string(), z.string()),
  problems: arrayOf(
    z.object({
      /** Key of the column; null where the problem is none of a column's. */
      key: z.string().nullable(),
      column: z.string().nullable(),
      problem: z.string(),
      suggestion: z.string().nullable(),
      isDuplicate: z.boolean(),
    }),
  ),
  /** The existing row that the line repeats, where the caller sees it. */
  matched: z.object({ id: whole, name: z.string() }).nullable(),
});
export type RowOutput = z.output<typeof rowOutput>;

export const rowsOutput = z.object({
  totalCount: whole,
  items: arrayOf(rowOutput),
  columns: arrayOf(
    z.object({ key: z.string(), title: z.string(), isRequired: z.boolean(), options: arrayOf(z.string()) }),
  ),
  canCorrect: z.boolean(),
});

/** Further values of a drop-down are typed. */
const mostOptions = 200;

/** The problems of lines by line; those that were too many to be kept are found again. */
async function problemsByLine(
  ctx: CallCtx,
  desk: Desk,
  lines: readonly DeskLine[],
): Promise<ReadonlyMap<number, readonly KeptProblem[]>> {
  const kept = await readProblems(
    ctx,
    desk.batch.id,
    lines.map(({ number }) => number),
  );
  const listed = new Set(kept.map(({ line }) => line));
  const silent = lines.filter(({ number, result }) => result !== 'good' && !listed.has(number));
  const again = silent.length === 0 ? [] : problemsOf(await checkAgain(ctx, desk, silent));
  return groupBy(
    [...kept, ...again.map(({ repeated, ...problem }) => ({ ...problem, isDuplicate: repeated }))],
    ({ line }) => line,
  );
}

/** Names of existing rows that lines repeat, as far as the caller sees them. */
async function namesOf(
  ctx: CallCtx,
  resource: AnyResource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const key = jsonKeyOf(resource.display, resource.fields[resource.display] as ImportColumn['field']);
  const wanted = [...new Set(ids)];
  const rows = await ctx.rows(resource).find({ where: { id: { in: wanted } } as object, take: wanted.length });
  return new Map(
    rows.map((row) => {
      const name = ctx.show(resource, row)[key];
      return [row.id, typeof name === 'string' ? name : String(row.id)];
    }),
  );
}

const repeatedId = (problems: readonly KeptProblem[]): number | undefined => {
  const row = problems.find(({ isDuplicate }) => isDuplicate)?.params['row'];
  return typeof row === 'number' ? row : undefined;
};

/** Lines in words: cells as typed, problems in the reader's language. */
async function shownLines(ctx: CallCtx, desk: Desk, lines: readonly DeskLine[]): Promise<readonly RowOutput[]> {
  const { batch, importer, headings } = desk;
  const problems = await problemsByLine(ctx, desk, lines);
  const ids = lines.flatMap(({ number }) => repeatedId(problems.get(number) ?? []) ?? []);
  const names = await namesOf(ctx, importer.resource, ids);
  const describe = describing(ctx, { batch, resource: importer.resource });
  const keys = new Map(
    headings.places.flatMap((column) => (column ? [[column.name, keyOfColumn(column)] as const] : [])),
  );
  return lines.map(({ number, rowVersion, result, cells }) => {
    const own = problems.get(number) ?? [];
    const id = repeatedId(own);
    const name = id === undefined ? undefined : names.get(id);
    return {
      row: number,
      rowVersion,
      result,
      isCorrected: rowVersion > 0,
      values: Object.fromEntries(
        headings.places.flatMap((column, at) => (column ? [[keyOfColumn(column), cellText(cells[at])] as const] : [])),
      ),
      problems: own.map((problem) => {
        const { line: _line, ...told } = describe(problem);
        return { ...told, key: keys.get(problem.field ?? '') ?? null };
      }),
      matched: id === undefined || name === undefined ? null : { id, name },
    };
  });
}

async function columnsOfBatch(
  ctx: CallCtx,
  { batch, importer }: Desk,
): Promise<z.output<typeof rowsOutput>['columns']> {
  const { places } = headingsOf(importer, batch.lineFields ?? [], ctx.caller.culture);
  const columns = places.flatMap((column) => column ?? []);
  const offers = await offersOf(ctx, columns);
  return columns.map((column) => ({
    key: keyOfColumn(column),
    title: column.title,
    isRequired: column.isRequired,
    options: (offers.get(column.name) ?? []).slice(0, mostOptions),
  }));
}

const countOf = (batch: Batch, filter: z.output<typeof rowsInput>['resultFilter']): number | undefined =>
  ({
    all: batch.totalRows,
    good: batch.validRows,
    wrong: batch.problemRows,
    duplicate: batch.duplicateRows,
    corrected: undefined,
  })[filter];

/** A page of the lines of a batch. */
export async function rowsPage(
  parts: ImportParts,
  ctx: CallCtx,
  { batch, asked }: { readonly batch: Batch; readonly asked: z.output<typeof rowsInput> },
): Promise<z.output<typeof rowsOutput>> {
  const desk = deskOf(parts, batch);
  requireAny(ctx, permissionsOfImport(desk.importer.resource));
  const { resultFilter: filter, skipCount: skip, maxResultCount: take } = asked;
  const isKept = batch.lineFields !== null;
  const numbers = isKept ? await pageOfNumbers(ctx, batch.id, { filter, skip, take }) : [];
  const lines = await readLinesAt(ctx, batch.id, numbers);
  return {
    totalCount: isKept ? (countOf(batch, filter) ?? (await countCorrected(ctx, batch.id))) : 0,
    items: [...(await shownLines(ctx, desk, lines))],
    columns: await columnsOfBatch(ctx, desk),
    canCorrect: canCorrect(batch, desk.importer),
  };
}

/** One line of a batch as it stands. */
export async function rowShown(
  parts: ImportParts,
  ctx: CallCtx,
  { batch, row }: { readonly batch: Batch; readonly row: number },
): Promise<RowOutput> {
  const lines = await readLinesAt(ctx, batch.id, [row]);
  const [shown] = await shownLines(ctx, deskOf(parts, batch), lines);
  if (!shown) throw notFound('import');
  return shown;
}
