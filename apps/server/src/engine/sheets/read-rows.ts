import { checkSave, type ImportColumn, type Json, jsonKeyOf, Members } from '@kangmai/resource';
import { naturalKeyOf, numbersIn, readCell } from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import { AppError, refusalsOf } from '../../platform/errors.ts';
import type { SheetRow } from '../../platform/sheet-reader.ts';
import type { FurtherValues } from '../traits/trait.ts';
import type { Duplicates } from './duplicates.ts';
import type { LinesOfFile } from './file-lines.ts';
import type { Headings } from './headings.ts';
import { mayUpdate, type Importer } from './importer.ts';
import { findEntries, findNamed, type Named, type Word } from './names.ts';

/** A problem of a line; `isDuplicate` when it only repeats an existing row. */
export interface LineProblem {
  readonly field: string | undefined;
  readonly reason: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly isDuplicate?: true;
}

/** A line as a save would take it. */
export interface ReadLine {
  readonly number: number;
  readonly body: Members;
  readonly duplicateOf: number | undefined;
  readonly problems: readonly LineProblem[];
  /** Blind keys by which lines of a file repeat each other. */
  readonly keys: readonly Buffer[];
  /** Where a problem of a further sheet stands. */
  readonly placed: FurtherValues['placed'] | undefined;
}

type Cells = readonly (readonly [ImportColumn, Json])[];

const cellsOf = ({ places }: Headings, { cells }: SheetRow): Cells =>
  places.flatMap((column, at): Cells => {
    const value = column ? readCell(cells[at] ?? null, column.field) : null;
    return column && value !== null ? [[column, value]] : [];
  });

/** Codes of a dictionary for the words of a cell; unknown words stay, to be refused by the field's own check. */
function codesOf(value: Json, codes: ReadonlyMap<string, string> | undefined): Json {
  const code = (word: Json): Json => codes?.get(String(word as string).toLowerCase()) ?? word;
  return Array.isArray(value) ? value.map(code) : code(value);
}

type Entries = Awaited<ReturnType<typeof findEntries>>;

interface Resolved {
  readonly body: Record<string, Json>;
  readonly ids: Record<string, number>;
  readonly problems: LineProblem[];
  readonly row: SheetRow;
}

/** The row that a cell names; none, or more than one, is a problem of its column. */
function resolveRow(into: Resolved, { column, word }: Word, named: Named | undefined): void {
  const [id, ...others] = named?.get(word) ?? [];
  if (id === undefined) into.problems.push({ field: column.name, reason: 'ref.not-found' });
  else if (others.length > 0) into.problems.push({ field: column.name, reason: 'import.ambiguous' });
  into.ids[column.name] = id ?? 0;
  into.body[jsonKeyOf(column.name, column.field)] = naturalKeyOf(column.field) === undefined ? (id ?? null) : word;
}

/** Replaces names in cells by ids and codes. */
function resolved(
  { row, cells }: { readonly row: SheetRow; readonly cells: Cells },
  named: ReadonlyMap<ImportColumn, Named>,
  entries: Entries,
): Resolved {
  const into: Resolved = { row, body: {}, ids: {}, problems: [] };
  for (const [column, value] of cells) {
    if (column.target !== undefined) resolveRow(into, { column, word: String(value as string) }, named.get(column));
    else
      into.body[jsonKeyOf(column.name, column.field)] =
        column.dictionary === undefined ? value : codesOf(value, entries.get(column.dictionary));
  }
  return into;
}

/** Cells as values of a save, by lines; a few statements for any number of lines. */
export async function resolveCells(
  ctx: CallCtx,
  { headings, rows }: { readonly headings: Headings; readonly rows: readonly SheetRow[] },
): Promise<readonly Resolved[]> {
  const drafts = rows.map((row) => ({ row, cells: cellsOf(headings, row) }));
  const words = drafts.flatMap(({ cells }) =>
    cells.flatMap(([column, value]): Word[] =>
      column.target === undefined ? [] : [{ column, word: String(value as string) }],
    ),
  );
  const types = headings.places.flatMap((column) => column?.dictionary ?? []);
  const [named, entries] = await Promise.all([findNamed(ctx, words), findEntries(ctx, [...new Set(types)])]);
  return drafts.map((draft) => resolved(draft, named, entries));
}

