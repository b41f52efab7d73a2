import type { AnyResource } from '../define-resource.ts';
import type { AnyField, Fields, Json } from '../fields/field.ts';
import { isFilled, kindOf } from '../fields/kinds.ts';
import { joinsOf, type Model } from '../model.ts';
import { listFilters, type ListFilter } from '../traits/conditions/conditions.ts';
import { besideFields } from '../traits/counts/counts.ts';
import { linesIn, withoutLines } from '../traits/lines/lines.ts';
import { creatorSchema } from '../traits/moves/creator.ts';
import { belowParameters } from '../traits/tree/with-below.ts';
import { jsonKeyOf } from '../wire/json-name.ts';
import { isBlankWhenJoined } from '../wire/wire-row.ts';

export type JsonSchema = { readonly [key: string]: Json };

/**
 * The same schema with null allowed.
 * @example orNull({ type: 'integer' }) // { type: ['integer', 'null'] }
 */
export function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema['enum'])) return { ...schema, enum: [...(schema['enum'] as Json[]), null] };
  return typeof schema['type'] === 'string' ? { ...schema, type: [schema['type'], 'null'] } : schema;
}

const isList = (schema: JsonSchema): boolean => schema['type'] === 'array';

/**
 * The JSON schema of a field's value in an answer: masked values are text; optional ones may be null, except lists,
 * which are empty.
 */
function answerSchema(field: AnyField): JsonSchema {
  const schema: JsonSchema = field.options.sensitive ? { type: 'string' } : kindOf(field).answer(field);
  return isFilled(field) || isList(schema) ? schema : orNull(schema);
}

const fullObject = (properties: Readonly<Record<string, Json>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

type Properties = Readonly<Record<string, Json>>;

const propertiesOf = (fields: Fields): Properties =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      jsonKeyOf(name, field),
      { ...answerSchema(field), title: field.options.label },
    ]),
  );

/** The JSON schema of a row as it travels, without joined names. */
export function rowSchema(resource: AnyResource): JsonSchema {
  const stamp = { creationTime: { type: 'string', format: 'date-time' }, rowVersion: { type: 'integer' } };
  const own = { ...propertiesOf(withoutLines(resource.fields)), ...creatorSchema(resource) };
  const full = fullObject({ id: { type: 'integer' }, ...own, ...stamp });
  // Counts stand in lists and details, lines in details alone.
  const beside = { ...linesIn(resource.fields), ...besideFields(resource) };
  const properties = { ...(full['properties'] as Properties), ...propertiesOf(beside) };
  return { ...full, properties, title: resource.title };
}

/** The JSON schemas of a row's joined names, by wire name. */
export function joinSchemas(resource: AnyResource, model: Model): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    joinsOf(resource, model).map(({ wireName, target, field }) => {
      const definition = target.fields[field];
      if (!definition) return [wireName, { type: ['integer', 'null'] }];
      const title = definition.options.label;
      if (isBlankWhenJoined(definition)) return [wireName, { type: 'string', title }];
      const schema = answerSchema(definition);
      return [wireName, { ...(isFilled(definition) && !isList(schema) ? orNull(schema) : schema), title }];
    }),
  );
}

/** A row with joined names, flat, as unwrapped services return it. */
export function flatSchema(resource: AnyResource, model: Model): JsonSchema {
  const row = rowSchema(resource);
  const joins = joinSchemas(resource, model);
  const required = [...(row['required'] as string[]), ...Object.keys(joins)];
  return { ...row, properties: { ...(row['properties'] as Properties), ...joins }, required };
}

/** The JSON schema of a field's value as input; a masked value may be returned and changes nothing. */
function givenSchema(field: AnyField, isRequired: boolean): JsonSchema {
  const schema = kindOf(field).schema(field);
  const given = isRequired ? schema : orNull(schema);
  return field.options.sensitive && schema['type'] !== 'string' ? { anyOf: [given, { type: 'string' }] } : given;
}

