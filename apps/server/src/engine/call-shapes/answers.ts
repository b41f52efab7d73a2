import {
  flatSchema,
  inputSchema,
  joinSchemas,
  listParameters,
  Members,
  rowSchema,
  saveSchema,
  type AnyResource,
  type Choices,
  type Fields,
  type Given,
  type Json,
  type JsonSchema,
  type Model,
} from '@kangmai/resource';
import { jsonName, type WireRow } from '@kangmai/resource/wire';
import { z } from 'zod';
import type { StreamedPage } from '../crud/conventional.ts';
import type { FileAnswer } from '../export/export-file.ts';

export type { WireRow };

type Schemas = Readonly<Record<string, JsonSchema>>;
type Describe = (model: Model) => JsonSchema;

/** JSON schemas of shapes that zod cannot express. */
const descriptions = new WeakMap<object, Describe>();

function described<S extends z.ZodType>(shape: S, describe: Describe): S {
  descriptions.set(shape, describe);
  return shape;
}

const answer = <T>(describe: Describe): z.ZodType<T> => described(z.custom<T>(), describe);

/** The JSON schema of a shape, as input or as answer; members that a later release may add are allowed. */
export function schemaOf(shape: z.ZodType, io: 'input' | 'output', model: Model): JsonSchema {
  const { $schema: _version, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const describe = descriptions.get(zodSchema);
      if (describe) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        Object.assign(jsonSchema, describe(model));
      }
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return schema as JsonSchema;
}

/** The name of a resource among the schemas of the API document. */
export const schemaName = ({ name }: AnyResource): string => name.charAt(0).toUpperCase() + name.slice(1);

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const isKnown = (resource: AnyResource, model: Model): boolean => model.find(resource.name) === resource;

/** The schema of a row alone: by name for resources of the model, written out for narrowed ones. */
export const rowReference = (resource: AnyResource, model: Model): JsonSchema =>
  isKnown(resource, model) ? ref(schemaName(resource)) : rowSchema(resource);

const hasJoins = ({ wire }: AnyResource): boolean => Object.keys(wire.joins).length > 0;

/** The schema of a row with joined names, flat. */
export function flatReference(resource: AnyResource, model: Model): JsonSchema {
  if (!hasJoins(resource)) return rowReference(resource, model);
  return isKnown(resource, model) ? ref(`${schemaName(resource)}WithNames`) : flatSchema(resource, model);
}

function wrappedProperties(resource: AnyResource, model: Model): Schemas {
  if (!resource.wire.wrap) return flatSchema(resource, model)['properties'] as Schemas;
  return { [jsonName(resource.wire.entity)]: rowReference(resource, model), ...joinSchemas(resource, model) };
}

