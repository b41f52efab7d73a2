import type { AnyField, Checked, Fields, InnerProblem, Json, Kind } from '../../fields/field.ts';
import { id } from '../../fields/number.ts';
import { Members } from '../../members.ts';
import { isRow, type AnyRow } from '../rows/list-kind.ts';
import { rowsOf, type ListOptions } from '../rows/rows.ts';

const idField = id();

const writableFields = new WeakMap<AnyField, AnyField>();

function writableOf(field: AnyField): AnyField {
  const known = writableFields.get(field);
  if (known) return known;
  const { list, ...options } = field.options as ListOptions;
  const rows: Fields = Object.fromEntries(
    Object.entries(list.rows).filter(([, { options: own }]) => own.readonly !== true),
  );
  const writable = { ...field, options: { ...options, list: { ...list, rows } } } as AnyField;
  writableFields.set(field, writable);
  return writable;
}

interface ReadIds {
  readonly ids: readonly (number | null)[];
  readonly problems: readonly InnerProblem[];
}

/** The ids of given lines; one that is no id, or that an earlier line has, is a problem. */
function readIds(lines: readonly unknown[], check: (value: unknown) => Checked): ReadIds {
  const problems: InnerProblem[] = [];
  const seen = new Map<unknown, number>();
  const ids = lines.map((line, at): number | null => {
    const given = isRow(line) ? Members.of(line).get('id') : undefined;
    if (given === undefined || given === null || given === '' || given === 0) return null;
    const checked = check(given);
    const id = checked.ok ? (checked.value as number) : null;
    const before = seen.get(id);
    if (id === null) problems.push({ at: `[${at}].id`, reason: 'field.not-id' });
    else if (before !== undefined)
      problems.push({ at: `[${at}].id`, reason: 'rows.duplicate', params: { row: before + 1 } });
    else seen.set(id, at);
    return id;
  });
  return { ids, problems };
}

/** The kind of the lines of a document: a list of rows with ids and without a column. */
export function lineKind(lists: Kind, integers: Kind): Kind {
  const withId = (schema: { readonly [key: string]: Json }, id: Json): { readonly [key: string]: Json } => {
    const items = schema['items'] as { readonly [key: string]: Json };
    return {
      ...schema,
      items: { ...items, properties: { id, ...(items['properties'] as { readonly [key: string]: Json }) } },
    };
  };
  return {
    ...lists,
    storage: () => ({ type: 'jsonb', form: 'none' }),
    check(value, field, context) {
      const checked = lists.check(value, context.isAnswer ? field : writableOf(field), context);
      const { ids, problems } = readIds(Array.isArray(value) ? value : [], (id) =>
        integers.check(id, idField, context),
      );
      if (!checked.ok) return checked.inner ? { ...checked, inner: [...checked.inner, ...problems] } : checked;
      if (problems.length > 0) return { ok: false, reason: 'rows.wrong', inner: problems };
      const lines = checked.value as readonly AnyRow[];
      return { ok: true, value: lines.map((line, at) => ({ id: ids[at] ?? null, ...line })) };
    },
    // Lists leave the lines of their rows out.
    toWire(value, field) {
      if (!Array.isArray(value)) return undefined as unknown as Json;
      const lines = lists.toWire(value, field) as readonly { readonly [key: string]: Json }[];
      return (value as readonly AnyRow[]).map((line, at) => ({ id: (line['id'] ?? null) as Json, ...lines[at] }));
    },
    toStore: () => null,
    fromStore: (value) => value,
    schema: (field) => withId(lists.schema(writableOf(field)), { type: ['integer', 'null'] }),
    answer: (field) => withId(lists.answer(field), { type: ['integer', 'null'] }),
    sample: (seed, field) => lists.sample(seed, writableOf(field)),
  };
}

/** The writable fields of lines by name, as forms show them. */
export const writableRows = (field: AnyField): Fields => rowsOf(writableOf(field))?.rows ?? {};