/** Reads lines together: names resolved, fields checked, duplicates found; a few statements for any number of lines. */
export async function readLines(
  ctx: CallCtx,
  importer: Importer,
  input: LinesOfFile & { readonly duplicates: Duplicates },
): Promise<readonly ReadLine[]> {
  const [drafts, further] = [await resolveCells(ctx, input), await input.further?.read(ctx, input.rows, resolveCells)];
  const lines = drafts.map(({ row, body: cells, ids, problems: own }) => {
    const more = further?.get(row);
    const [body, problems] = [{ ...cells, ...more?.body }, [...own, ...(more?.problems ?? [])]];
    const bad = new Set(problems.map(({ field }) => field));
    const checked = checkSave(importer.resource, Members.of(body), { mode: 'create', context: ctx.check });
    const values: Record<string, unknown> = { ...checked.values, ...ids, ...numbersIn(importer.resource, body) };
    problems.push(...checked.problems.filter(({ field }) => !bad.has(field)));
    return { number: row.number, placed: more?.placed, body, values, problems };
  });
  const drafted = lines.map(({ values }) => values);
  const repeated = await input.duplicates.inTable(ctx, drafted);
  const isSkipped = !mayUpdate(ctx, importer);
  const exists = {
    field: undefined,
    reason: isSkipped ? 'import.skipped' : 'import.exists',
    isDuplicate: true,
  } as const;
  return lines.map(({ body, values, problems, ...line }, at) => {
    const inFile = input.duplicates.inFile(ctx, line.number, values);
    const own = [...problems, ...inFile.problems];
    const duplicateOf = repeated[at];
    const read = { ...line, keys: inFile.keys, duplicateOf };
    if (duplicateOf === undefined) return { ...read, body: Members.of(body), problems: own };
    // An existing row keeps what its line omits; of one that is skipped nothing is used.
    const kept = own.filter(({ reason }) => !isSkipped && reason !== 'field.required');
    return { ...read, body: Members.of({ ...body, id: duplicateOf }), problems: [...kept, exists] };
  });
}

/** What the check found in a line. */
export const results = ['good', 'wrong', 'duplicate'] as const;
export type Result = (typeof results)[number];

/** What the check of a line has found. */
export function resultOf({ problems, duplicateOf }: Pick<ReadLine, 'problems' | 'duplicateOf'>): Result {
  if (problems.some(({ isDuplicate }) => isDuplicate !== true)) return 'wrong';
  return duplicateOf === undefined ? 'good' : 'duplicate';
}

async function refusalOf(ctx: CallCtx, importer: Importer, line: ReadLine): Promise<readonly LineProblem[]> {
  if (resultOf(line) === 'wrong' || (line.duplicateOf !== undefined && !mayUpdate(ctx, importer))) return [];
  return importer.check(ctx, line.body).then(
    () => [],
    (error: unknown) => {
      if (error instanceof AppError) return refusalsOf(error);
      throw error;
    },
  );
}

/** Lines with all problems that a save would find. Writes of rules are for the caller to roll back. */
export async function checkLines(
  ctx: CallCtx,
  importer: Importer,
  input: LinesOfFile & { readonly duplicates: Duplicates },
): Promise<readonly ReadLine[]> {
  const lines = await readLines(ctx, importer, input);
  const refusals = await Promise.all(lines.map((line) => refusalOf(ctx, importer, line)));
  return lines.map((line, at) => ({ ...line, problems: [...line.problems, ...(refusals[at] ?? [])] }));
}
