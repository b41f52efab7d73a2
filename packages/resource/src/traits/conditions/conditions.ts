import type { AnyField, FieldKindName, Fields } from '../../fields/field.ts';
import { wireNameOf } from '../../wire/json-name.ts';

/** What a list may be filtered by: a field with a filter, or a condition. */
export interface ListFilter {
  readonly name: string;
  readonly field: AnyField;
  /** The name of its parameter, as in `StateFilter`; ranges put `Min` and `Max` in front. */
  readonly parameter: string;
}

interface Filtered {
  readonly name: string;
  readonly fields: Fields;
  readonly conditions: Fields;
}

const asFilter = (field: AnyField): AnyField => ({ ...field, options: { ...field.options, filter: 'exact' } });

/** Conditions as fields that a list is filtered by. */
export const asFilters = (conditions: Fields | undefined): Fields =>
  Object.fromEntries(Object.entries(conditions ?? {}).map(([name, field]) => [name, asFilter(field)]));

/** The name of a condition's parameter: as the definition spells it, else like that of a field. */
export const conditionParameter = (name: string, field: AnyField): string =>
  field.options.wire ?? `${wireNameOf(name, field)}Filter`;

/** All filters of a list: the fields that have one, then the conditions. */
export const listFilters = ({ fields, conditions }: Omit<Filtered, 'name'>): readonly ListFilter[] => [
  ...Object.entries(fields)
    .filter(([, { options }]) => options.filter !== undefined)
    .map(([name, field]) => ({ name, field, parameter: `${wireNameOf(name, field)}Filter` })),
  ...Object.entries(conditions).map(([name, field]) => ({ name, field, parameter: conditionParameter(name, field) })),
];

/** What a list is filtered by under a name; undefined where it has no such filter. */
export const listFilter = (resource: Omit<Filtered, 'name'>, name: string): ListFilter | undefined =>
  listFilters(resource).find((filter) => filter.name === name);

/** Names that the rows of every resource have, and parameters of every list, in lower case. */
const taken = ['id', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'rowVersion'];
const takenParameters = ['filter', 'anyof', 'sorting', 'skipcount', 'maxresultcount', 'creationtimefilter', 'idfilter'];
/** Kinds of which no value stands in a parameter. */
const unaskable = new Set<FieldKindName>(['json', 'file', 'secret', 'age', 'phone', 'idCard']);

const twice = (names: readonly string[]): string | undefined => names.find((name, at) => names.indexOf(name) !== at);

/** Refuses conditions with a name or parameter of something else, and those by personal numbers. */
export function checkConditions(resource: Filtered, beside: readonly string[]): void {
  const { name, fields, conditions } = resource;
  const names = Object.keys(conditions);
  const isTwice = twice([...taken, ...Object.keys(fields), ...beside, ...names]);
  if (isTwice !== undefined) throw new Error(`${name}: ${isTwice} is the name of two things`);
  const filters = listFilters(resource).flatMap(({ parameter }) =>
    ['', 'min', 'max'].map((start) => `${start}${parameter.toLowerCase()}`),
  );
  const parameter = twice([...takenParameters, ...filters]);
  if (names.length > 0 && parameter !== undefined)
    throw new Error(`${name}: ${parameter} is the parameter of two filters`);
  for (const [condition, { kind, options }] of Object.entries(conditions))
    if (unaskable.has(kind) || options.sensitive !== undefined)
      throw new Error(`${name}.${condition}: a list is not filtered by a ${kind} that identifies a person or is none`);
}