/** The JSON schema of fields as input: what may be written, what must be there. */
export function inputSchema(fields: Fields): JsonSchema {
  const writable = Object.entries(fields).filter(([, field]) => field.options.readonly !== true);
  const required = writable
    .filter(([, field]) => field.options.required && !(isFilled(field) && field.options.default !== undefined))
    .map(([name, field]) => jsonKeyOf(name, field));
  return {
    type: 'object',
    properties: Object.fromEntries(
      writable.map(([name, field]) => {
        const key = jsonKeyOf(name, field);
        return [key, { ...givenSchema(field, required.includes(key)), title: field.options.label }];
      }),
    ),
    ...(required.length > 0 && { required }),
  };
}

/** The JSON schema of the body of a save. */
export function saveSchema(resource: AnyResource): JsonSchema {
  const input = inputSchema(resource.fields);
  const version = { type: ['integer', 'null'] };
  return {
    ...input,
    properties: { id: version, rowVersion: version, ...(input['properties'] as Record<string, Json>) },
  };
}

/** One filter of a list: its parameter without prefix, and the field that it is read by. */
type Filter = Pick<ListFilter, 'parameter' | 'field'>;

const manyKinds = new Set(['choices', 'dicts', 'refs']);

/** The values of a filter: words to search, one value, or several by a repeated name or separated by commas. */
function filterSchema({ kind, options }: AnyField, schema: JsonSchema): JsonSchema {
  if (options.filter === 'like') return { type: 'string' };
  const one = isList(schema) ? (schema['items'] as JsonSchema) : schema;
  return options.filter === 'in' || manyKinds.has(kind)
    ? { anyOf: [one, { type: 'array', items: one }, { type: 'string' }] }
    : one;
}

function filterParameters({ parameter, field }: Filter): readonly (readonly [name: string, schema: JsonSchema])[] {
  const { filter } = field.options;
  const schema = kindOf(field).schema(field);
  const isRange = filter === 'range' || filter === 'atLeast' || filter === 'atMost';
  return [
    [parameter, filterSchema(field, schema)],
    ...(isRange ? [[`Min${parameter}`, schema] as const, [`Max${parameter}`, schema] as const] : []),
  ];
}

const stampFilters: readonly Filter[] = [
  { parameter: 'CreationTimeFilter', field: { kind: 'dateTime', options: { label: '', filter: 'range' } } },
  { parameter: 'IdFilter', field: { kind: 'integer', options: { label: '', filter: 'in' } } },
];

function joinFilters(resource: AnyResource, model: Model | undefined): readonly Filter[] {
  const allowed = new Set(resource.wire.joinFilters ?? []);
  return (model ? joinsOf(resource, model) : []).flatMap(({ wireName, target, field: name }) => {
    const field = target.fields[name];
    if (!field || !allowed.has(wireName)) return [];
    const options = { ...field.options, filter: field.options.filter ?? 'exact' };
    return [{ parameter: `${wireName}Filter`, field: { ...field, options } }];
  });
}

/** The query parameters of a list, for the API document; filters by names of other rows need the model. */
export function listParameters(resource: AnyResource, model?: Model): readonly JsonSchema[] {
  const all = [...listFilters(resource), ...joinFilters(resource, model), ...stampFilters].flatMap(filterParameters);
  const known = new Map(all.toReversed().map(([name, schema]) => [name.toLowerCase(), [name, schema] as const]));
  return [
    ...['Filter', 'AnyOf'].map((name) => [name, { type: 'string' }] as const),
    ...[...known.values()].toReversed(),
    ...belowParameters(resource, model).map((name) => [name, { type: 'boolean' }] as const),
    ['Sorting', { type: 'string' }] as const,
    ['SkipCount', { type: 'integer', minimum: 0 }] as const,
    ['MaxResultCount', { type: 'integer', minimum: 1, maximum: 1_000_000 }] as const,
  ].map(([name, schema]) => ({ name, in: 'query', schema }));
}
