import {
  fieldOf,
  inputSchema,
  jsonKeyOf,
  listParameters,
  saveSchema,
  type AnyResource,
  type JsonSchema,
  type Model,
} from '@kangmai/resource';
import type { z } from 'zod';
import {
  fileSchema,
  flatReference,
  pageSchema,
  resourceSchemas,
  schemaOf,
  wrappedReference,
} from '../engine/call-shapes/answers.ts';
import { doorPaths, doorSecurity } from './openapi-doors.ts';
import type { Entry } from './registry.ts';
import { isRepeatable } from './repeats.ts';

type Schema = JsonSchema;

const requiredObject = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const envelopeOf = (result: Schema): Schema =>
  requiredObject({
    result,
    targetUrl: { type: ['string', 'null'] },
    success: { type: 'boolean' },
    error: { oneOf: [{ $ref: '#/components/schemas/Error' }, { type: 'null' }] },
    unAuthorizedRequest: { type: 'boolean' },
    '__abp': { type: 'boolean' },
  });

const errorSchema: Schema = requiredObject({
  code: { type: 'integer' },
  reason: { type: 'string' },
  message: { type: 'string' },
  details: { type: ['string', 'null'] },
  validationErrors: {
    type: ['array', 'null'],
    items: requiredObject({
      message: { type: 'string' },
      members: { type: ['array', 'null'], items: { type: 'string' } },
    }),
  },
});

const idParameter: Schema = { name: 'Id', in: 'query', required: true, schema: { type: 'integer' } };
const columnsParameter: Schema = {
  name: 'Columns',
  in: 'query',
  description: 'columns of the sheet by the names of their fields; all when left out',
  schema: { type: 'string' },
};

const lookupRow = requiredObject({ id: { type: 'integer' }, displayName: { type: 'string' } });

interface Shape {
  readonly parameters?: readonly Schema[];
  readonly body?: Schema;
  readonly result?: Schema;
}

function conventionalShape(resource: AnyResource, call: NonNullable<Entry['conventional']>, model: Model): Shape {
  const parameters = listParameters(resource, model);
  const wrapped = wrappedReference(resource, model);
  const flat = flatReference(resource, model);
  const { rowsKey } = resource.wire;
  const keys = rowsKey === undefined ? ['items'] : ['items', rowsKey];
  const sums = resource.list.sums.map((name) => jsonKeyOf(name, fieldOf(resource, name)));
  const one: Shape = { parameters: [idParameter], result: wrapped };
  const shapes: Readonly<Record<typeof call, Shape>> = {
    list: { parameters, result: pageSchema(wrapped, { keys, sums }) },
    paged: { parameters, result: pageSchema(flat, { keys, sums }) },
    rows: { parameters, result: { type: 'array', items: flat } },
    edit: one,
    view: one,
    get: { ...one, result: flat },
    remove: { parameters: [idParameter], result: { type: 'null' } },
    save: { body: saveSchema(resource), result: { type: 'integer' } },
    excel: { parameters: [...parameters, columnsParameter], result: fileSchema },
  };
  return shapes[call];
}

/** Members of an object schema as query parameters. */
function queryOf(schema: Schema): readonly Schema[] {
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  return Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>).map(([name, one]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: one,
  }));
}

const inputShape = ({ verb }: Entry, schema: Schema): Shape =>
  verb === 'GET' || verb === 'DELETE' ? { parameters: queryOf(schema) } : { body: schema };

function shapeOf(entry: Entry, model: Model): Shape {
  const { resource, call, conventional } = entry;
  const result = entry.answer && { result: schemaOf(entry.answer, 'output', model) };
  if (call) return { ...inputShape(entry, schemaOf(call.input, 'input', model)), ...result };
  if (resource && conventional) return conventionalShape(resource, conventional, model);
  const action = entry.action === undefined ? undefined : resource?.actions[entry.action];
  if (action) return { ...inputShape(entry, inputSchema(action.input)), ...result };
  return { parameters: resource ? listParameters(resource, model) : [], result: pageSchema(lookupRow) };
}

const repeatKey: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The write is done once for a key of its user; a repetition within 24 hours gets the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
};

const json = (schema: Schema): { readonly content: Schema } => ({ content: { 'application/json': { schema } } });

const sheetBody: Schema = {
  'multipart/form-data': { schema: requiredObject({ file: { type: 'string', format: 'binary' } }) },
};

function bodyOf({ call }: Entry, body: Schema | undefined): Schema {
  if (!body) return {};
  return { requestBody: call?.takesSheet ? { content: { ...json(body).content, ...sheetBody } } : json(body) };
}

const guardOf = ({ permissions }: Entry): Schema =>
  permissions.includes('anonymous')
    ? { security: [] }
    : { description: permissions.map((name) => `\`${name}\``).join(' / ') };

function operation(entry: Entry, model: Model): Schema {
  const { parameters = [], body, result = {} } = shapeOf(entry, model);
  const all = isRepeatable(entry) ? [...parameters, { $ref: '#/components/parameters/IdempotencyKey' }] : parameters;
  const [service = '', action = ''] = entry.path.split('/').slice(-2);
  return {
    tags: [service],
    operationId: `${entry.verb.toLowerCase()}_${service}_${action}`,
    summary: entry.title,
    ...guardOf(entry),
    ...(all.length > 0 && { parameters: all }),
    ...bodyOf(entry, body),
    responses: {
      200: { description: 'OK', ...json(entry.envelope === 'raw' ? result : envelopeOf(result)) },
      default: { description: 'Refusal', ...json(envelopeOf({ type: 'null' })) },
    },
  };
}

/** True for an input schema that accepts any member. */
const isOpenInput = (input: z.ZodType, model: Model): boolean => {
  const { properties, additionalProperties } = schemaOf(input, 'input', model);
  return properties === undefined && additionalProperties !== undefined;
};

/** The calls whose input or answer the API document does not describe, as `GET /path`. */
export const undescribedCalls = (entries: readonly Entry[], model: Model): readonly string[] =>
  entries
    .filter((entry) => !shapeOf(entry, model).result || (entry.call && isOpenInput(entry.call.input, model)))
    .map(({ verb, path }) => `${verb} ${path}`);

export function openApi(entries: readonly Entry[], model: Model, version: string): object {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const entry of entries) (paths[entry.path] ??= {})[entry.verb.toLowerCase()] = operation(entry, model);
  return {
    openapi: '3.1.0',
    info: { title: '康脉健康管理平台 API', version },
    servers: [{ url: '/' }, { url: '/apis' }],
    security: [{ bearer: [] }],
    paths: { ...paths, ...doorPaths({ refusal: envelopeOf({ type: 'null' }), envelopeOf }) },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, ...doorSecurity },
      parameters: { IdempotencyKey: repeatKey },
      schemas: {
        Error: errorSchema,
        ...Object.fromEntries(model.resources.flatMap((resource) => resourceSchemas(resource, model))),
      },
    },
  };
}
