import type { AnyResource } from '../define-resource.ts';
import type { FieldProblem } from '../derive/checks.ts';
import { hasBadCharacters, shownText, type AnyField, type CheckContext, type FilterMode } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import { readNumber } from '../fields/number.ts';
import { naturalKeyOf } from '../fields/ref.ts';
import { regionSpan } from '../fields/region.ts';
import { jsonName, wireNameOf } from './json-name.ts';
import type { Members } from '../members.ts';
import { joinsOf, type Join, type Model } from '../model.ts';
import { joinedByOr } from '../traits/any-of/any-of.ts';
import { listFilters } from '../traits/conditions/conditions.ts';
import { isLines } from '../traits/lines/lines.ts';
import { belowParameter, isBelowAsked } from '../traits/tree/with-below.ts';

/** `under` finds rows that refer to a row of a tree or to one below it. */
export type Operator = 'eq' | 'under' | 'like' | 'in' | 'ge' | 'le' | 'isNull';

/** An own field or, with `through`, a field at the end of one reference or two (`device.type`). */
export interface Place {
  readonly field: string;
  readonly through?: string;
}

/** One condition of a list. */
export interface Condition extends Place {
  readonly operator: Operator;
  readonly value: unknown;
}

export interface SortKey extends Place {
  readonly descending: boolean;
}

export interface ListQuery {
  readonly conditions: readonly Condition[];
  /** Free text, contains over the search fields. */
  readonly text?: string;
  readonly sort: readonly SortKey[];
  readonly skip: number;
  readonly take: number;
}

export const maximumRows = 1_000_000;
const allWords = new Set(['-1', 'null', 'undefined', '']);

interface Reading {
  readonly given: Members;
  readonly context: CheckContext;
  readonly problems: FieldProblem[];
}

const wordOf = (value: unknown): string => (typeof value === 'boolean' ? String(value) : shownText(value));

/** A parameter as text; several values are joined with commas. */
function parameter(given: Members, name: string): string | undefined {
  const value = given.get(name);
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.map(wordOf).join(',') : wordOf(value);
}

/** What a list can be filtered by, with the names of its parameters in lower case. */
interface Target {
  readonly place: Place;
  readonly field: AnyField;
  readonly plain: string;
  readonly min: string;
  readonly max: string;
  readonly below?: string | undefined;
}

function targetOf(parameter: string, field: AnyField, place: Place): Target {
  const plain = parameter.toLowerCase();
  return { place, field, plain, min: `min${plain}`, max: `max${plain}` };
}

function readValue(target: Target, shown: string, reading: Reading): unknown {
  const checked = kindOf(target.field).check(shown, target.field, reading.context);
  if (checked.ok) return checked.value;
  const { reason, params } = checked;
  reading.problems.push({ field: target.place.field, reason, ...(params && { params }) });
  return undefined;
}

/** A search word: trimmed, of limited length. */
function readWord(field: string, shown: string, reading: Reading): string | undefined {
  const word = shown.trim().slice(0, 200).toWellFormed();
  if (!hasBadCharacters(word)) return word === '' ? undefined : word;
  reading.problems.push({ field, reason: 'field.bad-characters' });
  return undefined;
}

function readEach(target: Target, shown: string, reading: Reading): readonly unknown[] | undefined {
  const values = shown
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => readValue(target, one, reading));
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

const manyKinds = new Set(['choices', 'dicts', 'refs']);
const plainOperators: Readonly<Record<FilterMode, Operator>> = {
  exact: 'eq',
  range: 'eq',
  like: 'like',
  in: 'in',
  atLeast: 'ge',
  atMost: 'le',
};

function plainOperator({ field, below }: Target, { given }: Reading): Operator {
  if (isBelowAsked(below, given)) return 'under';
  return manyKinds.has(field.kind) ? 'in' : plainOperators[field.options.filter ?? 'exact'];
}

function plainCondition(target: Target, reading: Reading): readonly Condition[] {
  const shown = parameter(reading.given, target.plain);
  if (shown === undefined || allWords.has(shown.trim())) return [];
  const operator = plainOperator(target, reading);
  const value =
    operator === 'like'
      ? readWord(target.place.field, shown, reading)
      : operator === 'in' && !manyKinds.has(target.field.kind)
        ? readEach(target, shown, reading)
        : readValue(target, shown, reading);
  return value === undefined ? [] : conditionsFor(target, operator, value);
}

function conditionsFor({ place, field }: Target, operator: Operator, value: unknown): readonly Condition[] {
  if (field.kind !== 'region') return [{ ...place, operator, value }];
  const [first, last] = regionSpan(shownText(value));
  return [
    { ...place, operator: 'ge', value: first },
    { ...place, operator: 'le', value: last },
  ];
}

function rangeConditions(target: Target, reading: Reading): readonly Condition[] {
  const mode = target.field.options.filter;
  if (mode !== 'range' && mode !== 'atLeast' && mode !== 'atMost') return [];
  return (['min', 'max'] as const).flatMap((end) => {
    const shown = parameter(reading.given, target[end]);
    if (shown === undefined || shown.trim() === '' || shown === 'null' || shown === 'undefined') return [];
    const value = readValue(target, shown, reading);
    return value === undefined ? [] : conditionsFor(target, end === 'min' ? 'ge' : 'le', value);
  });
}

