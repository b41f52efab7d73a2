import {
  type AnyField,
  type AnyResource,
  type FieldOptions,
  columnName,
  fieldOf,
  kindOf,
  shownText,
  targetOf,
} from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import type { WrittenCell } from '../../../platform/sheet-writer.ts';
import { codeNames } from '../../codes/code-names.ts';
import { labelIn } from '../../labels.ts';
import type { Hooked, SheetRows } from '../hooks.ts';
import type { Trait } from '../trait.ts';
import { readLines, type StoredLine, tableOf } from '../lines/store.ts';
import { lineTitles } from './sheet-words.ts';

/** Documents whose lines are read at a time. */
const atOnce = 100;

const titled = (label: string, { unit }: FieldOptions): string => (unit === undefined ? label : `${label} (${unit})`);

/** What the rows of a resource are called, by their ids; a hidden name stays hidden. */
async function namesOf(
  ctx: Ctx,
  resource: AnyResource,
  ids: readonly number[],
): Promise<ReadonlyMap<unknown, WrittenCell>> {
  const field = fieldOf(resource, resource.display);
  if (field.options.sensitive) return new Map(ids.map((id) => [id, id]));
  const found = await ctx.tx.query<{ id: number; word: unknown }>(
    `select id, "${columnName(resource.display, field)}" as word from "${resource.table}" where tenant_id = $1 and id = any($2::bigint[])`,
    [ctx.tenantId, ids],
  );
  const kind = kindOf(field);
  return new Map(found.map(({ id, word }) => [id, kind.cell(kind.fromStore(word ?? null, field), field)]));
}

const coded: ReadonlySet<string> = new Set(['dict', 'dicts', 'region']);

type Cell = (line: StoredLine) => WrittenCell;

/** The writer of each column, for some lines: rows and codes by their names. */
async function cellsOf(
  { model }: Hooked,
  ctx: Ctx,
  {
    fields,
    lines,
  }: { readonly fields: readonly (readonly [string, AnyField])[]; readonly lines: readonly StoredLine[] },
): Promise<readonly Cell[]> {
  const codeName = await codeNames(
    ctx.tx,
    fields.map(([, field]) => field),
  );
  const wordOf = (field: AnyField) => (code: unknown) => codeName(field, shownText(code)) ?? shownText(code);
  const cells: Cell[] = [];
  for (const [name, field] of fields) {
    if (field.kind === 'ref') {
      const ids = [...new Set(lines.map((line) => line[name]))].filter((id) => typeof id === 'number');
      const names = await namesOf(ctx, model.byName(targetOf(field)), ids);
      cells.push((line) => names.get(line[name]) ?? null);
    } else if (coded.has(field.kind))
      cells.push((line) => [line[name] ?? []].flat().map(wordOf(field)).join('、') || null);
    else cells.push((line) => kindOf(field).cell(line[name] ?? null, field));
  }
  return cells;
}

/** A sheet for each list of lines: the document, the place, the fields. */
const sheetsOf = (of: Hooked, ctx: Ctx, ids: readonly number[]): SheetRows['more'] => {
  const { resource } = of;
  const { culture } = ctx.caller;
  return Object.entries(resource.lines ?? {}).map(([name, { child }]) => {
    const table = tableOf(child as AnyResource);
    const fields = table.columns.map(({ field, definition }) => [field, definition] as const);
    async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
      for (let at = 0; at < ids.length; at += atOnce) {
        const some = ids.slice(at, at + atOnce);
        const lines = await readLines(table, ctx, some);
        const names = await namesOf(ctx, resource, some);
        const cells = await cellsOf(of, ctx, { fields, lines: [...lines.values()].flat() });
        yield some.flatMap((id) =>
          (lines.get(id) ?? []).map((line, place) => [
            names.get(id) ?? null,
            place + 1,
            ...cells.map((cell) => cell(line)),
          ]),
        );
      }
    }
    const titles = [lineTitles.document, lineTitles.row, ...fields.map(([, { options }]) => options)];
    return {
      name: labelIn(culture, fieldOf(resource, name).options),
      titles: titles.map((each) => titled(labelIn(culture, each), each as FieldOptions)),
      pages: pages(),
    };
  });
};

/** Sheets with the lines of documents, in exports. */
export const lineSheets: Trait = { sheets: sheetsOf };
