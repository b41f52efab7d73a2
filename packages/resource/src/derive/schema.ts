import type { AnyResource } from '../define-resource.ts';
import type { Fields, Json } from '../fields/field.ts';
import { isFilled, kindOf } from '../fields/kinds.ts';
import { jsonKeyOf, wireNameOf } from '../wire/json-name.ts';

export type JsonSchema = { readonly [key: string]: Json };

/** The JSON schema of a row as it travels. */
export function rowSchema(resource: AnyResource): JsonSchema {
  const properties: Record<string, Json> = { id: { type: 'integer' } };
  for (const [name, field] of Object.entries(resource.fields))
    properties[jsonKeyOf(name, field)] = { ...kindOf(field).schema(field), title: field.options.label };
  return {
    type: 'object',
    title: resource.title,
    properties: {
      ...properties,
      creationTime: { type: 'string', format: 'date-time' },
      rowVersion: { type: 'integer' },
    },
  };
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
      writable.map(([name, field]) => [
        jsonKeyOf(name, field),
        { ...kindOf(field).schema(field), title: field.options.label },
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
}

/** The query parameters of a list, for the API document. */
export function listParameters(resource: AnyResource): readonly JsonSchema[] {
  const parameter = (name: string, schema: JsonSchema): JsonSchema => ({ name, in: 'query', schema });
  const filters = Object.entries(resource.fields).flatMap(([name, field]) => {
    const wire = wireNameOf(name, field);
    const { filter } = field.options;
    if (filter === undefined) return [];
    const plain = parameter(`${wire}Filter`, kindOf(field).schema(field));
    return filter === 'exact' || filter === 'like' || filter === 'in'
      ? [plain]
      : [
          plain,
          parameter(`Min${wire}Filter`, kindOf(field).schema(field)),
          parameter(`Max${wire}Filter`, kindOf(field).schema(field)),
        ];
  });
  return [
    parameter('Filter', { type: 'string' }),
    ...filters,
    parameter('Sorting', { type: 'string' }),
    parameter('SkipCount', { type: 'integer', minimum: 0 }),
    parameter('MaxResultCount', { type: 'integer', minimum: 1, maximum: 1_000_000 }),
  ];
}
