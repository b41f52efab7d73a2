import { addDays, addMonths } from '@kangmai/domain';
import type { AnyResource } from '../../define-resource.ts';
import { choicesOf } from '../../fields/choices.ts';
import type { AnyField, Field, FieldKindName, Fields } from '../../fields/field.ts';
import { isFilled } from '../../fields/kinds.ts';
import { listFilter, type ListFilter } from '../conditions/conditions.ts';

/** Days counted from today, both ends included; an end that is left out is open. */
export interface DaysAround {
  readonly from?: number;
  readonly to?: number;
}

/** Today's month or days around today, for filters by range. */
export type FigureDays = 'month' | DaysAround;

type AskedKind = Extract<FieldKindName, 'bool' | 'choice' | 'text'>;
type Asked<F> =
  F extends Field<AskedKind, infer V, infer O>
    ? O extends { readonly filter: 'in' }
      ? V | readonly V[]
      : V
    : F extends Field<'date' | 'dateTime', unknown, infer O>
      ? O extends { readonly filter: 'range' }
        ? FigureDays
        : never
      : never;
type FilteredName<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { readonly options: { readonly filter: string } } ? K : never;
}[keyof F & string];
type NamesOfKind<F extends Fields, K extends FieldKindName> = {
  [N in keyof F & string]: F[N] extends { readonly kind: K } ? N : never;
}[keyof F & string];

type FigureFilter<R extends AnyResource> = { readonly [K in FilteredName<R['fields']>]?: Asked<R['fields'][K]> } & {
  readonly [K in keyof R['conditions'] & string]?: Asked<R['conditions'][K]>;
};

interface Words {
  readonly label: string;
  readonly en: string;
}

export interface FigureRule<R extends AnyResource> extends Words {
  readonly key: string;
  readonly of: R['name'];
  readonly filter: FigureFilter<R>;
  /** How many rows, or what an amount of theirs comes to; the list shows the same sum. */
  readonly measure: 'count' | { readonly sum: NamesOfKind<R['fields'], 'money' | 'decimal' | 'integer'> };
  readonly by?: NamesOfKind<R['fields'], 'choice'>;
}

type FilterValue = string | boolean | readonly string[] | FigureDays;

export interface Figure extends Words {
  readonly key: string;
  readonly of: string;
  readonly filter: { readonly [name: string]: FilterValue | undefined };
  readonly measure: 'count' | { readonly sum: string };
  readonly by?: string;
}

/**
 * A number over the rows of a list, with the list's own filters: the number, its link and the test that recounts it
 * follow from it.
 * @example figure<typeof contract>({ key: 'contractsEnding', of: 'contract', label: '30天内到期合同', en: 'Contracts
 *   ending', filter: { state: 'effective', endsOn: { from: 0, to: 30 } }, measure: 'count' })
 */
export const figure = <R extends AnyResource>(rule: FigureRule<R>): Figure => rule as unknown as Figure;

function monthOf(day: string): { readonly from: string; readonly to: string } {
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

export function daysOf(period: FigureDays, today: string): { readonly from: string; readonly to: string } {
  if (period === 'month') return monthOf(today);
  const end = (days: number | undefined): string => (days === undefined ? '' : addDays(today, days));
  return { from: end(period.from), to: end(period.to) };
}

const isList = (value: FilterValue): value is readonly string[] => Array.isArray(value);
const isDays = (value: FilterValue): value is FigureDays =>
  value === 'month' || (typeof value === 'object' && !isList(value));

function shownValue(value: FilterValue, today: string): string {
  if (isDays(value)) {
    const { from, to } = daysOf(value, today);
    return `${from}..${to}`;
  }
  return isList(value) ? value.join(',') : String(value);
}

/** The filters in the address that opens the list of a figure; with a part of its division, the rows of that part. */
export const figureFilters = (
  { filter, by }: Figure,
  today: string,
  part?: string,
): readonly (readonly [name: string, shown: string])[] => [
  ...Object.entries(filter).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, shownValue(value, today)]],
  ),
  ...(by !== undefined && part !== undefined ? [[by, part] as const] : []),
];

interface At {
  readonly today: string;
  /** The first or last instant of a day, as a text. */
  readonly instantOf: (day: string, end: 'from' | 'to') => string;
}

const code = (field: AnyField, name: string): string =>
  field.kind === 'choice' ? String(choicesOf(field).wireOf(name)) : name;

function parametersOf({ field, parameter }: ListFilter, value: FilterValue, { today, instantOf }: At): object {
  if (!isDays(value))
    return { [parameter]: (isList(value) ? value : [String(value)]).map((name) => code(field, name)).join(',') };
  const { from, to } = daysOf(value, today);
  const end = (day: string, side: 'from' | 'to'): string => (field.kind === 'date' ? day : instantOf(day, side));
  return {
    ...(from !== '' && { [`Min${parameter}`]: end(from, 'from') }),
    ...(to !== '' && { [`Max${parameter}`]: end(to, 'to') }),
  };
}

/** What a figure asks the list of its resource, by the names of parameters. */
export function figureQuery(resource: AnyResource, { filter }: Figure, at: At): Readonly<Record<string, string>> {
  const parts = Object.entries(filter).map(([name, value]) => {
    const known = listFilter(resource, name);
    if (!known || value === undefined) throw new Error(`${resource.name} has no filter ${name}`);
    return parametersOf(known, value, at);
  });
  return Object.assign({}, ...parts) as Readonly<Record<string, string>>;
}

/** Refuses a figure whose link would show another number: a sum that the list does not show, an unknown filter. */
export function checkFigure(resource: AnyResource, { key, filter, measure, by }: Figure): void {
  const unknown = Object.keys(filter).find((name) => listFilter(resource, name) === undefined);
  if (unknown !== undefined) throw new Error(`${key}: ${resource.name} has no filter ${unknown}`);
  if (measure !== 'count' && !resource.list.sums.includes(measure.sum))
    throw new Error(`${key}: the list of ${resource.name} shows no sum of ${measure.sum}`);
  if (by === undefined) return;
  const field = resource.fields[by];
  if (field?.kind !== 'choice' || !isFilled(field) || listFilter(resource, by) === undefined)
    throw new Error(`${key}: ${resource.name} cannot be divided by ${by}`);
}
