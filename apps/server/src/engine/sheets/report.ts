import { type AnyField, type AnyResource, choicesOf, type IntegerOptions, optionsOf } from '@kangmai/resource';
import type { Writable } from 'node:stream';
import { z } from 'zod';
import type { CallCtx } from '../crud/call-ctx.ts';
import { fieldLabel, labelIn, problemText } from '../labels.ts';
import { textOf } from '../../platform/texts/index.ts';
import type { Batch } from './batches.ts';
import { whole, type Page } from '../call-shapes/answers.ts';
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
export const problemOutput = z.object({
  line: whole,
  isDuplicate: z.boolean(),
  column: z.string().nullable(),
  problem: z.string(),
  suggestion: z.string().nullable(),
});
type ShownProblem = z.output<typeof problemOutput>;

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

interface Checked {
  readonly batch: Batch;
  readonly resource: AnyResource;
}

/** Words the problems of a batch for their reader. */
export function describing(
  { caller: { culture } }: CallCtx,
  { resource }: Checked,
): (problem: ProblemRow) => ShownProblem {
  return (problem) => ({
    line: problem.line,
    isDuplicate: problem.isDuplicate,
    column: problem.field === null ? null : fieldLabel(resource, problem.field, culture),
    problem: problemText(culture, resource, problem),
    suggestion: suggestionOf(resource.fields[problem.field ?? ''], problem.reason, culture),
  });
}

const columns = ['p.rowNumber as line', 'p.isDuplicate', 'p.field', 'p.reason', 'p.params'] as const;

const ofBatch = (ctx: CallCtx, { batch }: Checked): Begun<typeof importProblems, 'p'> =>
  ctx.from(importProblems, 'p').where('p.batchId', '=', batch.id);

/** A page of a file's problems; lines that only repeat rows come last. */
export async function problemPage(
  ctx: CallCtx,
  checked: Checked,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<Page<ShownProblem>> {
  const { totalCount, items } = await page(ctx, {
    from: ofBatch(ctx, checked),
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
  return { totalCount, items: (items as readonly ProblemRow[]).map(describing(ctx, checked)) };
}

/** Writes the check report as a spreadsheet: row, column, problem, suggestion. */
export async function writeReport(ctx: CallCtx, checked: Checked, to: Writable): Promise<void> {
  const word = (key: string): string => textOf(ctx.caller.culture, key);
  const book = new (await import('exceljs')).default.stream.xlsx.WorkbookWriter({ stream: to, useStyles: true });
  const sheet = book.addWorksheet(word('import.report'), { views: [{ state: 'frozen', ySplit: 1 }] });
  const widths = { line: 8, column: 20, problem: 50, suggestion: 60 };
  sheet.columns = Object.entries(widths).map(([key, width]) => ({ header: word(`import.report.${key}`), width }));
  sheet.getRow(1).font = { bold: true };
  const query = ofBatch(ctx, checked).select(columns).orderBy('p.rowNumber').orderBy('p.position');
  const describe = describing(ctx, checked);
  for await (const rows of readPages(ctx, query))
    for (const { line, column, problem, suggestion } of (rows as readonly ProblemRow[]).map(describe))
      sheet.addRow([line, column, problem, suggestion]).commit();
  await book.commit();
}