const objectOf = (properties: Schemas, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

const wrappedSchema = (resource: AnyResource, model: Model): JsonSchema => {
  const properties = wrappedProperties(resource, model);
  return objectOf(properties, Object.keys(properties));
};

/** The schema of a row as lists and single rows of its service return it. */
export function wrappedReference(resource: AnyResource, model: Model): JsonSchema {
  if (!resource.wire.wrap) return flatReference(resource, model);
  return isKnown(resource, model) ? ref(`${schemaName(resource)}Item`) : wrappedSchema(resource, model);
}

/** The schemas of a resource that others reference by name. */
export function resourceSchemas(resource: AnyResource, model: Model): readonly (readonly [string, JsonSchema])[] {
  const name = schemaName(resource);
  return [
    [name, rowSchema(resource)],
    ...(hasJoins(resource) ? [[`${name}WithNames`, flatSchema(resource, model)] as const] : []),
    ...(resource.wire.wrap ? [[`${name}Item`, wrappedSchema(resource, model)] as const] : []),
  ];
}

/** The schema of a page of a list. */
export const pageSchema = (
  row: JsonSchema,
  { keys = ['items'], sums = [] }: { readonly keys?: readonly string[]; readonly sums?: readonly string[] } = {},
): JsonSchema =>
  objectOf(
    {
      totalCount: { type: 'integer' },
      totalCountCapped: { const: true, description: 'there are more rows than were counted' },
      ...(sums.length > 0 && {
        sums: objectOf(Object.fromEntries(sums.map((sum) => [sum, { type: 'number' }])), sums),
      }),
      ...Object.fromEntries(keys.map((key): [string, JsonSchema] => [key, { type: 'array', items: row }])),
    },
    ['totalCount', ...keys],
  );

/** The schema of a finished file. */
export const fileSchema: JsonSchema = objectOf(
  { fileName: { type: 'string' }, fileType: { type: 'string' }, fileToken: { type: 'string' } },
  ['fileName', 'fileType', 'fileToken'],
);

/** No result: the call was done. */
export const nothing = z.null();

export const whole = z.number().meta({ type: 'integer' });

/** A moment: a Date or its text. */
export const timestamp = answer<Date | string>(() => ({ type: 'string', format: 'date-time' }));

/** A day as `YYYY-MM-DD`. */
export const day = z.string().meta({ format: 'date' });

/** A day as in fields of rows: `YYYY-MM-DDT00:00:00`. */
export const dayTime = z.string().meta({ pattern: String.raw`^\d{4}-\d{2}-\d{2}T00:00:00$` });

/** The code of one of some choices, as it travels. */
export const codeOf = <N extends string>({
  names,
  wireOf,
}: Pick<Choices<N>, 'names' | 'wireOf'>): z.ZodType<string | number> =>
  answer(() => ({ enum: names.map((name) => wireOf(name)) }));

/** Any value. */
export const anyValue = answer<unknown>(() => ({}));

/** An object with unspecified members. */
export const anyObject = answer<object>(() => ({ type: 'object' }));

/** A finished file, to be fetched once by its token. */
export const finishedFile = answer<FileAnswer>(() => fileSchema);

/**
 * A list of one shape.
 * @example arrayOf(z.object({ id: whole, name: z.string() }))
 */
export const arrayOf = <S extends z.ZodType>(shape: S): z.ZodType<readonly z.output<S>[]> =>
  answer((model) => ({ type: 'array', items: schemaOf(shape, 'output', model) }));

/** A schema that describes an answer in more detail than its TypeScript type does. */
export const told = <T>(shape: z.ZodType): z.ZodType<T> => answer((model) => schemaOf(shape, 'output', model));

/** A page of a list. */
export type Page<T> =
  | { readonly totalCount: number; readonly totalCountCapped?: true | undefined; readonly items: readonly T[] }
  | StreamedPage;

/**
 * A page of one shape, in memory or streamed.
 * @example pageOf(wrappedRow(device))
 */
export const pageOf = <S extends z.ZodType>(shape: S): z.ZodType<Page<z.output<S>>> =>
  answer((model) => pageSchema(schemaOf(shape, 'output', model)));

/** A row with joined names, flat, as `ctx.show` writes it. */
export const flatRow = (resource: AnyResource): z.ZodType<WireRow> => answer((model) => flatReference(resource, model));

/** A row as its service returns it: wrapped, with joined names. */
export const wrappedRow = (resource: AnyResource): z.ZodType<WireRow> =>
  answer((model) => wrappedReference(resource, model));

type Shapes = Readonly<Record<string, z.ZodType>>;

function withMembers(row: JsonSchema, members: z.ZodObject, model: Model): JsonSchema {
  const own = schemaOf(members, 'output', model);
  const list = (schema: JsonSchema, key: string): Json[] => (schema[key] ?? []) as Json[];
  const properties = (schema: JsonSchema) => schema['properties'] as Schemas;
  return objectOf({ ...properties(row), ...properties(own) }, [
    ...new Set([...list(row, 'required'), ...list(own, 'required')] as string[]),
  ]);
}

/**
 * `wrappedRow` with more members.
 * @example wrappedWith(client, { deviceCount: whole })
 */
export function wrappedWith<M extends Shapes>(resource: AnyResource, members: M): z.ZodType<z.output<z.ZodObject<M>>> {
  const own = z.object(members);
  return answer((model) => withMembers(wrappedSchema(resource, model), own, model));
}

/**
 * `flatRow` with more members.
 * @example flatWith(client, { deviceCount: whole })
 */
export function flatWith<M extends Shapes>(resource: AnyResource, members: M): z.ZodType<z.output<z.ZodObject<M>>> {
  const own = z.object(members);
  return answer((model) => withMembers(flatSchema(resource, model), own, model));
}

/**
 * Some members of a row with its names, to combine with others.
 * @example z.object({ ...membersOf(sosRecord, ['userName', 'sex']), guardians: arrayOf(flatRow(guardianContact)) })
 */
export const membersOf = <N extends string>(
  resource: AnyResource,
  names: readonly N[],
): { readonly [K in N]: z.ZodType<Json | undefined> } =>
  Object.fromEntries(
    names.map((name) => [
      name,
      answer((model) => {
        const schema = (flatSchema(resource, model)['properties'] as Schemas)[name];
        if (!schema) throw new Error(`rows of ${resource.name} have no member ${name}`);
        return schema;
      }),
    ]),
  ) as { readonly [K in N]: z.ZodType<Json | undefined> };

const membersInput = (describe: Describe, read = (all: Given): Members => Members.of(all)): z.ZodType<Members> =>
  described(z.record(z.string(), z.unknown()).transform(read), describe);

const paging: ReadonlySet<unknown> = new Set(['Sorting', 'SkipCount', 'MaxResultCount']);

/**
 * Input that is a list query: filters, free text, order and paging, with more members where the call takes them;
 * `paged: false` for calls that have an order and a limit of their own.
 */
export const listQueryInput = (
  resource: AnyResource,
  more: Schemas = {},
  { required = [], paged = true }: { readonly required?: readonly string[]; readonly paged?: boolean } = {},
): z.ZodType<Members> =>
  membersInput(
    (model) => {
      const taken = listParameters(resource, model).filter(({ name }) => paged || !paging.has(name));
      const properties = taken.map(({ name, schema }) => [name as string, schema as JsonSchema]);
      return { type: 'object', required, properties: { ...Object.fromEntries(properties), ...more } };
    },
    (all) => Members.ofQuery(all),
  );

/** Input that is the fields of an action. */
export const actionInput = (fields: Fields): z.ZodType<Members> => membersInput(() => inputSchema(fields));

/** Input that is the body of a save, with more members where the save takes them. */
export const saveInput = (resource: AnyResource, more: Schemas = {}): z.ZodType<Members> =>
  membersInput(() => {
    const schema = saveSchema(resource);
    return { ...schema, properties: { ...(schema['properties'] as Schemas), ...more } };
  });
