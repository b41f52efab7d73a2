import { accepted, bad, checkGiven, defineKind } from '../../fields/field.ts';
import type { AnyField, Checked, CheckContext, Fields, InnerProblem, Json, Kind } from '../../fields/field.ts';
import { Members } from '../../members.ts';
import { jsonKeyOf, wireNameOf } from '../../wire/json-name.ts';
import { sumOf } from '../sums/row-sum.ts';
import { mostRows, rowsOf, type RowsRule } from './rows.ts';

export type AnyRow = { readonly [name: string]: unknown };
type KindOf = (field: AnyField) => Kind;

export const isRow = (value: unknown): value is AnyRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
const rowsIn = (value: unknown): readonly AnyRow[] => (Array.isArray(value) ? value.filter(isRow) : []);
const ruleOf = (field: AnyField): RowsRule => rowsOf(field) ?? { rows: {} };

/** A value by its wire name, or by its own, as screens have it. */
const valueIn = (row: Members, name: string, field: AnyField): unknown =>
  row.get(wireNameOf(name, field)) ?? (Object.hasOwn(row.all, name) ? row.all[name] : undefined);

/** The later of two rows with equal values is wrong. */
function duplicates({ unique = [] }: RowsRule, rows: readonly AnyRow[]): readonly InnerProblem[] {
  const seen = new Map<string, number>();
  return rows.flatMap((row, at): InnerProblem[] => {
    const values = unique.map((name) => row[name] ?? null);
    const key = JSON.stringify(values);
    const before = seen.get(key);
    if (values.every((value) => value === null) || unique.some((name) => !(name in row))) return [];
    if (before === undefined) seen.set(key, at);
    if (before === undefined) return [];
    return [{ at: `[${at}].${unique[0]}`, reason: 'rows.duplicate', params: { row: before + 1 } }];
  });
}

/** The rows as one text, a line each: `1. 名称：血压计，数量：2`. */
export const rowsText = (field: AnyField, value: unknown, word: Kind['cell']): string => {
  const wordOf = (cell: ReturnType<typeof word>): string =>
    cell instanceof Date ? cell.toISOString() : String(cell ?? '');
  const lineOf = (row: AnyRow): readonly string[] =>
    Object.entries(ruleOf(field).rows).flatMap(([name, one]) =>
      (row[name] ?? null) === null ? [] : `${one.options.label}：${wordOf(word(row[name], one))}`,
    );
  return rowsIn(value)
    .map((row, at) => `${at + 1}. ${lineOf(row).join('，')}`)
    .join('\n');
};

type Parts = { readonly kindOf: KindOf; readonly context: CheckContext };

function checkRow(fields: Fields, [value, at]: readonly [unknown, number], { kindOf, context }: Parts) {
  const row: Record<string, unknown> = {};
  if (!isRow(value)) return { row, problems: [{ at: `[${at}]`, reason: 'rows.no-row' }] };
  const problems: InnerProblem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const checked = checkGiven(kindOf(field), field, { value: valueIn(Members.of(value), name, field), context });
    if (checked.ok) row[name] = checked.value;
    else problems.push({ at: `[${at}].${name}`, reason: checked.reason, params: checked.params ?? {} });
  }
  return { row, problems };
}

function checkList(rule: RowsRule, value: unknown, parts: Parts): Checked {
  const { min = 0, max = mostRows, sum } = rule;
  if (!Array.isArray(value)) return bad('rows.no-list');
  if (value.length > max) return bad('rows.too-many', { max });
  if (value.length < min) return bad('rows.too-few', { min });
  const checked = value.map((row: unknown, at) => checkRow(rule.rows, [row, at], parts));
  const rows = checked.map(({ row }) => row);
  const inner = [...checked.flatMap(({ problems }) => problems), ...duplicates(rule, rows)];
  if (inner.length > 0) return { ok: false, reason: 'rows.wrong', inner };
  const { total, isRight } = sumOf(rule, rows);
  return isRight ? accepted(rows) : bad('rows.sum', { is: sum?.is ?? 0, total });
}

/** The kind of a list of rows; `kindOf` knows the kinds of their fields. */
export function listKind(kindOf: KindOf): Kind {
  type Write = (value: unknown, field: AnyField) => unknown;
  const each =
    (write: Write, keyOf: typeof jsonKeyOf = (name) => name) =>
    (value: unknown, field: AnyField) => {
      const fields = Object.entries(ruleOf(field).rows);
      const written = (row: AnyRow) => fields.map(([name, one]) => [keyOf(name, one), write(row[name] ?? null, one)]);
      return rowsIn(value).map((row) => Object.fromEntries(written(row)) as AnyRow);
    };

  function schema(field: AnyField, part: 'schema' | 'answer'): Record<string, Json> {
    const { rows, min = 0, max = mostRows } = ruleOf(field);
    const mayMiss = ({ options }: AnyField): boolean => options.required !== true && options.default === undefined;
    const properties = Object.entries(rows).map(([name, one]): readonly [string, Json] => {
      const own = { ...kindOf(one)[part](one), title: one.options.label };
      return [jsonKeyOf(name, one), mayMiss(one) ? { anyOf: [own, { type: 'null' }] } : own];
    });
    const isNeeded = ({ options }: AnyField) =>
      part === 'answer' || (options.required && options.default === undefined);
    const required = Object.entries(rows).flatMap(([name, one]) => (isNeeded(one) ? jsonKeyOf(name, one) : []));
    const items = { type: 'object', properties: Object.fromEntries(properties), ...(required[0] && { required }) };
    return { type: 'array', items, ...(part === 'schema' && { minItems: min, maxItems: max }) };
  }

  /** As few rows as the rule allows, their sum as it should be. */
  function sample(seed: number, field: AnyField): Json {
    const { rows, min = 1, sum } = ruleOf(field);
    const count = Math.max(min, 1);
    const share = Math.floor((sum?.is ?? 0) / count);
    const valueOf = (name: string, one: AnyField, at: number): Json => {
      if (name !== sum?.field || sum.is === undefined) return kindOf(one).sample(seed + at, one);
      return at === 0 ? sum.is - share * (count - 1) : share;
    };
    return Array.from({ length: count }, (_each, at) =>
      Object.fromEntries(Object.entries(rows).map(([name, one]) => [jsonKeyOf(name, one), valueOf(name, one, at)])),
    );
  }

  const toWire = each((value, field) => kindOf(field).toWire(value, field), jsonKeyOf);
  const toStore = each((value, field) => kindOf(field).toStore(value, field));
  // JSON holds instants as text.
  const fromStore = each((value, field) =>
    field.kind === 'dateTime' && typeof value === 'string' ? new Date(value) : kindOf(field).fromStore(value, field),
  );
  return defineKind({
    storage: 'jsonb',
    check: (value, field, context) => checkList(ruleOf(field), value, { kindOf, context }),
    sample,
    schema: (field) => schema(field, 'schema'),
    answer: (field) => schema(field, 'answer'),
    toWire: (value, field) => toWire(value, field) as Json,
    toStore: (value, field) => (value === null ? null : JSON.stringify(toStore(value, field))),
    fromStore: (value, field) => (value === null ? null : fromStore(value, field)),
    cell: (value, field) => rowsText(field, value, (inner, one) => kindOf(one).cell(inner, one)) || null,
  });
}
