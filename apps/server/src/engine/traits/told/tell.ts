import { moneyOf } from '@kangmai/domain';
import {
  type AnyField,
  type AnyResource,
  choicesOf,
  columnsOf,
  fieldOf,
  type FieldKindName,
  formOf,
  naturalKeyOf,
  rowsOf,
  shownText,
  targetOf,
  wordsOf,
} from '@kangmai/resource';
import { isMasked, maskValue } from '@kangmai/resource/wire';
import { codeNames } from '../../codes/code-names.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { labelIn } from '../../labels.ts';

/** Values of a row by field, as the history keeps them. */
export type Kept = Readonly<Record<string, unknown>>;

/** Tells a value of a field. */
export type Tell = (value: unknown, field: AnyField) => string | null;

/** A rows's name that the reader may not see. */
const unseen = { label: '无权查看或已删除', en: 'Deleted or not visible' };
const answers = { true: { label: '是', en: 'Yes' }, false: { label: '否', en: 'No' } };
/** Kinds whose values are not told in words: whether they changed is all that is said. */
const wordless: ReadonlySet<FieldKindName> = new Set(['secret', 'json', 'file']);

/** The fields of a change that the history shows, in the order of the definition. */
export function toldFields(resource: AnyResource, ...kept: readonly Kept[]): readonly string[] {
  const stored = new Set([...columnsOf(resource).map(({ field }) => field), ...Object.keys(resource.lines ?? {})]);
  return Object.keys(resource.fields).filter((name) => stored.has(name) && kept.some((values) => name in values));
}

export const isWordless = ({ kind }: AnyField): boolean => wordless.has(kind);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const isRef = ({ kind }: AnyField): boolean => kind === 'ref' || kind === 'refs';

/** The references of a value with their ids; those of lines too. */
const refsIn = (field: AnyField, value: unknown): readonly (readonly [field: AnyField, id: unknown])[] =>
  isRef(field)
    ? listOf(value).map((id) => [field, id])
    : Object.entries(rowsOf(field)?.rows ?? {}).flatMap(([name, inner]) =>
        isRef(inner) ? listOf(value).map((row) => [inner, (row as Kept | null)?.[name]] as const) : [],
      );

const longest = 200;
/** A text as a sentence quotes it: formatted text by its words, a long one by its beginning. */
function quoted(value: unknown, field: AnyField): string {
  const text = field.kind === 'text' && formOf(field) === 'html' ? wordsOf(shownText(value)) : shownText(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A moment in the reader's zone, as lists show it. */
export function moment(value: unknown, zone: string): string {
  const at = new Date(value as string);
  if (Number.isNaN(at.getTime())) return shownText(value);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(/:00$/, '');
}

/** What rows are called that the changes name, by resource and id: those in the reader's sight. */
async function namesOf(
  ctx: CallCtx,
  resource: AnyResource,
  changes: readonly Kept[],
): Promise<(field: AnyField, id: unknown) => string | undefined> {
  const wanted = new Map<string, Set<number>>();
  for (const values of changes)
    for (const name of toldFields(resource, values)) {
      for (const [field, id] of refsIn(fieldOf(resource, name), values[name])) {
        const ids = wanted.get(targetOf(field)) ?? new Set<number>();
        if (typeof id === 'number') ids.add(id);
        wanted.set(targetOf(field), ids);
      }
    }
  const rows = new Map<string, Kept>();
  for (const [target, ids] of wanted)
    if (ids.size > 0) {
      const found = await ctx.rows(ctx.model.byName(target)).find({ where: { id: { in: [...ids] } }, take: ids.size });
      for (const row of found) rows.set(`${target} ${row.id}`, row);
    }
  return (field, id) => {
    const target = ctx.model.byName(targetOf(field));
    const row = rows.get(`${target.name} ${String(id)}`);
    const key = naturalKeyOf(field) ?? target.display;
    const shown = target.fields[key];
    if (!row || !shown) return undefined;
    if (row[key] instanceof Date) return moment(row[key], ctx.caller.zone);
    return shown.options.sensitive ? (maskValue(row[key], shown) ?? undefined) : shownText(row[key]) || undefined;
  };
}

/** Values in the reader's language and zone: choices by their labels, codes and rows by their names. */
export async function teller(ctx: CallCtx, resource: AnyResource, changes: readonly Kept[]): Promise<Tell> {
  const { culture, zone } = ctx.caller;
  const told = toldFields(resource, ...changes).map((name) => fieldOf(resource, name));
  const codeName = await codeNames(ctx.tx, [
    ...told,
    ...told.flatMap((field) => Object.values(rowsOf(field)?.rows ?? {})),
  ]);
  const rowName = await namesOf(ctx, resource, changes);
  const choice = (value: unknown, field: AnyField): string => {
    const entry = choicesOf(field).entries[shownText(value)];
    return entry ? labelIn(culture, entry) : shownText(value);
  };
  const code = (value: unknown, field: AnyField): string => codeName(field, shownText(value)) ?? shownText(value);
  const row = (value: unknown, field: AnyField): string => rowName(field, value) ?? labelIn(culture, unseen);
  const each: { readonly [K in FieldKindName]?: (value: unknown, field: AnyField) => string } = {
    bool: (value) => labelIn(culture, answers[value === true ? 'true' : 'false']),
    date: (value) => shownText(value).slice(0, 10),
    dateTime: (value) => moment(value, zone),
    choice,
    choices: choice,
    // JSON keeps an amount as yuan.
    money: (value) => moneyOf(value as number).toString(),
    dict: code,
    dicts: code,
    region: code,
    ref: row,
    refs: row,
  };
  return (value, field) => {
    if (value === null || value === undefined || value === '' || isWordless(field)) return null;
    // A value kept before its field was marked as sensitive is masked when it is read.
    if (field.options.sensitive) return isMasked(value) ? shownText(value) : maskValue(value, field);
    const words = listOf(value).map((one) => (each[field.kind] ?? quoted)(one, field));
    return words.length === 0 ? null : words.join(culture === 'en' ? ', ' : '、');
  };
}
