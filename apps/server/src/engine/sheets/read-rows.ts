import { checkSave, jsonKeyOf, Members, naturalKeyOf, readCell, type ImportColumn, type Json } from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { SheetRow } from '../../platform/sheet-reader.ts';
import type { Duplicates } from './duplicates.ts';
import type { Headings } from './headings.ts';
import type { Importer } from './importer.ts';
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
}

interface Draft {
  readonly line: number;
  readonly cells: readonly (readonly [ImportColumn, Json])[];
}

const draftOf = (headings: Headings, { number, cells }: SheetRow): Draft => ({
  line: number,
  cells: headings.places.flatMap((column, at): (readonly [ImportColumn, Json])[] => {
    const value = column ? readCell(cells[at] ?? null, column.field) : null;
    return column && value !== null ? [[column, value]] : [];
  }),
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
function resolved(draft: Draft, named: ReadonlyMap<ImportColumn, Named>, entries: Entries): Resolved {
  const into: Resolved = { body: {}, ids: {}, problems: [] };
  for (const [column, value] of draft.cells) {
    if (column.target !== undefined) resolveRow(into, { column, word: String(value as string) }, named.get(column));
    else
      into.body[jsonKeyOf(column.name, column.field)] =
        column.dictionary === undefined ? value : codesOf(value, entries.get(column.dictionary));
  }
  return into;
}

/** Reads lines together: names resolved, fields checked, duplicates found; a few statements for any number of lines. */
export async function readLines(
  ctx: CallCtx,
  importer: Importer,
  input: { readonly headings: Headings; readonly rows: readonly SheetRow[]; readonly duplicates: Duplicates },
): Promise<readonly ReadLine[]> {
  const drafts = input.rows.map((row) => draftOf(input.headings, row));
  const words = drafts.flatMap(({ cells }) =>
    cells.flatMap(([column, value]): Word[] =>
      column.target === undefined ? [] : [{ column, word: String(value as string) }],
    ),
  );
  const types = [
    ...new Set(
      input.headings.places.flatMap((column) => (column?.dictionary === undefined ? [] : [column.dictionary])),
    ),
  ];
  const [named, entries] = await Promise.all([findNamed(ctx, words), findEntries(ctx, types)]);
  const lines = drafts.map((draft) => {
    const { body, ids, problems } = resolved(draft, named, entries);
    const bad = new Set(problems.map(({ field }) => field));
    const checked = checkSave(importer.resource, Members.of(body), { mode: 'create', context: ctx.check });
    const values: { readonly [field: string]: unknown } = { ...checked.values, ...ids };
    return {
      line: draft.line,
      body,
      values,
      problems: [...problems, ...checked.problems.filter(({ field }) => !bad.has(field))],
    };
  });
  const repeated = await input.duplicates.inTable(
    ctx,
    lines.map(({ values }) => values),
  );
  return lines.map(({ line, body, values, problems }, at) => {
    const earlier = input.duplicates.inFile(ctx, line, values);
    const duplicateOf = repeated[at];
    return {
      number: line,
      duplicateOf,
      body: Members.of(duplicateOf === undefined ? body : { ...body, id: duplicateOf }),
      // An existing row keeps what its line omits.
      problems: [
        ...problems.filter(({ reason }) => duplicateOf === undefined || reason !== 'field.required'),
        ...(earlier ? [{ field: earlier.field, reason: 'import.repeated', params: { line: earlier.line } }] : []),
        ...(duplicateOf === undefined
          ? []
          : [{ field: undefined, reason: 'import.exists', isDuplicate: true as const }]),
      ],
    };
  });
}
