import { type AnyField, type AnyResource, choicesOf, type IntegerOptions, optionsOf } from '@kangmai/resource';
import type { Writable } from 'node:stream';
import Excel from 'exceljs';
import type { CallCtx } from '../crud/call-ctx.ts';
import { fieldLabel, labelIn, problemText } from '../labels.ts';
import { textOf } from '../../platform/texts/index.ts';
import type { Batch } from './batches.ts';
import type { Begun } from '../sql/from.ts';
import { page } from '../sql/page.ts';
import { readPages } from '../sql/read.ts';
import { importProblems } from '../sql/tables.ts';

interface ProblemRow {
  readonly line: number;
  readonly isDuplicate: boolean;
  readonly field: string | null;
  readonly reason: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** One line of the check report, in the reader's language. */
export interface ShownProblem {
  readonly line: number;
  readonly isDuplicate: boolean;
  readonly column: string | null;
  readonly problem: string;
  readonly suggestion: string | null;
}

function allowed(field: AnyField, culture: 'zh-Hans' | 'en'): string | null {
  if (field.kind === 'bool') return textOf(culture, 'import.suggest.bool');
  if (field.kind === 'choice' || field.kind === 'choices')
    return textOf(culture, 'import.suggest.choice', {
      choices: Object.values(choicesOf(field).entries)
        .map((entry) => labelIn(culture, entry))
        .slice(0, 30)
        .join('、'),
    });
  return field.kind === 'dict' || field.kind === 'dicts' ? textOf(culture, 'import.suggest.dictionary') : null;
}

function suggestionOf(field: AnyField | undefined, reason: string, culture: 'zh-Hans' | 'en'): string | null {
  const own = textOf(culture, `import.suggest.${reason}`, {}, null);
  if (own !== null) return own;
  if (!field) return null;
  const { min, max } = optionsOf<IntegerOptions>(field);
  if (reason === 'field.out-of-range' && min !== undefined && max !== undefined)
    return textOf(culture, 'import.suggest.range', { min, max });
  return reason === 'field.unknown-choice' || reason === 'field.not-bool' ? allowed(field, culture) : null;
}

const describeProblem =
  (resource: AnyResource, culture: 'zh-Hans' | 'en') =>
  (problem: ProblemRow): ShownProblem => {
    const { line, isDuplicate, field, reason } = problem;
    return {
      line,
      isDuplicate,
      column: field === null ? null : fieldLabel(resource, field, culture),
      problem: problemText(culture, resource, problem),
      suggestion: suggestionOf(field === null ? undefined : resource.fields[field], reason, culture),
    };
  };

const columns = ['p.rowNumber as line', 'p.isDuplicate', 'p.field', 'p.reason', 'p.params'] as const;

const ofBatch = (ctx: CallCtx, batch: Batch): Begun<typeof importProblems, 'p'> =>
  ctx.from(importProblems, 'p').where('p.batchId', '=', batch.id);

/** A page of a file's problems; lines that only repeat rows come last. */
export async function problemPage(
  ctx: CallCtx,
  {
    batch,
    resource,
    skip,
    take,
  }: { readonly batch: Batch; readonly resource: AnyResource; readonly skip: number; readonly take: number },
): Promise<{ readonly totalCount: number; readonly items: readonly ShownProblem[] }> {
  const { totalCount, items } = await page(ctx, {
    from: ofBatch(ctx, batch),
    columns,
    sort: {
      by: { isDuplicate: 'p.isDuplicate', line: 'p.rowNumber' },
      asked: undefined,
      usual: 'isDuplicate, line',
      last: ['p.position'],
    },
    skip,
    take,
  });
  return { totalCount, items: (items as readonly ProblemRow[]).map(describeProblem(resource, ctx.caller.culture)) };
}

/** Writes the check report as a spreadsheet: row, column, problem, suggestion. */
export async function writeReport(
  ctx: CallCtx,
  { batch, resource }: { readonly batch: Batch; readonly resource: AnyResource },
  to: Writable,
): Promise<void> {
  const word = (key: string): string => textOf(ctx.caller.culture, key);
  const book = new Excel.stream.xlsx.WorkbookWriter({ stream: to, useStyles: true });
  const sheet = book.addWorksheet(word('import.report'), { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = [
    { header: word('import.report.line'), width: 8 },
    { header: word('import.report.column'), width: 20 },
    { header: word('import.report.problem'), width: 50 },
    { header: word('import.report.suggestion'), width: 60 },
  ];
  sheet.getRow(1).font = { bold: true };
  const query = ofBatch(ctx, batch).select(columns).orderBy('p.rowNumber').orderBy('p.position');
  for await (const rows of readPages(ctx, query)) {
    for (const problem of (rows as readonly ProblemRow[]).map(describeProblem(resource, ctx.caller.culture)))
      sheet.addRow([problem.line, problem.column, problem.problem, problem.suggestion]).commit();
  }
  await book.commit();
}