function joinTarget({ wireName, through, target, field }: Join): readonly Target[] {
  const definition = target.fields[field];
  if (!definition) return [];
  const { options } = definition;
  const filtered = { ...definition, options: { ...options, filter: options.filter ?? 'exact' } };
  return [targetOf(`${wireName}Filter`, filtered, { field, through })];
}

function targetsOf(resource: AnyResource, model: Model): readonly Target[] {
  const allowed = new Set(resource.wire.joinFilters ?? []);
  const created = { kind: 'dateTime', options: { label: '', filter: 'range' } } as const;
  const id = { kind: 'integer', options: { label: '', filter: 'in', size: 'big' } as AnyField['options'] } as const;
  return [
    ...listFilters(resource).map(({ name, field, parameter: given }) => ({
      ...targetOf(given, field, { field: name }),
      below: belowParameter(name, field, model),
    })),
    ...joinsOf(resource, model)
      .filter(({ wireName }) => allowed.has(wireName))
      .flatMap(joinTarget),
    targetOf('CreationTimeFilter', created, { field: 'createdAt' }),
    targetOf('IdFilter', id, { field: 'id' }),
  ];
}

const stamps: Readonly<Record<string, string>> = {
  id: 'id',
  creationtime: 'createdAt',
  lastmodificationtime: 'updatedAt',
};

/**
 * Finds the column of a sort word: any casing, server or JSON spelling, with or without the wrapper, joined names too.
 * Masked fields cannot be sorted.
 */
export function sortNames(resource: AnyResource, model: Model): (word: string) => Place | undefined {
  const known = new Map<string, Place>(Object.entries(stamps).map(([word, field]) => [word, { field }]));
  for (const { wireName, through, target, field } of joinsOf(resource, model)) {
    if (!target.fields[field]?.options.sensitive) known.set(wireName.toLowerCase(), { field, through });
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.options.sensitive || isLines(field)) continue;
    const by = naturalKeyOf(field);
    known.set(wireNameOf(name, field).toLowerCase(), by === undefined ? { field: name } : { field: by, through: name });
  }
  const wrapper = `${jsonName(resource.wire.entity).toLowerCase()}.`;
  return (word) => {
    const folded = word.toLowerCase();
    const bare = folded.startsWith(wrapper) ? folded.slice(wrapper.length) : folded;
    return known.get(bare) ?? known.get(bare.replaceAll('.', ''));
  };
}

const usualSort = (resource: AnyResource): readonly SortKey[] =>
  resource.list.sort.map((word) => ({ field: word.replace(/^-/, ''), descending: word.startsWith('-') }));

interface Sorting {
  readonly usual: readonly SortKey[];
  readonly find: ReturnType<typeof sortNames>;
}

function sortOf({ usual, find }: Sorting, reading: Reading): readonly SortKey[] {
  const shown = parameter(reading.given, 'Sorting')?.trim();
  if (!shown || shown === 'null' || shown === 'undefined') return usual;
  const keys = shown.split(',').map((part): SortKey | undefined => {
    const match = /^([\w.]+)(?:\s+(asc|desc|ascending|descending|ascend|descend))?$/i.exec(part.trim());
    const found = match?.[1] === undefined ? undefined : find(match[1]);
    return found && { ...found, descending: /^desc/i.test(match?.[2] ?? '') };
  });
  if (!keys.includes(undefined) && keys.length <= 5) return keys.filter((key) => key !== undefined);
  reading.problems.push({ field: 'sorting', reason: 'list.unknown-sort' });
  return usual;
}

function countOf(
  name: string,
  range: { readonly min: number; readonly max: number; readonly usual: number },
  reading: Reading,
): number {
  const shown = parameter(reading.given, name)?.trim();
  if (shown === undefined || shown === '' || shown === 'null' || shown === 'undefined') return range.usual;
  const number = readNumber(shown);
  if (number !== undefined && Number.isSafeInteger(number) && number >= range.min && number <= range.max) return number;
  reading.problems.push({ field: name, reason: 'field.out-of-range', params: { min: range.min, max: range.max } });
  return range.usual;
}

/** Reads the query of a list; all problems at once. */
export type ListReader = (input: { readonly query: Members; readonly context: CheckContext }) => {
  readonly list: ListQuery;
  readonly problems: readonly FieldProblem[];
};

/**
 * Builds the reader of a resource's list queries once: filters by the fields' marks, free text, allow-listed sorting,
 * paging. Unknown names are ignored.
 * @example const { list, problems } = listReader(client, model)({ query: Members.of({ nameFilter: 'Li' }), context });
 */
export function listReader(resource: AnyResource, model: Model): ListReader {
  const targets = targetsOf(resource, model);
  const sorting: Sorting = { usual: usualSort(resource), find: sortNames(resource, model) };
  return ({ query, context }) => {
    const reading: Reading = { given: query, context, problems: [] };
    const text = readWord('filter', parameter(query, 'filter') ?? '', reading);
    const list: ListQuery = {
      conditions: joinedByOr(
        resource,
        { targets, names: parameter(query, 'anyOf'), problems: reading.problems },
        (target) => [...plainCondition(target, reading), ...rangeConditions(target, reading)],
      ),
      ...(text ? { text } : {}),
      sort: sortOf(sorting, reading),
      skip: countOf('skipCount', { min: 0, max: 2_147_483_647, usual: 0 }, reading),
      take: countOf('maxResultCount', { min: 1, max: maximumRows, usual: 10 }, reading),
    };
    return { list, problems: reading.problems };
  };
}
